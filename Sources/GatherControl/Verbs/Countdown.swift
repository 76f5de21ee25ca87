import GatherAPI
import Varlink

/// The verbs of the countdown.
enum Countdown {
    static let start = Verb(
        name: "start", arguments: "[--ago D]",
        summary: "set the countdown going, in a new gather at need",
        failure: tr("cannot start the countdown: %1$@"),
        topic: .countdown, options: [.ago],
        manual: "Set the countdown going. Where no gather is open, one is opened."
    ) { (arguments) throws(UsageError) in Change.start(agoMilliseconds: try ago(arguments)) }

    static let pause = Verb(
        name: "pause", arguments: "[--ago D]", summary: "hold the countdown",
        failure: tr("cannot pause the countdown: %1$@"), topic: .countdown, options: [.ago]
    ) { (arguments) throws(UsageError) in Change.pause(agoMilliseconds: try ago(arguments)) }

    static let resume = Verb(
        name: "resume", arguments: "[--ago D]", summary: "set the held countdown going",
        failure: tr("cannot resume the countdown: %1$@"), topic: .countdown, options: [.ago]
    ) { (arguments) throws(UsageError) in Change.resume(agoMilliseconds: try ago(arguments)) }

    static let toggle = Verb(
        name: "toggle", arguments: "[--ago D]", summary: "start, pause or resume, whichever it is",
        failure: tr("cannot toggle the countdown: %1$@"), topic: .countdown, options: [.ago],
        manual: "Start, pause or resume, whichever it is: for a single button."
    ) { (arguments) throws(UsageError) in Change.toggle(agoMilliseconds: try ago(arguments)) }

    static let cancel = Verb(
        name: "cancel", synonyms: ["reset"], summary: "put the clock back; the score stays",
        failure: tr("cannot put the clock back: %1$@"), topic: .countdown,
        manual: """
            Put the clock back at the chosen time, at rest. The score stays, and the match goes on.
            """
    ) { _ in Change.cancel }

    static let set = Verb(
        name: "set", arguments: "T", summary: "choose a new time; a running clock stops",
        failure: tr("cannot set the time: %1$@"), topic: .countdown
    ) { (arguments) throws(UsageError) in
        let text = try arguments.required("the time, such as 12:00 or 45m,")
        return Change.setTime(try arguments.time(text))
    }

    static let adjust = Verb(
        name: "adjust", arguments: "+D|-D [--start]", summary: "add time, or take it away",
        failure: tr("cannot adjust the time: %1$@"), topic: .countdown, options: [.start],
        manual: """
            Add time, or take it away; the chosen time stays. With --start a clock at rest is set
            going as well: added time.
            """
    ) { (arguments) throws(UsageError) in
        let word = try arguments.required("the amount, such as +30s or -1:00,")
        let (sign, text) = arguments.signed(word)
        guard let length = TypedTime(text)?.milliseconds, length % 1_000 == 0 else {
            throw arguments.cannot(
                "'\(word)' is no amount of time such as +30s, -90s, 1m30s or -01:30")
        }
        guard (1...InterfaceLimits.adjustmentSeconds.upperBound).contains(length / 1_000) else {
            throw arguments.cannot("'\(word)' cannot be: \(RefusalPresenter.adjustmentKind)")
        }
        return Change.adjustTime(
            seconds: (sign == "-" ? -1 : 1) * length / 1_000, start: arguments.has(.start))
    }

    /// Reads `--ago` in milliseconds; nil if it is not given.
    private static func ago(_ arguments: ArgumentReader) throws(UsageError) -> Int? {
        guard let length = try arguments.milliseconds(.ago) else { return nil }
        guard InterfaceLimits.agoMilliseconds.contains(length) else {
            let text = arguments.text(.ago) ?? ""
            throw arguments.cannot("'\(text)' cannot be: \(RefusalPresenter.agoKind)")
        }
        return length
    }
}

extension Option {
    fileprivate static let ago = Option(
        "ago", "as if done so long ago", takes: "D", isEffect: true)
    fileprivate static let start = Option(
        "start", "set a clock at rest going as well", isEffect: true)
}

extension Change {
    static func start(agoMilliseconds ago: Int? = nil) -> Change {
        Change(
            GatherMethod.Start(agoMilliseconds: ago), Countdown.start.failure
        ) { $0.started }
    }

    static func pause(agoMilliseconds ago: Int? = nil) -> Change {
        Change(
            GatherMethod.Pause(agoMilliseconds: ago), Countdown.pause.failure
        ) { $0.paused }
    }

    static func resume(agoMilliseconds ago: Int? = nil) -> Change {
        Change(
            GatherMethod.Resume(agoMilliseconds: ago), Countdown.resume.failure
        ) { $0.started }
    }

    static func toggle(agoMilliseconds ago: Int? = nil) -> Change {
        Change(
            GatherMethod.Toggle(agoMilliseconds: ago), Countdown.toggle.failure
        ) { $0.gather.timer.state == .paused ? $0.paused : $0.started }
    }

    /// Resets the clock to the chosen time.
    static let cancel: Change = Change(GatherMethod.Cancel(), Countdown.cancel.failure) {
        $0.outcome.changed
            ? "clock back at \($0.since), the match goes on" : "clock already at \($0.since)"
    }

    /// Chooses a new time.
    static func setTime(_ time: TimeFields) -> Change {
        Change(GatherMethod.SetTime(time: time), Countdown.set.failure) { answer in
            guard answer.outcome.changed else { return "clock already at \(answer.since)" }
            return answer.outcome.wasRunning
                ? "stopped at \(answer.since); it was running; undo: \(answer.next.undo)"
                : "clock set to \(answer.since)"
        }
    }

    /// Adjusts the remaining time.
    static func adjustTime(seconds: Int, start: Bool) -> Change {
        Change(
            GatherMethod.AdjustTime(seconds: seconds, start: start ? true : nil),
            Countdown.adjust.failure
        ) { answer in
            let clock = answer.clock
            return switch clock.state {
            case "running": "running, \(clock.digits) left"
            case "paused": "paused at \(clock.digits)"
            default: "\(clock.state) \(clock.digits)"
            }
        }
    }
}

extension ChangeAnswer {
    fileprivate var started: String {
        guard outcome.changed else { return "already running since \(since), now \(clock.digits)" }
        let opened = outcome.opened ? "opened a gather; " : ""
        let names = outcome.opened ? ", \(names)" : ""
        return "\(opened)running from \(since)\(names)\(news(unless: "running"))"
    }

    fileprivate var paused: String {
        "\(outcome.changed ? "" : "already ")paused at \(since)\(news(unless: "paused"))"
    }

    /// Returns the present state where it differs: a replayed answer describes the original moment.
    private func news(unless state: String) -> String {
        if clock.state != state { return "; now \(clock.digits) \(clock.sentence)" }
        return clock.digits == since ? "" : ", now \(clock.digits)"
    }
}
