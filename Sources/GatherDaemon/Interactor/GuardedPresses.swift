import GatherCore

/// The last commands of those that two people give for the same thing, each with its client.
///
/// A guarded command that another client has just given is not carried out again.
struct GuardedPresses {
    private struct Press {
        let gather: String
        let step: Int
        let connection: Int
        let device: String?
    }

    private var presses: [Press] = []

    /// Records that a command was carried out, if it can be guarded.
    ///
    /// - Parameters:
    ///   - last: The last event that it made.
    ///   - gather: The ID of the gather.
    mutating func record(_ request: CommandRequest, last: RecordedEvent?, in gather: String) {
        switch request.command {
        case .addToScore(_, delta: 1, _, _, _), .addToScore(_, delta: -1, _, _, _), .showCard,
            .countFoul, .adjustTime:
            guard let last else { return }
            presses.append(
                Press(
                    gather: gather, step: last.step, connection: request.connection,
                    device: request.device))
            presses = presses.suffix(Limits.pressesKept)
        default: break
        }
    }

    /// Returns the event of which a guarded command is the second press, over another connection or
    /// by another device; nil for a command that counts.
    func first(of request: CommandRequest, in gather: Gather, at now: Moment) -> RecordedEvent? {
        guard request.isGuarded else { return nil }
        let alike: [RecordedEvent] =
            switch request.command {
            case .addToScore(let side, delta: 1, let scorer, let ago, let minute):
                gather.goals(pressedLike: side, by: scorer, ago: ago, minute: minute, at: now)
            case .addToScore(let side, delta: -1, _, _, _):
                gather.takenGoals(pressedLike: side, at: now)
            case .countFoul(let side): gather.fouls(pressedLike: side, at: now)
            case .showCard(let card, let ago):
                gather.cards(pressedLike: card, ago: ago, at: now)
            case .adjustTime(let amount, _): gather.adjustments(pressedLike: amount, at: now)
            default: []
            }
        return alike.first { event in
            !presses.contains {
                ($0.gather, $0.step, $0.connection, $0.device) == (
                    gather.id, event.step, request.connection, request.device
                )
            }
        }
    }
}
