import GatherAPI

/// The verbs of the countdown.
enum Countdown {
    static let start = Verb(
        name: "start", arguments: "[T] [--ago D]",
        summary: tr("start the countdown; opens a match if none is open"),
        failure: tr("cannot start the countdown: %1$@"),
        topic: .countdown, options: [.ago],
        manual: """
            Start the countdown. If no match is open, it opens one without players, with the time
            *T* on the clock, or the usual time.
            """
    ) { (arguments) throws(UsageError) in
        let time = try arguments.optional().map(arguments.time)
        return Change.start(agoMilliseconds: try ago(arguments), time: time)
    }

    static let pause = Verb(
        name: "pause", arguments: "[--ago D]", summary: tr("pause the countdown"),
        failure: tr("cannot pause the countdown: %1$@"), topic: .countdown, options: [.ago]
    ) { (arguments) throws(UsageError) in Change.pause(agoMilliseconds: try ago(arguments)) }

    static let resume = Verb(
        name: "resume", arguments: "[--ago D]", summary: tr("resume the paused countdown"),
        failure: tr("cannot resume the countdown: %1$@"), topic: .countdown, options: [.ago]
    ) { (arguments) throws(UsageError) in Change.resume(agoMilliseconds: try ago(arguments)) }

    static let toggle = Verb(
        name: "toggle", arguments: "[--ago D]",
        summary: tr("start, pause or resume, whichever fits"),
        failure: tr("cannot toggle the countdown: %1$@"), topic: .countdown, options: [.ago],
        manual: "Start, pause or resume, whichever fits: for a single button."
    ) { (arguments) throws(UsageError) in Change.toggle(agoMilliseconds: try ago(arguments)) }

    static let cancel = Verb(
        name: "cancel", synonyms: ["reset"], summary: tr("reset the clock; the score stays"),
        failure: tr("cannot reset the clock: %1$@"), topic: .countdown,
        manual: """
            Stop the clock and set it back to the chosen time. The score stays, and the match goes
            on.
            """
    ) { _ in Change.cancel }

    static let set = Verb(
        name: "set", arguments: "T", summary: tr("choose a new time; a running clock stops"),
        failure: tr("cannot set the time: %1$@"), topic: .countdown
    ) { (arguments) throws(UsageError) in
        let text = try arguments.required(tr("the time, such as 12:00 or 45m, is missing"))
        return Change.setTime(try arguments.time(text))
    }

    static let adjust = Verb(
        name: "adjust", arguments: "+D|-D [--start]", summary: tr("add time, or take it away"),
        failure: tr("cannot adjust the time: %1$@"), topic: .countdown, options: [.start],
        manual: """
            Add time, or take it away. The chosen time, to which *cancel* goes back, stays the same.
            With --start it also starts a clock that is not running.
            """
    ) { (arguments) throws(UsageError) in
        let word = try arguments.required(tr("the amount, such as +30s or -1:00, is missing"))
        let (sign, text) = arguments.signed(word)
        guard let length = TypedTime(text)?.milliseconds, length % 1_000 == 0 else {
            throw arguments.cannot(
                tr("'%1$@' is not an amount of time; use +30s, -90s, 1m30s or -01:30", word))
        }
        let most = InterfaceLimits.adjustmentSeconds.upperBound
        guard (1...most).contains(length / 1_000) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is out of range: add or take away from 1 s to %2$@", word,
                    TimeText.limit(seconds: most)))
        }
        return Change.adjustTime(
            seconds: (sign == "-" ? -1 : 1) * length / 1_000, start: arguments.has(.start))
    }

    /// Reads `--ago` in milliseconds; nil if it is not given.
    static func ago(_ arguments: ArgumentReader) throws(UsageError) -> Int? {
        guard let length = try arguments.milliseconds(.ago) else { return nil }
        let limits = InterfaceLimits.agoMilliseconds
        guard limits.contains(length) else {
            throw arguments.cannot(
                tr(
                    "'%1$@' is out of range: '--ago' is from %2$@ to %3$@",
                    arguments.text(.ago) ?? "",
                    TimeText.length(.milliseconds(limits.lowerBound)),
                    TimeText.limit(seconds: limits.upperBound / 1_000)))
        }
        return length
    }
}

extension Option {
    static let ago = Option("ago", tr("as if done this long ago"), takes: "D", isEffect: true)
    fileprivate static let start = Option(
        "start", tr("also start a clock that is not running"), isEffect: true)
}

extension Change {
    /// Starts the countdown.
    ///
    /// - Parameter time: The time of the match that is opened; nil to start any match.
    static func start(agoMilliseconds ago: Int? = nil, time: TimeFields? = nil) -> Change {
        Change(
            GatherMethod.Start(agoMilliseconds: ago, time: time), Countdown.start.failure
        ) { $0.started }
    }

