import GatherAPI
import GatherCore

/// The presentation of kicks from the mark.
extension GatherPresenter {
    /// Returns the kicks from the mark; nil before they begin.
    static func kicks(_ gather: Gather) -> KicksFields? {
        guard let kicks = gather.course?.kicks else { return nil }
        return KicksFields(
            score: kicks.scoreDescription, goalsA: kicks.goals(of: .teamA),
            goalsB: kicks.goals(of: .teamB),
            taken: kicks.taken.map { taken in
                KickFields(
                    number: taken.number, team: taken.kick.side.team, scored: taken.kick.isIn,
                    player: taken.kick.player.map { player($0, of: gather) })
            },
            next: kicks.next?.team, suddenDeath: kicks.isSuddenDeath,
            decided: kicks.winner != nil, winner: gather.kicksWinner?.team)
    }

    /// Returns the goals of a side in the kicks; nil without any, and where the score has a winner.
    static func kicks(of side: Side, _ gather: Gather) -> Int? {
        gather.score.winner == nil ? gather.course?.kicks?.goals(of: side) : nil
    }

    /// Adds what an entry of the timeline says of a kick.
    ///
    /// - Parameter gather: The gather as it is by now.
    static func addKick(
        of recorded: RecordedEvent, to entry: inout TimelineEntry, _ gather: Gather
    ) {
        guard case .kickTaken(let kick) = recorded.event else { return }
        entry.kickScored = kick.isIn
        entry.playerTeam = kick.side.team
        (entry.player, entry.playerID) = (kick.player?.name, kick.player?.id)
        entry.kicks = gather.course?.kicks?.score(after: recorded.number)
    }

    /// Returns a kick as a text, such as `kick of Reds by Ada: in`.
    static func text(_ kick: Kick, in gather: Gather) -> TextResource {
        let side = gather.name(of: kick.side)
        guard let name = kick.player?.shownName else {
            return kick.isIn ? tr("kick of %1$@: in", side) : tr("kick of %1$@: out", side)
        }
        return kick.isIn
            ? tr("kick of %1$@ by %2$@: in", side, name)
            : tr("kick of %1$@ by %2$@: out", side, name)
    }
}
