/// Replays the events of a gather as known at its end: events that were taken back are left out
/// from the beginning, and a goal that was moved counts for its side from the beginning.
public struct Hindsight {
    private var state = GatherState()
    let undoneSteps: Set<Int>
    private let moves: GoalMoves

    /// Starts before the first event of a gather.
    public init(of gather: Gather) {
        undoneSteps = gather.undoneSteps
        moves = GoalMoves(of: gather)
    }

    /// The score after the events replayed so far.
    public var score: Score { state.tally.score }

    /// Returns an event as known at the end.
    public func known(_ event: RecordedEvent) -> RecordedEvent { moves.known(event) }

    /// Replays the next event.
    ///
    /// - Returns: Its place in the play of the match.
    public mutating func time(at event: RecordedEvent) -> PlayedTime {
        let then = event.moment.before(by: event.event.whistleAgo)
        var known: PlayedTime?
        // The last moment of a period is in it.
        if case .periodEnded = event.event { known = state.time(at: then) }
        if let minute = event.event.givenMinute { known = state.time(of: minute, at: then) }
        replay(event)
        return known ?? state.time(at: then)
    }

    /// Replays the next event, whose place in the play nobody asks for.
    public mutating func replay(_ event: RecordedEvent) {
        state.fold(known(event), undone: undoneSteps)
    }
}

/// The goals that were given to the other side after they were counted.
private struct GoalMoves {
    /// The sides that each goal counted for in turn, by the number of the goal's event.
    ///
    /// Each side has the number of the event from which on it applied, the first one that of the
    /// event that counted the goal.
    private var sides: [Int: [(event: Int, side: Side)]] = [:]

    init(of gather: Gather) {
        for event in gather.log {
            guard case .goalAmended(let amendment) = event.event, amendment.isSideGiven,
                gather.stands(event.step),
                let goal = gather.log.first(where: { $0.number == amendment.number }),
                let counted = goal.event.goalSide
            else { continue }
            sides[goal.number, default: [(goal.number, counted)]]
                .append((event.number, amendment.side))
        }
    }

    /// Returns an event as it would be if every goal had been counted for its side at once.
    func known(_ recorded: RecordedEvent) -> RecordedEvent {
        guard !sides.isEmpty else { return recorded }
        var known = recorded
        switch recorded.event {
        case .scoreAdded(_, delta: 1, let ago, let minute):
            guard let side = sides[recorded.number]?.last?.side else { return recorded }
            known.event = .scoreAdded(side, delta: 1, ago: ago, minute: minute)
        case .goalScored(let goal, let ago, let minute):
            guard let side = sides[recorded.number]?.last?.side else { return recorded }
            let moved = NamedGoal(side: side, scorer: goal.scorer, isOwnGoal: goal.isOwnGoal)
            known.event = .goalScored(moved, ago: ago, minute: minute)
        case .scoreSet(let side, let goals):
            known.event = .scoreSet(side, goals + moved(to: side, after: recorded.number))
        case .goalAmended(let amendment):
            guard let side = sides[amendment.number]?.last?.side else { return recorded }
            known.event = .goalAmended(
                GoalAmendment(
                    number: amendment.number, side: side, scorer: amendment.scorer,
                    minute: amendment.minute))
        default: break
        }
        return known
    }

    /// Returns the number of goals that were moved to a side after an event, less the number that
    /// were moved away from it.
    private func moved(to side: Side, after event: Int) -> Int {
        sides.values.reduce(0) { count, sides in
            guard let then = sides.last(where: { $0.event < event })?.side,
                let last = sides.last?.side, then != last
            else { return count }
            return count + (last == side ? 1 : -1)
        }
    }
}
