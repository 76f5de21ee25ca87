import GatherAPI

/// The fields of a player to change, with their new values.
struct ProfileChange: Hashable, Sendable {
    static let options: [(field: PlayerField, option: Option)] = [
        (.name, Option("name", tr("the new name"), takes: "NAME")),
        (.age, Option("age", tr("the age in years"), takes: "N")),
        (
            .skill,
            Option(
                "skill", tr("how well the player plays"), takes: "beginner|amateur|professional",
                completes: .choices(PlayerSkill.allCases.map(\.rawValue)))
        ),
        (
            .position,
            Option(
                "position", tr("goalkeeper, defender, midfielder, winger, striker"),
                takes: "POSITION", completes: .choices(PlayerPosition.allCases.map(\.rawValue)))
        ),
        (
            .favouriteTeam,
            Option("favourite-team", tr("the team that the player supports"), takes: "NAME")
        ),
        (.shirt, Option("shirt", tr("the number on the shirt, 0 to 99"), takes: "N")),
    ]

    static let nothing = "none"

    private var texts: [PlayerField: String] = [:]

    var isEmpty: Bool { texts.isEmpty }

    /// The fields that are set or emptied.
    var fields: [PlayerField] { PlayerField.allCases.filter(texts.keys.contains) }

    /// Sets the new value of a field; `none` empties it, but for the name.
    ///
    /// - Throws: A ``PlayerFieldError`` if the value is missing or not valid.
    mutating func set(_ field: PlayerField, _ text: String) throws(PlayerFieldError) {
        guard !field.value(of: text).isEmpty else {
            // 'none' would be a name.
            if field == .name { throw PlayerFieldError(problem: tr("the name is missing")) }
            let name = Self.options.first { $0.field == field }?.option.name ?? field.rawValue
            throw PlayerFieldError(
                problem: tr("the value of '--%1$@' is missing; 'none' empties the field", name))
        }
        var trial = ProfileFields(name: "")
        if text != Self.nothing {
            try trial.set(field, text)
            try trial.check(field)
        }
        texts[field] = text
    }

    /// Returns the player with the change applied.
    func applied(to profile: ProfileFields) throws(PlayerFieldError) -> ProfileFields {
        var profile = profile
        for (field, text) in texts {
            if text == Self.nothing, field != .name {
                profile.clear(field)
            } else {
                try profile.set(field, text)
            }
        }
        return profile
    }
}

extension ProfileFields {
    /// Empties a field, except for the name.
    fileprivate mutating func clear(_ field: PlayerField) {
        switch field {
        case .name: break
        case .age: age = nil
        case .skill: skill = nil
        case .position: position = nil
        case .favouriteTeam: favouriteTeam = nil
        case .shirt: shirt = nil
        }
    }
}
