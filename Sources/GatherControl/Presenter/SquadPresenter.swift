import GatherAPI

/// Presents the squad.
enum SquadPresenter {
    /// Returns a line for each player: number, name, position, skill, age and favourite team.
    static func lines(_ players: [SquadPlayerFields]) -> [String] {
        var columns = Columns(alignedRight: [0, 4])
        return columns.lines(players.map(cells))
    }

    /// Returns the lines about a player's profile and record.
    static func lines(_ player: SquadPlayerFields, _ record: RecordFields) -> [String] {
        let profile = player.profile
        var rows = [
            ["number", "\(player.id)"], ["age", number(profile.age)],
            ["skill", profile.skill?.rawValue ?? PositionWords.none],
            ["position", position(profile.position)],
            ["favourite team", team(profile)],
        ]
        if let remote = player.remoteID { rows.append(["number at the server", "\(remote)"]) }
        rows += [["appearances", appearances(record)], ["goals", goals(record)]]
        var columns = Columns()
        return [profile.name] + columns.lines(rows).map { "  \($0)" }
    }

    static func line(_ player: SquadPlayerFields) -> String {
        lines([player]).joined()
    }

    /// Returns a line about a player who is linked with one of a server.
    static func linked(_ player: SquadPlayerFields, with remoteID: Int, isNew: Bool) -> String {
        let link = "\(nameAndNumber(player)) is linked with player \(remoteID) of the server"
        return isNew ? link : "nothing to change: \(link) already"
    }

    /// Returns a line about a player who is not linked with a server.
    static func unlinked(_ player: SquadPlayerFields, wasLinked: Bool) -> String {
        let name = nameAndNumber(player)
        return wasLinked
            ? "\(name) is not linked with the server any more"
            : "nothing to change: \(name) is not linked with the server"
    }

    private static func nameAndNumber(_ player: SquadPlayerFields) -> String {
        "\(player.name) (\(player.id))"
    }

    /// Returns a line for each scorer with the rank; equal goals share a rank.
    static func lines(_ scorers: [ScorerFields]) -> [String] {
        var columns = Columns(alignedRight: [0, 2])
        let goals = scorers.map(\.goals).sorted(by: >).enumerated()
        let ranks = Dictionary(
            goals.map { ($0.element, $0.offset + 1) }, uniquingKeysWith: { first, _ in first })
        return columns.lines(
            scorers.map { scorer in
                let rank = ranks[scorer.goals] ?? 1
                let matches = count(scorer.appearances, "match", "matches")
                let own = scorer.ownGoals == 0 ? "" : ", \(count(scorer.ownGoals, "own goal"))"
                return [
                    "\(rank)", scorer.name, "\(scorer.goals)",
                    "in \(matches)\(own)",
                ]
            })
    }

    /// Returns the reason why the daemon refuses the value of a field.
    static func text(_ problem: PlayersError.Problem, of field: String) -> String {
        let name = field == "favouriteTeam" ? "favourite team" : field
        switch problem {
        case .empty: return "the \(name) has no letters"
        case .tooLong:
            return "the \(name) has more than \(InterfaceLimits.nameCharacters) characters"
        case .unprintable:
            return "the \(name) has a control character, or one that turns the text around"
        case .outOfRange:
            let range = InterfaceLimits.age
            return "the \(name) is not from \(range.lowerBound) to \(range.upperBound)"
        case .unknown: return "the \(name) is none that gatherd knows"
        }
    }

    private static func cells(_ player: SquadPlayerFields) -> [String] {
        let profile = player.profile
        return [
            "\(player.id)", profile.name,
            PositionWords.acronym(profile.position?.rawValue),
            profile.skill?.rawValue ?? PositionWords.none, number(profile.age), team(profile),
        ]
    }

    private static func number(_ number: Int?) -> String {
        number.map { "\($0)" } ?? PositionWords.none
    }

    private static func position(_ position: PlayerPosition?) -> String {
        position.map { "\($0.rawValue) (\($0.acronym))" } ?? PositionWords.none
    }

    private static func team(_ profile: ProfileFields) -> String {
        profile.favouriteTeam ?? PositionWords.none
    }

    private static func appearances(_ record: RecordFields) -> String {
        guard record.appearances > 0 else { return "0" }
        return "\(record.appearances): \(record.wins) won, \(record.draws) drawn, "
            + "\(record.losses) lost"
    }

    private static func goals(_ record: RecordFields) -> String {
        let own = record.ownGoals == 0 ? "" : ", and \(count(record.ownGoals, "own goal"))"
        return "\(record.goals)\(own)"
    }

    private static func count(_ number: Int, _ one: String, _ many: String? = nil) -> String {
        "\(number) \(number == 1 ? one : many ?? one + "s")"
    }
}

/// The words for the newest change of the squad, and for the command that undoes it.
enum SquadChangeWords {
    /// Returns the change, such as `Ann was removed`.
    static func what(_ change: SquadChangeFields) -> String {
        let name = change.profile.name
        let more = change.count > 1 ? " and \(change.count - 1) more" : ""
        return "\(name)\(more) \(change.count > 1 ? "were" : "was") \(change.kind.rawValue)"
    }

    /// Returns the command that undoes it.
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

    /// Returns the options that restore a player's earlier values.
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
