import GatherAPI
import LinuxIO

/// Presents the squad.
enum SquadPresenter {
    /// Returns a line for each player: number, name, position, skill, age and favourite team.
    static func lines(_ players: [SquadPlayerFields]) -> [String] {
        Columns.lines(players.map(cells), alignedRight: [0, 4])
    }

    /// Returns the lines about a player's profile and record.
    static func lines(_ player: SquadPlayerFields, _ record: RecordFields) -> [String] {
        let profile = player.profile
        var rows = [
            [tr("number"), "\(player.id)"], [tr("age"), number(profile.age)],
            [tr("skill"), profile.skill?.rawValue ?? PositionText.none],
            [tr("position"), position(profile.position)],
            [tr("favourite team"), team(profile)],
        ]
        if let shirt = profile.shirt { rows.append([tr("shirt"), ShirtText.number(shirt)]) }
        if let remote = player.remoteID { rows.append([tr("number at the server"), "\(remote)"]) }
        rows += [[tr("appearances"), appearances(record)], [tr("goals"), goals(record)]]
        return [profile.name] + Columns.lines(rows).map { "  \($0)" }
    }

    static func line(_ player: SquadPlayerFields) -> String {
        lines([player]).joined()
    }

    /// Returns a line about a player who is linked with one of a server.
    static func linked(_ player: SquadPlayerFields, with remoteID: Int, isNew: Bool) -> String {
        let name = nameAndNumber(player)
        return isNew
            ? tr("%1$@ is linked with player %2$@ of the server", name, remoteID)
            : tr("no change: %1$@ is linked with player %2$@ of the server already", name, remoteID)
    }

    /// Returns a line about a player who is not linked with a server.
    static func unlinked(_ player: SquadPlayerFields, wasLinked: Bool) -> String {
        let name = nameAndNumber(player)
        return wasLinked
            ? tr("%1$@ is not linked with the server any more", name)
            : tr("no change: %1$@ is not linked with the server", name)
    }

    private static func nameAndNumber(_ player: SquadPlayerFields) -> String {
        "\(player.name) (\(player.id))"
    }

    /// Returns a line for each scorer with the rank; equal goals share a rank.
    static func lines(_ scorers: [ScorerFields]) -> [String] {
        let goals = scorers.map(\.goals).sorted(by: >).enumerated()
        let ranks = Dictionary(
            goals.map { ($0.element, $0.offset + 1) }, uniquingKeysWith: { first, _ in first })
        return Columns.lines(
            scorers.map { scorer in
                let rank = ranks[scorer.goals] ?? 1
                let matches = tr("in %1$@ match", "in %1$@ matches", count: scorer.appearances)
                let own = tr("%1$@ own goal", "%1$@ own goals", count: scorer.ownGoals)
                return [
                    "\(rank)", scorer.shownName,
                    tr("%1$@ goal", "%1$@ goals", count: scorer.goals),
                    scorer.ownGoals == 0 ? matches : "\(matches), \(own)",
                ]
            }, alignedRight: [0, 2])
    }

    /// Returns the reason why the daemon refuses the value of a field.
    static func text(_ problem: PlayersError.Problem, of field: String) -> String {
        let name = self.name(of: field)
        return switch problem {
        case .empty: tr("%1$@ has no letters", name)
        case .tooLong:
            tr("%1$@ has more than %2$@ characters", name, InterfaceLimits.nameCharacters)
        case .unprintable:
            tr("%1$@ has a control character, or one that reverses the text", name)
        case .outOfRange: PlayerField(rawValue: field) == .shirt ? shirtKind : ageKind
        case .unknown: tr("%1$@ has a value that gatherd does not know", name)
        }
    }

    /// The ages that a player can have.
    static var ageKind: String {
        tr(
            "an age is from %1$@ to %2$@", InterfaceLimits.age.lowerBound,
            InterfaceLimits.age.upperBound)
    }

    /// The numbers that a shirt can have.
    static var shirtKind: String {
        tr(
            "a shirt has a number from %1$@ to %2$@", InterfaceLimits.shirt.lowerBound,
            InterfaceLimits.shirt.upperBound)
    }

    /// Returns the name of a field for people.
    static func name(of field: String) -> String {
        switch PlayerField(rawValue: field) {
        case .name: tr("the name")
        case .age: tr("the age")
        case .skill: tr("the skill")
        case .position: tr("the position")
        case .favouriteTeam: tr("the favourite team")
        case .shirt: tr("the shirt")
        case nil: tr("the field '%1$@'", field)
        }
    }

    private static func cells(_ player: SquadPlayerFields) -> [String] {
        let profile = player.profile
        return [
            "\(player.id)", ShirtText.name(profile.name, profile.shirt),
            PositionText.acronym(profile.position?.rawValue),
            profile.skill?.rawValue ?? PositionText.none, number(profile.age), team(profile),
        ]
    }

    private static func number(_ number: Int?) -> String {
        number.map { "\($0)" } ?? PositionText.none
    }

    private static func position(_ position: PlayerPosition?) -> String {
        position.map { "\($0.rawValue) (\($0.acronym))" } ?? PositionText.none
    }

    private static func team(_ profile: ProfileFields) -> String {
        profile.favouriteTeam ?? PositionText.none
    }

    private static func appearances(_ record: RecordFields) -> String {
        guard record.appearances > 0 else { return "0" }
        return tr(
            "%1$@: %2$@ won, %3$@ drawn, %4$@ lost", record.appearances, record.wins, record.draws,
            record.losses)
    }

    private static func goals(_ record: RecordFields) -> String {
        record.ownGoals == 0
            ? "\(record.goals)"
            : tr(
                "%2$@, and %1$@ own goal", "%2$@, and %1$@ own goals", count: record.ownGoals,
                record.goals)
    }
}

/// The words for the newest change of the squad, and for the command that undoes it.
enum SquadChangeText {
    /// Returns the change, such as `Ann was removed`.
    static func what(_ change: SquadChangeFields) -> String {
        let name = change.profile.name
        return switch change.kind {
        case .added where change.count > 1:
            tr(
                "%2$@ and %1$@ other player were added", "%2$@ and %1$@ other players were added",
                count: change.count - 1, name)
        case .added: tr("%1$@ was added", name)
        case .edited where change.count > 1:
            tr(
                "%2$@ and %1$@ other player were changed",
                "%2$@ and %1$@ other players were changed", count: change.count - 1, name)
        case .edited: tr("%1$@ was edited", name)
        case .removed: tr("%1$@ was removed", name)
        }
    }

    /// Returns the command that undoes it.
    static func wayBack(_ change: SquadChangeFields) -> String {
        let player = change.playerID
        switch change.kind {
        case .removed: return tr("'gatherctl player restore %1$@' undoes that", player)
        case .added where change.count > 1:
            return tr("'gatherctl player remove' removes them one by one")
        case .added: return tr("'gatherctl player remove %1$@' undoes that", player)
        case .edited:
            guard change.count == 1, let earlier = change.earlier else {
                return tr("'gatherctl player edit' changes it")
            }
            let options = options(from: change.profile, to: earlier).map { " \($0)" }.joined()
            return tr("the earlier values: %1$@", "gatherctl player edit \(player)\(options)")
        }
    }

    /// Returns the options that restore a player's earlier values.
    private static func options(
        from profile: ProfileFields, to earlier: ProfileFields
    ) -> [String] {
        ProfileChange.options.compactMap { field, option in
            let before = earlier.text(field)
            guard before != profile.text(field) else { return nil }
            let word = ShellWord.of(before ?? ProfileChange.nothing, plain: .letters)
            return "--\(option.name)=\(word)"
        }
    }
}
