import GatherAPI
import GatherCore
import LinuxIO

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
            minute: (goal.time.minute ?? goal.time.lastMinute)?.description)
    }

    /// Returns the fields of a draw.
    static func draw(_ draw: Draw) -> DrawFields {
        DrawFields(
            seed: draw.seed, strengthA: draw.strengthA, strengthB: draw.strengthB,
            equallyFair: draw.equallyFair, withoutSkill: draw.withoutSkill)
    }

    /// Returns a goal as a text, such as `own goal for Reds by Ada`.
    static func text(_ goal: NamedGoal, in gather: Gather) -> TextResource {
        let (side, name) = (gather.name(of: goal.side), goal.scorer.shownName)
        return goal.isOwnGoal
            ? tr("own goal for %1$@ by %2$@", side, name) : tr("goal for %1$@ by %2$@", side, name)
    }

    /// Returns a goal as a text, whether its scorer is known or not.
    static func text(_ goal: CountedGoal, in gather: Gather) -> TextResource {
        name(of: goal, in: gather).inMinute(goal.givenMinute)
    }

    /// Returns a goal as a text without its minute.
    static func name(of goal: CountedGoal, in gather: Gather) -> TextResource {
        goal.named.map { text($0, in: gather) } ?? tr("goal for %1$@", gather.name(of: goal.side))
    }

    /// Returns an amendment as a text, such as `scorer of event 5: Ada`, or, of more than the
    /// scorer, `event 5: for Blues, scorer Ada, minute 37`.
    static func text(_ amendment: GoalAmendment, in gather: Gather) -> TextResource {
        let number = amendment.number
        guard amendment.isOfScorerAlone else {
            return tr("event %1$@: %2$@", number, parts(of: amendment, in: gather))
        }
        return switch amendment.scorer {
        case nil: tr("scorer of event %1$@: the same", number)
        case .nobody: tr("scorer of event %1$@: nobody", number)
        case .player(let player, false): tr("scorer of event %1$@: %2$@", number, player.shownName)
        case .player(let player, true):
            tr("scorer of event %1$@: %2$@, own goal", number, player.shownName)
        }
    }

    /// Returns an amendment as the text of what is undone.
    static func naming(_ amendment: GoalAmendment, in gather: Gather) -> TextResource {
        let (text, number) = (text(amendment, in: gather), amendment.number)
        guard amendment.isOfScorerAlone else { return text.inEnglish("the change of \(text)") }
        return switch amendment.scorer {
        case .nobody, nil: text.inEnglish("naming nobody as the scorer of event \(number)")
        case .player(let player, false):
            text.inEnglish("naming \(player.name) as the scorer of event \(number)")
        case .player(let player, true):
            text.inEnglish("naming event \(number) an own goal of \(player.name)")
        }
    }

    private static func parts(of amendment: GoalAmendment, in gather: Gather) -> TextResource {
        let scorer =
            switch amendment.scorer {
            case nil: [TextResource]()
            case .nobody: [tr("scorer nobody")]
            case .player(let player, let isOwnGoal):
                [tr("scorer %1$@", player.shownName)] + (isOwnGoal ? [tr("own goal")] : [])
            }
        let side = amendment.isSideGiven ? tr("for %1$@", gather.name(of: amendment.side)) : nil
        let minute = amendment.minute.map { tr("minute %1$@", $0.minute) }
        return TextResource(joining: ([side] + scorer + [minute]).compactMap(\.self))
    }

    /// Returns a draw as a text.
    static func text(_ drawn: DrawnTeams, in gather: Gather) -> TextResource {
        let sides = TextResource(
            pattern: "%1$@ (%2$@) %3$@ - %4$@ (%5$@) %6$@",
            gather.name(of: .teamA), drawn.draw.strengthA, names(drawn.teamA),
            gather.name(of: .teamB), drawn.draw.strengthB, names(drawn.teamB))
        return tr("teams drawn with seed %1$@: %2$@", drawn.draw.seed, sides)
    }

    /// Returns the names of players, up to a maximum number.
    static func names(_ players: [Player]) -> TextResource {
        let shown = players.prefix(Limits.drawPlayers.upperBound).map(\.shownName)
        let more = players.count - shown.count
        let names = TextResource(joining: shown)
        return more > 0
            ? TextResource(pattern: "%1$@ %2$@", names, tr("and %1$@ more", more)) : names
    }
}

extension Player {
    /// The name in a text: those who were forgotten have one in the language of the reader.
    var shownName: any CustomStringConvertible { isForgotten ? tr("somebody") : name }
}

extension GoalAmendment {
    /// True if it changed nothing but the scorer.
    fileprivate var isOfScorerAlone: Bool { minute == nil && !isSideGiven }
}
