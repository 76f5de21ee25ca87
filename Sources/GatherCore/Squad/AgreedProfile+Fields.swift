/// Profiles, field by field.
extension AgreedProfile {
    /// Whether two have the same in a field.
    func agrees(with other: AgreedProfile, in field: PlayerProfile.Field) -> Bool {
        switch field {
        case .name: Self.isSame(name, other.name)
        case .age: age == other.age
        case .skill: skill == other.skill
        case .position: position == other.position
        case .favouriteTeam: Self.isSame(favouriteTeam, other.favouriteTeam)
        }
    }

    /// Blanks around a text are left out here, and are no change that somebody made.
    private static func isSame(_ one: String?, _ other: String?) -> Bool {
        one.map(CleanText.trim) == other.map(CleanText.trim)
    }

    /// Takes a field over.
    mutating func take(_ field: PlayerProfile.Field, from other: AgreedProfile) {
        switch field {
        case .name: name = other.name
        case .age: age = other.age
        case .skill: skill = other.skill
        case .position: position = other.position
        case .favouriteTeam: favouriteTeam = other.favouriteTeam
        }
    }

    /// The fields in which two are different.
    func differences(from other: AgreedProfile) -> Set<PlayerProfile.Field> {
        Set(PlayerProfile.Field.allCases.filter { !agrees(with: other, in: $0) })
    }

    /// What two have in common, and nothing else.
    func common(with other: AgreedProfile) -> AgreedProfile {
        var common = AgreedProfile()
        for field in PlayerProfile.Field.allCases where agrees(with: other, in: field) {
            common.take(field, from: self)
        }
        return common
    }

    /// Why there can be no such player; nil if there can.
    var problem: PlayerProfile.Problem? {
        do throws(PlayerProfile.Problem) {
            _ = try profile()
            return nil
        } catch {
            return error
        }
    }

    /// What is left without the fields that nobody could have; nil if that is no player.
    var usable: AgreedProfile? {
        var rest = self
        for field in [PlayerProfile.Field.age, .favouriteTeam] {
            var alone = AgreedProfile(name: "-")
            alone.take(field, from: self)
            if alone.problem != nil { rest.take(field, from: AgreedProfile()) }
        }
        return rest.problem == nil ? rest : nil
    }

    /// The same as a profile that can be kept.
    func profile() throws(PlayerProfile.Problem) -> PlayerProfile {
        try PlayerProfile(
            name: name ?? "", age: age, skill: skill, position: position,
            favouriteTeam: favouriteTeam)
    }
}

/// Names of players, as far as they tell them apart.
enum PlayerName {
    /// Whether two are the same but for case and blanks.
    static func isSame(_ one: String?, _ other: String?) -> Bool {
        words(one) == words(other)
    }

    /// Whether one can have become the other: they have a word in common, or one begins with the
    /// other.
    static func isRelated(_ one: String?, _ other: String?) -> Bool {
        let (one, other) = (words(one), words(other))
        let (whole, another) = (one.joined(separator: " "), other.joined(separator: " "))
        return !Set(one).isDisjoint(with: other)
            || (!whole.isEmpty && another.hasPrefix(whole))
            || (!another.isEmpty && whole.hasPrefix(another))
    }

    /// As much of a name of a server as tells it from others: one of any length is not kept.
    static func kept(_ name: String?) -> String {
        guard let name, name.utf8.count <= Limits.nameBytes else { return "" }
        return name
    }

    private static func words(_ name: String?) -> [String] {
        // A server can have a name of any length, and comparing that could take long.
        guard let name, name.utf8.count <= Limits.nameBytes else { return [] }
        return name.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
