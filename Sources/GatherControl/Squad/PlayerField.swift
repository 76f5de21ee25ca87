import GatherAPI

extension PlayerField {
    /// Returns the value of a text for this field: blanks around a word or a number are removed.
    func value(of text: String) -> String {
        switch self {
        case .name, .favouriteTeam: text
        case .age, .skill, .position, .shirt: text.trimmed
        }
    }
}

/// A text that no field of a player can have.
struct PlayerFieldError: Error, Hashable {
    let problem: String
}

extension ProfileFields {
    /// Returns the value of a field as it is typed; nil if it is not known.
    func text(_ field: PlayerField) -> String? {
        switch field {
        case .name: $name
        case .age: age.map { "\($0)" }
        case .skill: skill?.rawValue
        case .position: position?.rawValue
        case .favouriteTeam: $favouriteTeam
        case .shirt: shirt.map { "\($0)" }
        }
    }

    /// Sets a field from a text; an empty text leaves it unchanged.
    ///
    /// The daemon decides if a player may have the value, and also removes the blanks around a
    /// name.
    ///
    /// - Throws: A ``PlayerFieldError`` if the text is not a value of the field.
    mutating func set(_ field: PlayerField, _ text: String) throws(PlayerFieldError) {
        let text = field.value(of: text)
        if text.isEmpty { return }
        // It replaces bytes that could not be decoded as text.
        guard !text.unicodeScalars.contains("\u{FFFD}") else {
            throw PlayerFieldError(problem: tr("'%1$@' is not UTF-8", text))
        }
        switch field {
        case .name: name = text
        case .age: age = try Self.age(text)
        case .skill: skill = try Self.skill(text)
        case .position: position = try Self.position(text)
        case .favouriteTeam: favouriteTeam = text
        case .shirt: shirt = try Self.shirt(text)
        }
    }

    /// Checks the value of a field as the daemon does.
    ///
    /// - Throws: A ``PlayerFieldError`` if it is not valid.
    func check(_ field: PlayerField) throws(PlayerFieldError) {
        let problem: PlayersError.Problem? =
            switch field {
            case .name: PlayersError.Problem(ofName: $name)
            case .favouriteTeam: $favouriteTeam.flatMap { PlayersError.Problem(ofName: $0) }
            case .age, .skill, .position, .shirt: nil
            }
        if case .shirt = field, let shirt, !InterfaceLimits.shirt.contains(shirt) {
            throw PlayerFieldError(problem: Self.noShirt("\(shirt)"))
        }
        if case .age = field, let age, !InterfaceLimits.age.contains(age) {
            let kind = SquadPresenter.ageKind
            throw PlayerFieldError(problem: tr("'%1$@' is out of range: %2$@", age, kind))
        }
        guard let problem else { return }
        throw PlayerFieldError(problem: SquadPresenter.text(problem, of: field.rawValue))
    }

    private static func age(_ text: String) throws(PlayerFieldError) -> Int {
        guard let age = Int(digits: text[...]) else {
            throw PlayerFieldError(problem: tr("'%1$@' is not a whole number of years", text))
        }
        return age
    }

    private static func shirt(_ text: String) throws(PlayerFieldError) -> Int {
        let digits = text.first == "#" ? text.dropFirst() : text[...]
        guard let shirt = Int(digits: digits) else {
            throw PlayerFieldError(problem: noShirt(text))
        }
        return shirt
    }

    private static func noShirt(_ text: String) -> String {
        tr("'%1$@' is not the number of a shirt; %2$@", text, SquadPresenter.shirtKind)
    }

    private static func skill(_ text: String) throws(PlayerFieldError) -> PlayerSkill {
        guard let skill = SpreadsheetNames.skill(text) else {
            throw PlayerFieldError(
                problem: tr("'%1$@' is not a skill; use beginner, amateur or professional", text))
        }
        return skill
    }

    private static func position(_ text: String) throws(PlayerFieldError) -> PlayerPosition {
        guard let position = SpreadsheetNames.position(text) else {
            throw PlayerFieldError(
                problem: tr(
                    """
                    '%1$@' is not a position; use goalkeeper, defender, midfielder, winger or \
                    striker
                    """, text))
        }
        return position
    }
}
