import GatherAPI

/// The newest change of the squad in words, and what takes it back.
enum SquadChangeWords {
    /// What was changed, such as `Ann was removed`.
    static func what(_ change: SquadChangeFields) -> String {
        let name = change.profile.name
        let more = change.count > 1 ? " and \(change.count - 1) more" : ""
        return "\(name)\(more) \(change.count > 1 ? "were" : "was") \(change.kind.rawValue)"
    }

    /// What takes it back, with the command for that.
    static func wayBack(_ change: SquadChangeFields) -> String {
        let player = change.playerID
        switch change.kind {
        case .removed: return "'gatherctl player restore \(player)' takes that back"
        case .added: return "'gatherctl player remove \(player)' takes that back"
        case .edited:
            guard let earlier = change.earlier else { return "'gatherctl player edit' changes it" }
            let options = options(from: change.profile, to: earlier).map { " \($0)" }.joined()
            return "the earlier values: gatherctl player edit \(player)\(options)"
        }
    }

    /// The options that make a player what was known before.
    private static func options(
        from profile: ProfileFields, to earlier: ProfileFields
    ) -> [String] {
        func text(_ profile: ProfileFields, _ field: PlayerField) -> String? {
            switch field {
            case .name: profile.$name
            case .age: profile.age.map { "\($0)" }
            case .skill: profile.skill?.rawValue
            case .position: profile.position?.rawValue
            case .favouriteTeam: profile.$favouriteTeam
            }
        }
        return ProfileChange.options.compactMap { field, option in
            let before = text(earlier, field)
            guard before != text(profile, field) else { return nil }
            return "--\(option.name)=\(ShellWord.of(before ?? ProfileChange.nothing))"
        }
    }
}
