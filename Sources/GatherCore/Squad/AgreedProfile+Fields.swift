/// Comparison and merging of profiles, field by field.
extension AgreedProfile {
    /// Returns true if both profiles have the same value in a field.
    func agrees(with other: AgreedProfile, in field: PlayerProfile.Field) -> Bool {
        switch field {
        case .name: Self.isSame(name, other.name)
        case .age: age == other.age
        case .skill: skill == other.skill
        case .position: position == other.position
        case .favouriteTeam: Self.isSame(favouriteTeam, other.favouriteTeam)
        }
    }

    /// Returns true if two texts are equal apart from surrounding blanks, which are no change by a
    /// person.
    private static func isSame(_ one: String?, _ other: String?) -> Bool {
        one.map(CleanText.trim) == other.map(CleanText.trim)
    }

    /// Copies a field from another profile.
    mutating func take(_ field: PlayerProfile.Field, from other: AgreedProfile) {
        switch field {
        case .name: name = other.name
        case .age: age = other.age
        case .skill: skill = other.skill
        case .position: position = other.position
        case .favouriteTeam: favouriteTeam = other.favouriteTeam
        }
    }

    /// Returns the fields in which two profiles differ.
    func differences(from other: AgreedProfile) -> Set<PlayerProfile.Field> {
        Set(PlayerProfile.Field.allCases.filter { !agrees(with: other, in: $0) })
    }

    /// Returns the values that two profiles have in common.
    func common(with other: AgreedProfile) -> AgreedProfile {
        var common = AgreedProfile()
        for field in PlayerProfile.Field.allCases where agrees(with: other, in: field) {
            common.take(field, from: self)
        }
        return common
    }

    /// The reason why no player can have this profile; nil if one can.
    var problem: PlayerProfile.Problem? {
        do throws(PlayerProfile.Problem) {
            _ = try profile()
            return nil
        } catch {
            return error
        }
    }

    /// The profile without the fields that no player can have; nil if the name is missing or
    /// invalid.
    var usable: AgreedProfile? {
        var rest = self
        for field in [PlayerProfile.Field.age, .favouriteTeam] {
            var alone = AgreedProfile(name: "-")
            alone.take(field, from: self)
            if alone.problem != nil { rest.take(field, from: AgreedProfile()) }
        }
        return rest.problem == nil ? rest : nil
    }

    /// Returns the same as a profile that can be stored.
    ///
    /// - Throws: The ``PlayerProfile/Problem`` of the first invalid field.
    func profile() throws(PlayerProfile.Problem) -> PlayerProfile {
        try PlayerProfile(
            name: name ?? "", age: age, skill: skill, position: position,
            favouriteTeam: favouriteTeam)
    }
}

/// Comparison of players' names, apart from case and blanks.
enum PlayerName {
    /// Returns true if two names are equal apart from case and blanks.
    static func isSame(_ one: String?, _ other: String?) -> Bool {
        words(one) == words(other)
    }

    /// Returns true if one name can have become the other: one begins with the other or has all its
    /// words, or they share a word and their first words begin alike.
    ///
    /// A shared word alone is not enough, because it can be the name of a family.
    static func isRelated(_ one: String?, _ other: String?) -> Bool {
        let (one, other) = (words(one), words(other))
        guard let first = one.first, let second = other.first else { return false }
        if begin(one.joined(separator: " "), other.joined(separator: " ")) { return true }
        let shared = Set(one).intersection(other)
        return shared.count == Set(one).count || shared.count == Set(other).count
            || !shared.isEmpty && begin(first, second)
    }

    /// Returns true if one of two texts is the beginning of the other.
    private static func begin(_ one: String, _ other: String) -> Bool {
        one.hasPrefix(other) || other.hasPrefix(one)
    }

    /// Returns a server's name to store, empty if it is longer than ``Limits/nameBytes``.
    static func kept(_ name: String?) -> String {
        guard let name, name.utf8.count <= Limits.nameBytes else { return "" }
        return name
    }

    /// Returns the words by which names are compared.
    static func words(_ name: String?) -> [String] {
        // A server's name can have any length, and comparing long ones could take long.
        guard let name, name.utf8.count <= Limits.nameBytes else { return [] }
        return name.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
