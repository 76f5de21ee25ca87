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
            shirt: player.shirt, sentOff: gather?.isSentOff(player.id) == true ? true : nil)
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
        goal.named.map { text($0, in: gather) } ?? "goal for \(gather.name(of: goal.side))"
    }

    /// Returns an amendment as a text, such as `scorer of event 5: Ada`.
    static func text(_ amendment: GoalAmendment) -> String {
        let lead = "scorer of event \(amendment.number):"
        return switch amendment.scorer {
        case .nobody: "\(lead) nobody"
        case .player(let player, false): "\(lead) \(player.name)"
        case .player(let player, true): "\(lead) \(player.name), own goal"
        }
    }

    /// Returns an amendment as the text of what is undone.
    static func naming(_ amendment: GoalAmendment) -> String {
        let number = amendment.number
        return switch amendment.scorer {
        case .nobody: "naming nobody as the scorer of event \(number)"
        case .player(let player, false):
            "naming \(player.name) as the scorer of event \(number)"
        case .player(let player, true): "naming event \(number) an own goal of \(player.name)"
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
