import GatherAPI
import LinuxIO
import Varlink

/// Says what a command did.
enum ChangePresenter {
    /// The lines about a command, of the parameters of the answer to it.
    ///
    /// - Parameters:
    ///   - players: The names of players by their numbers, where they are known.
    ///   - outcomeFollows: Whether what becomes of the result is told by somebody else.
    ///   - next: How what takes it back is named.
    static func text(
        _ change: Change, _ reader: inout ParameterReader, _ players: [Int: String] = [:],
        outcomeFollows: Bool = false, next: NextSteps = .commands, at now: ClockReading
    ) throws(VarlinkError) -> String {
        switch change {
        case .undo:
            let reply = try GatherMethod.Undo.Reply(from: &reader)
            return undone(reply.undone, reply.gather, at: now)
        case .redo:
            let reply = try GatherMethod.Redo.Reply(from: &reader)
            return redone(reply.redone, reply.gather, at: now)
        case .reopen:
            let what: String? = try reader.optional("undone")
            return reopened(what?.shown, try reader.optional("gather"), at: now)
        case .drawTeams(_, _, let again):
            let reply = try GatherMethod.DrawTeams.Reply(from: &reader)
            return DrawPresenter.text(
                reply.draw, again: again, reply.gather, reply.outcome, players)
        default:
            var reply = try GatherMethod.Open.Reply(from: &reader)
            if outcomeFollows {
                reply.gather?.submission = nil
                reply.outcome.signedOut = false
            }
            return text(change, reply.gather, reply.outcome, next: next, at: now)
        }
    }

    /// The one or two lines about a command that worked.
    ///
    /// - Parameters:
    ///   - gather: The present one, which a repeated request may not have been about.
    ///   - next: How what takes it back is named.
    static func text(
        _ change: Change, _ gather: GatherSnapshot?, _ outcome: Outcome,
        next: NextSteps = .commands, at now: ClockReading
    ) -> String {
        guard let gather, isPresent(change, gather, outcome) else {
            let present = gather.map { status($0, at: now) } ?? "no gather is open"
            return "done before, with this request ID\nnow: \(present)"
        }
        return text(of: change, gather, outcome, next, at: now)
    }

    private static func isPresent(
        _ change: Change, _ gather: GatherSnapshot, _ outcome: Outcome
    ) -> Bool {
        guard outcome.gatherID.isEmpty || outcome.gatherID == gather.id else { return false }
        switch change {
        case .end, .discard: return gather.phase != .open
        default: return true
        }
    }

    private static func text(
        of change: Change, _ gather: GatherSnapshot, _ outcome: Outcome, _ next: NextSteps,
        at now: ClockReading
    ) -> String {
        let clock = ClockViewModel(gather, at: now)
        let since = TimeWords.clock(outcome.since)
        switch change {
        case .open:
            let opened = "opened: \(clock.digits), \(names(gather))"
            return ([opened] + SidesPresenter.card(gather.sides)).joined(separator: "\n")
        case .start, .resume: return started(gather, outcome, clock)
        case .pause: return paused(gather, outcome, clock)
        case .toggle:
            return gather.timer.state == .paused
                ? paused(gather, outcome, clock) : started(gather, outcome, clock)
        case .cancel:
            return outcome.changed
                ? "clock back at \(since), the match goes on" : "clock already at \(since)"
        case .setTime:
            guard outcome.changed else { return "clock already at \(since)" }
            return outcome.wasRunning
                ? "stopped at \(since); it was running; undo: \(next.undo)"
                : "clock set to \(since)"
        case .adjustTime: return adjusted(clock)
        case .setScore, .addToScore:
            let scorer = change.scorer.map { ", \($0.words)" } ?? ""
            return outcome.changed ? gather.scoreLine + scorer : "already \(gather.scoreLine)"
        case .movePlayers: return moved(gather, outcome)
        case .clearTeams:
            return outcome.changed ? "everybody has left the gather" : "nobody was in the gather"
        case .nameTeams:
            let opened = outcome.opened ? "opened a gather; " : ""
            return outcome.changed ? opened + names(gather) : "already \(names(gather))"
        case .drawTeams: return SidesPresenter.card(gather.sides).joined(separator: "\n")
        case .undo, .redo, .reopen: return status(gather, at: now)
        case .end:
            let submission =
                SubmissionPresenter.line(gather.submission, at: now)
                ?? (outcome.signedOut ? SubmissionPresenter.signedOut : nil)
            return "ended: \(gather.scoreLine), \(gather.resultWords)\n"
                + wayBack(next) + (submission.map { "\n\($0)" } ?? "")
        case .discard: return "discarded: \(gather.scoreLine)\n\(wayBack(next))"
        }
    }

