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
            return step.contains { if case .started = $0.event { true } else { false } }
                ? "the start, which opened the gather" : words(first, in: gather)
        }
        return step.map { words($0, in: gather) }.joined(separator: ", and ")
    }

    /// Why subscribers are told of the events of a command.
    static func reason(for events: [Event]) -> Reason? {
        guard let last = events.last else { return nil }
        // Players on the sides are of the opening.
        if case .playersMoved = last, events.first?.opens == true { return .opened }
        switch last {
        case .opened: return .opened
        case .started: return .started
        case .paused: return .paused
        case .cancelled: return .cancelled
        case .timeSet: return .timeSet
        case .timeAdjusted: return .timeAdjusted
        case .scoreSet, .scoreAdded, .goalScored: return .scoreChanged
        case .playersMoved, .teamsCleared, .teamsDrawn, .teamsNamed: return .playersChanged
        case .ended: return .ended
        case .discarded: return .discarded
        case .undone: return .undone
        case .redone: return .redone
        case .rebooted, .clockDoubted, .clockSettled, .clockStepped, .lost: return nil
        }
    }

    private static func words(_ recorded: RecordedEvent, in gather: Gather) -> String {
        switch recorded.event {
        case .opened: return "the opening of the gather"
        case .started: return gather.resumed(recorded.step) ? "the resume" : "the start"
        case .paused: return "the pause"
        case .cancelled: return "putting the clock back"
        case .timeSet(let time): return "setting the time to \(time)"
        case .timeAdjusted(let amount, _):
            return "adjusting the time by \(signed(amount.wholeSeconds)) s"
        case .scoreSet(let side, let goals):
            return "setting the goals of \(gather.name(of: side)) to \(goals)"
        case .scoreAdded(let side, 1): return "the goal for \(gather.name(of: side))"
        case .scoreAdded(let side, let delta):
            return "\(signed(delta)) goals for \(gather.name(of: side))"
        case .goalScored(let goal): return "the \(words(goal, in: gather))"
        case .playersMoved(_, nil), .teamsCleared:
            return "taking \(names(gather.moved(by: recorded))) out of the gather"
        case .playersMoved(_, let section?):
            let players = names(gather.moved(by: recorded))
            return "moving \(players) to \(name(of: section, in: gather))"
        case .teamsDrawn: return "the draw of the teams"
        case .teamsNamed(let teamAName, _, .teamB): return "naming the first side \(teamAName)"
        case .teamsNamed(_, let teamBName, .teamA): return "naming the second side \(teamBName)"
        case .teamsNamed(let teamAName, let teamBName, nil):
            return "naming the teams \(teamAName) and \(teamBName)"
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