    static func pause(agoMilliseconds ago: Int? = nil) -> Change {
        Change(GatherMethod.Pause(agoMilliseconds: ago), Countdown.pause.failure) { $0.paused }
    }

    static func resume(agoMilliseconds ago: Int? = nil) -> Change {
        Change(GatherMethod.Resume(agoMilliseconds: ago), Countdown.resume.failure) { $0.started }
    }

    static func toggle(agoMilliseconds ago: Int? = nil) -> Change {
        Change(
            GatherMethod.Toggle(agoMilliseconds: ago), Countdown.toggle.failure
        ) { $0.gather.timer.state == .paused ? $0.paused : $0.started }
    }

    /// Resets the clock to the chosen time.
    static let cancel: Change = Change(GatherMethod.Cancel(), Countdown.cancel.failure) {
        $0.outcome.changed
            ? tr("clock reset to %1$@, the match goes on", $0.clock.digits)
            : tr("no change: clock already at %1$@", $0.clock.digits)
    }

    /// Chooses a new time.
    static func setTime(_ time: TimeFields) -> Change {
        Change(GatherMethod.SetTime(time: time), Countdown.set.failure) { answer in
            guard answer.outcome.changed else {
                return tr("no change: clock already at %1$@", answer.since)
            }
            return answer.outcome.wasRunning
                ? tr("stopped at %1$@; it was running; undo: %2$@", answer.since, answer.next.undo)
                : tr("clock set to %1$@", answer.since)
        }
    }

    /// Adjusts the remaining time.
    static func adjustTime(seconds: Int, start: Bool, isGuarded: Bool = false) -> Change {
        Change(
            GatherMethod.AdjustTime(
                seconds: seconds, start: start ? true : nil, guarded: isGuarded ? true : nil),
            Countdown.adjust.failure
        ) { answer in
            if let notice = answer.notDoneAgain {
                return "\(notice)\n\(present(answer.gather, at: answer.now))"
            }
            let clock = answer.clock
            let state =
                switch clock.state {
                case _ where clock.course != nil: "\(clock.digits) \(clock.sentence)"
                case "running": tr("running, %1$@ left", clock.digits)
                case "paused": tr("paused at %1$@", clock.digits)
                default:
                    // It stood at 00:00, and players may wait for it to go on.
                    answer.gather.timer.remainingMilliseconds == seconds * 1_000
                        ? tr("%1$@, stopped; '%2$@' starts it", clock.digits, answer.next.start)
                        : tr("%1$@, stopped", clock.digits)
                }
            let length = TimeText.length(.seconds(abs(seconds)))
            if let period = clock.course, period.countsUp, seconds != 0 {
                return seconds < 0
                    ? tr("clock moved on by %1$@: %2$@", length, state)
                    : tr("clock moved back by %1$@: %2$@", length, state)
            }
            return seconds == 0
                ? state
                : seconds > 0
                    ? tr("%1$@ added: %2$@", length, state)
                    : tr("%1$@ taken off: %2$@", length, state)
        }
    }
}

extension ChangeAnswer {
    fileprivate var started: String {
        guard outcome.changed else {
            if gather.course != nil {
                return tr("no change: %1$@ %2$@", clock.digits, clock.sentence)
            }
            return tr(
                "no change: already running, %2$@ left, started from %1$@", since, clock.digits)
        }
        // The clock of a period may count up, and goes on in added time.
        if gather.course != nil {
            let state = "\(clock.digits) \(clock.sentence)"
            return outcome.opened ? tr("opened a match; %1$@, %2$@", state, names) : state
        }
        let started =
            outcome.opened
            ? tr("opened a match; running from %1$@, %2$@", since, names)
            : tr("running from %1$@", since)
        return withPresent(started, unless: "running")
    }

    fileprivate var paused: String {
        if gather.course != nil {
            let state = "\(clock.digits) \(clock.sentence)"
            return outcome.changed ? state : tr("no change: %1$@", state)
        }
        return withPresent(
            outcome.changed
                ? tr("paused at %1$@", since) : tr("no change: already paused at %1$@", since),
            unless: "paused")
    }

    /// Adds the present state where it differs: a replayed answer describes the original moment.
    private func withPresent(_ text: String, unless state: String) -> String {
        if clock.state != state {
            return [text, tr("now %1$@ %2$@", clock.digits, clock.sentence)].joinedBySemicolons()
        }
        return clock.digits == since
            ? text : [text, tr("now %1$@", clock.digits)].joinedBySemicolons()
    }
}
