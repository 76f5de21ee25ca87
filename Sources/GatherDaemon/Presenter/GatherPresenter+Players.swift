import GatherAPI
import GatherCore

/// The presentation of a gather's players.
extension GatherPresenter {
    static func players(_ section: TeamSection, of gather: Gather) -> [PlayerFields] {
        gather.lineup[section].map { player($0, of: gather) }
    }

    /// Returns the fields of a player; with a gather, also whether they were sent off in it.
    static func player(_ player: Player, of gather: Gather? = nil) -> PlayerFields {
        PlayerFields(
            id: player.id, name: player.name, position: player.position?.rawValue,
            shirt: player.shirt, sentOff: gather?.isSentOff(player.id) == true ? true : nil,
            forgotten: player.isForgotten ? true : nil)
    }

    /// Returns the fields of a goal that counts.
    static func goal(_ goal: CountedGoal) -> GoalFields {
        GoalFields(
            number: goal.number, team: goal.side.team,
            scorer: (goal.named?.scorer).map { player($0) },
            ownGoal: goal.named?.isOwnGoal ?? false,
            goneMilliseconds: goal.time.played.wholeMilliseconds, amendedBy: goal.amendedBy,
            minute: goal.time.minute?.description)
    }

    /// Returns the fields of a draw.
    static func draw(_ draw: Draw) -> DrawFields {
        DrawFields(
            seed: draw.seed, strengthA: draw.strengthA, strengthB: draw.strengthB,
            equallyFair: draw.equallyFair, withoutSkill: draw.withoutSkill)
    }

    /// Returns a goal as a text, such as `own goal for Reds by Ada`.
    static func text(_ goal: NamedGoal, in gather: Gather) -> String {
        (goal.isOwnGoal ? "own goal" : "goal")
            + " for \(gather.name(of: goal.side)) by \(goal.scorer.name)"
    }

    /// Returns a goal as a text, whether its scorer is known or not.
    static func text(_ goal: CountedGoal, in gather: Gather) -> String {
        name(of: goal, in: gather) + text(of: goal.givenMinute)
    }

    /// Returns a goal as a text without its minute.
    static func name(of goal: CountedGoal, in gather: Gather) -> String {
        goal.named.map { text($0, in: gather) } ?? "goal for \(gather.name(of: goal.side))"
    }

    /// Returns the minute that was given for a goal, as the end of its text.
    static func text(of minute: GivenMinute?) -> String {
        minute.map { ", in minute \($0.minute)" } ?? ""
    }

    /// Returns an amendment as a text, such as `scorer of event 5: Ada`, or, of more than the
    /// scorer, `event 5: for Blues, scorer Ada, minute 37`.
    static func text(_ amendment: GoalAmendment, in gather: Gather) -> String {
        if !amendment.isOfScorerAlone {
            return "event \(amendment.number): \(parts(of: amendment, in: gather))"
        }
        return "scorer of event \(amendment.number): \(scorer(of: amendment) ?? "the same")"
    }

    /// Returns an amendment as the text of what is undone.
    static func naming(_ amendment: GoalAmendment, in gather: Gather) -> String {
        let number = amendment.number
        guard amendment.isOfScorerAlone else {
            return "the change of event \(number): \(parts(of: amendment, in: gather))"
        }
        return switch amendment.scorer {
        case .nobody, nil: "naming nobody as the scorer of event \(number)"
        case .player(let player, false):
            "naming \(player.name) as the scorer of event \(number)"
        case .player(let player, true): "naming event \(number) an own goal of \(player.name)"
        }
    }

    private static func parts(of amendment: GoalAmendment, in gather: Gather) -> String {
        let parts = [
            amendment.isSideGiven ? "for \(gather.name(of: amendment.side))" : nil,
            scorer(of: amendment).map { "scorer \($0)" },
            amendment.minute.map { "minute \($0.minute)" },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    private static func scorer(of amendment: GoalAmendment) -> String? {
        switch amendment.scorer {
        case nil: nil
        case .nobody: "nobody"
        case .player(let player, false): player.name
        case .player(let player, true): "\(player.name), own goal"
        }
    }

    /// Returns a draw as a text.
    static func text(_ drawn: DrawnTeams, in gather: Gather) -> String {
        "teams drawn with seed \(drawn.draw.seed): "
            + "\(gather.name(of: .teamA)) (\(drawn.draw.strengthA)) \(names(drawn.teamA)) - "
            + "\(gather.name(of: .teamB)) (\(drawn.draw.strengthB)) \(names(drawn.teamB))"
    }

    /// Returns the names of players, up to a maximum number.
    static func names(_ players: [Player]) -> String {
        let shown = players.prefix(Limits.drawPlayers.upperBound).map(\.name)
        let more = players.count - shown.count
        return shown.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }

    /// Returns the name of a section for people.
    static func name(of section: TeamSection, in gather: Gather) -> String {
        section.side.map(gather.name) ?? "the bench"
    }
}

extension GoalAmendment {
    /// True if it changed nothing but the scorer.
    fileprivate var isOfScorerAlone: Bool { minute == nil && !isSideGiven }
}
