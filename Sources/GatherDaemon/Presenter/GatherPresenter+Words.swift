import GatherAPI
import GatherCore
import LinuxIO

extension GatherPresenter {
    /// The daemon's state in one line, as `systemctl status` shows it.
    static func status(_ gather: Gather, at now: Moment) -> String {
        let sides =
            "\(gather.name(of: .teamA)) \(gather.score.scoreDescription) \(gather.name(of: .teamB))"
        switch gather.phase {
        case .unopened: return "No gather"
        case .ended: return "Ended, \(sides)"
        case .discarded: return "Discarded, \(sides)"
        case .open: break
        }
        let remaining = gather.timer.remaining(at: now)
        switch gather.timer.state(at: now) {
        case .running:
            return "Running until \(LocalTime(now.wall + remaining).timeOfDay), \(sides)"
        case .paused: return "Paused at \(GatherTime(roundingUp: remaining)), \(sides)"
        case .stopped: return "Stopped at \(GatherTime(roundingUp: remaining)), \(sides)"
        }
    }

    /// What an undo of this step took back, for a person.
    static func undone(
        _ step: [RecordedEvent], before: Gather, after: Gather, at now: Moment
    ) -> String {
        let text = words(step, in: before)
        guard before.endedAt != nil, after.phase == .open else { return text }
        if after.timer.isDoubtful { return "\(text); nobody knows how far the countdown went on" }
        // What the clock showed then and shows now, rounded as it shows them.
        let then = GatherTime(roundingUp: before.timer.remaining(at: now))
        let shown = GatherTime(roundingUp: after.timer.remaining(at: now))
        guard then != shown || after.timer.isRunning(at: now) else { return text }
        let gone = Duration.seconds(then.wholeSeconds - shown.wholeSeconds)
        return "\(text); the countdown went on meanwhile, by \(GatherTime(roundingUp: gone))"
    }

    /// The commands of a step, for a person.
    static func words(_ step: [RecordedEvent], in gather: Gather) -> String {
        guard let first = step.first else { return "nothing" }
        if step.count > 1, case .opened = first.event {
            return "the start, which opened the gather"
        }
        return step.map { words($0, in: gather) }.joined(separator: ", and ")
    }

    /// Why subscribers are told of an event.
    static func reason(for event: Event) -> Reason? {
        switch event {
        case .opened: .opened
        case .started: .started
        case .paused: .paused
        case .cancelled: .cancelled
        case .timeSet: .timeSet
        case .timeAdjusted: .timeAdjusted
        case .scoreSet, .scoreAdded: .scoreChanged
        case .ended: .ended
        case .discarded: .discarded
        case .undone: .undone
        case .redone: .redone
        case .rebooted, .clockDoubted, .clockSettled, .clockStepped, .lost: nil
        }
    }

    private static func words(_ recorded: RecordedEvent, in gather: Gather) -> String {
        switch recorded.event {
        case .opened: return "the opening of the gather"
        case .started: return gather.resumed(recorded.step) ? "the resume" : "the start"
        case .paused: return "the pause"
        case .cancelled: return "putting the clock back"
        case .timeSet(let time): return "setting the time to \(time)"
        case .timeAdjusted(let amount):
            return "adjusting the time by \(signed(amount.wholeSeconds)) s"
        case .scoreSet(let side, let goals):
            return "setting the goals of \(gather.name(of: side)) to \(goals)"
        case .scoreAdded(let side, 1): return "the goal for \(gather.name(of: side))"
        case .scoreAdded(let side, let delta):
            return "\(signed(delta)) goals for \(gather.name(of: side))"
        case .ended: return "the end of the gather"
        case .discarded: return "discarding the gather"
        case .undone, .redone, .rebooted, .clockDoubted, .clockSettled, .clockStepped, .lost:
            return "nothing"
        }
    }

    static func signed(_ number: Int) -> String {
        number > 0 ? "+\(number)" : "\(number)"
    }
}