    /// What an undo took back, and what is the case now.
    static func undone(
        _ what: String, _ gather: GatherSnapshot?, at now: ClockReading
    ) -> String {
        "undone: \(what)\n\(present(gather, at: now))"
    }

    /// What stands again after a redo, and what is the case now.
    static func redone(
        _ what: String, _ gather: GatherSnapshot?, at now: ClockReading
    ) -> String {
        "redone: \(what)\n\(present(gather, at: now))"
    }

    /// What was taken back to reopen a gather, nil if it is open already, and what is the case now.
    static func reopened(
        _ what: String?, _ gather: GatherSnapshot?, at now: ClockReading
    ) -> String {
        guard let what else { return "already open: \(present(gather, at: now))" }
        let opened = gather.map { " of \(TimeWords.dateAndTime($0.openedAt))" } ?? ""
        return "reopened: the gather\(opened)\n\(undone(what, gather, at: now))"
    }

    private static func wayBack(_ next: NextSteps) -> String { "take it back: \(next.undo)" }

    private static func present(_ gather: GatherSnapshot?, at now: ClockReading) -> String {
        gather.map { status($0, at: now) } ?? "no gather is open"
    }

    private static func status(_ gather: GatherSnapshot, at now: ClockReading) -> String {
        let clock = ClockViewModel(gather, at: now)
        return "\(clock.digits) \(clock.sentence), \(gather.scoreLine)"
    }

    private static func started(
        _ gather: GatherSnapshot, _ outcome: Outcome, _ clock: ClockViewModel
    ) -> String {
        let since = TimeWords.clock(outcome.since)
        guard outcome.changed else { return "already running since \(since), now \(clock.digits)" }
        let opened = outcome.opened ? "opened a gather; " : ""
        let names = outcome.opened ? ", \(names(gather))" : ""
        let now = news(clock, unless: "running", at: since)
        return "\(opened)running from \(since)\(names)\(now)"
    }

    private static func paused(
        _ gather: GatherSnapshot, _ outcome: Outcome, _ clock: ClockViewModel
    ) -> String {
        let already = outcome.changed ? "" : "already "
        let since = TimeWords.clock(outcome.since)
        return "\(already)paused at \(since)\(news(clock, unless: "paused", at: since))"
    }

    /// An answer that is had again tells of then; this tells of now, where that is different.
    private static func news(
        _ clock: ClockViewModel, unless state: String, at digits: String
    ) -> String {
        if clock.state != state { return "; now \(clock.digits) \(clock.sentence)" }
        return clock.digits == digits ? "" : ", now \(clock.digits)"
    }

    /// Everybody who is in the gather after players were moved.
    private static func moved(_ gather: GatherSnapshot, _ outcome: Outcome) -> String {
        let opened = outcome.opened ? ["opened a gather; 'gatherctl start' starts it"] : []
        let unchanged = outcome.changed ? [] : ["nobody moved: it was so already"]
        let card = SidesPresenter.card(gather.sides)
        let present = card.isEmpty ? ["nobody is in the gather"] : card
        return (opened + unchanged + present).joined(separator: "\n")
    }

    private static func adjusted(_ clock: ClockViewModel) -> String {
        switch clock.state {
        case "running": "running, \(clock.digits) left"
        case "paused": "paused at \(clock.digits)"
        default: "\(clock.state) \(clock.digits)"
        }
    }

    private static func names(_ gather: GatherSnapshot) -> String {
        "\(gather.teamA.name) - \(gather.teamB.name)"
    }
}

extension Change {
    /// Who has shot the goal, if it is one and somebody was named.
    fileprivate var scorer: Scorer? {
        if case .addToScore(_, _, let scorer) = self { scorer } else { nil }
    }
}

extension Scorer {
    /// Who has shot it: `Anna`, or `own goal of Anna`.
    fileprivate var words: String {
        isOwnGoal ? "own goal of \(name)" : name
    }
}
