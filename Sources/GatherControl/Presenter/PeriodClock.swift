import GatherAPI
import LinuxIO

/// The clock of a match with a format, as it is shown at one moment.
struct PeriodClock: Hashable {
    private let course: CourseFields
    private let isPaused: Bool
    /// The status of the kicks from the mark; nil before they begin.
    private let kicks: String?

    /// The time that has passed on the clock of the period.
    let elapsed: Duration

    /// Returns nil for a match without a format.
    init?(_ gather: GatherSnapshot?, at now: ClockReading) {
        guard let gather, let course = gather.course else { return nil }
        self.course = course
        isPaused = gather.timer.state == .paused
        kicks = KicksPresenter.status(gather)
        elapsed = course.elapsed(at: now)
    }

    /// The name of the period, as other programs read it.
    var id: String { course.period.id }

    /// The name of the period for people.
    var name: String { PeriodName.shown(id) }

    /// The time after the length of the period; nil before its end, and where the clock stands.
    var added: Duration? {
        let isPlayed = course.stage != .waiting && course.period.kind == .play
        guard isPlayed, course.period.atZero == .run, elapsed >= length else { return nil }
        return elapsed - length
    }

    /// The least added time as announced, such as `+3`; empty without any.
    var announced: String {
        guard course.isInPlay, let minutes = course.addedMinutes else { return "" }
        return "+\(minutes)"
    }

    /// The time after the length of the period, such as `+2:13`; empty before its end.
    var stoppage: String { added.map { "+\(TimeText.extra($0))" } ?? "" }

    /// True while football is played, and the digits grow.
    var countsUp: Bool { course.isInPlay && course.period.shows == .up }

    private var length: Duration { .seconds(course.period.seconds) }
    private var from: Duration { .seconds(course.period.fromSeconds) }

    /// True if the clock moves.
    var isRunning: Bool {
        guard course.zeroAtBoottimeMicroseconds != nil else { return false }
        return course.period.atZero == .run || elapsed < length
    }

    /// The digits of the clock without the added time.
    private var regular: Duration {
        switch course.period.shows {
        case .up: from + min(elapsed, length)
        case .down: max(length - elapsed, .zero)
        }
    }

    /// The digits, such as `37:05`, or `45:00 +2:13` in added time.
    var digits: String {
        if kicks != nil { return "--:--" }
        return added == nil ? regularDigits : "\(regularDigits) \(stoppage)"
    }

    /// The digits without the added time, such as `45:00`, for where that has a place of its own.
    var regularDigits: String { TimeText.clock(shown(regular)) }

    /// The text beside those digits: the added time that has gone, such as `+2:13`, and before it
    /// the announced one, such as `+3`; empty without either.
    var besideDigits: String { stoppage.isEmpty ? announced : stoppage }

    /// Returns the time that the digits show: one that grows does not show a second before it is
    /// over.
    private func shown(_ time: Duration) -> Duration {
        course.period.shows == .up ? .seconds(time.components.seconds) : time
    }

    /// The time until the digits next change; nil if they do not.
    var untilNextDigits: Duration? {
        guard isRunning else { return nil }
        // A break that was made longer has not begun to count from its length.
        let whole = Duration.seconds(elapsed.components.seconds)
        return (whole > elapsed ? whole : whole + .seconds(1)) - elapsed
    }

    /// The mode of an open match.
    var mode: ClockViewModel.Mode {
        switch (course.stage, course.period.kind) {
        case (.waiting, _): .ready
        case (.over, _): .timeUp
        case (.underway, .break): .inBreak
        case (.underway, .kicks): .kicks
        case (.underway, .play) where isPaused: .paused
        case (.underway, .play) where added != nil: isRunning ? .addedTime : .timeUp
        case (.underway, .play) where elapsed >= length: .timeUp
        case (.underway, .play) where !isRunning: .ready
        case (.underway, .play):
            length - elapsed > ClockViewModel.lastMinute ? .running : .lastMinute
        }
    }

    /// The state in full, such as `half-time; next: second half, at 45:00`.
    var sentence: String {
        announced.isEmpty ? plainSentence : tr("%1$@; %2$@ announced", plainSentence, announced)
    }

    private var plainSentence: String {
        switch mode {
        case .none, .ended, .discarded: name
        case .ready where course.stage == .waiting: tr("next: %1$@", next)
        case .ready: tr("%1$@, stopped", name)
        case .running, .lastMinute: tr("%1$@, running", name)
        case .addedTime: tr("%1$@, added time", name)
        case .paused: tr("%1$@, paused", name)
        case .inBreak: tr("%1$@; next: %2$@", name, next)
        case .kicks: kicks ?? name
        case .timeUp where course.stage == .over: over
        case .timeUp: tr("%1$@, time is up", name)
        }
    }

    /// The state after the last period, with what can follow on a draw.
    private var over: String {
        if let kicks { return kicks }
        let text = tr("%1$@ is over, it was the last period", name)
        guard course.offersKicks == true else { return text }
        return course.offersExtraTime == true
            ? tr("%1$@; a draw: 'gatherctl extra', 'gatherctl kicks' or 'gatherctl end'", text)
            : tr("%1$@; a draw: 'gatherctl kicks' or 'gatherctl end'", text)
    }

    /// The headline of a board.
    var headline: String {
        switch mode {
        case .ready where course.stage == .waiting: tr("NEXT: %1$@", name.uppercased())
        case .running, .inBreak: name.uppercased()
        case .addedTime where !announced.isEmpty:
            tr("ADDED TIME %1$@, %2$@", announced, name.uppercased())
        case .kicks: kicks?.uppercased() ?? mode.texts.headline
        case .timeUp where course.stage == .over && kicks != nil: kicks?.uppercased() ?? ""
        case .timeUp where course.stage == .over && course.offersKicks == true:
            tr("%1$@ IS OVER, A DRAW", name.uppercased())
        case .timeUp where course.stage == .over: tr("%1$@ IS OVER", name.uppercased())
        default: "\(mode.texts.headline), \(name.uppercased())"
        }
    }

    /// The next period with the time at which it begins, such as `second half, at 45:00`.
    private var next: String {
        guard let next = course.next else { return "" }
        let name = PeriodName.shown(next.id)
        return next.shows == .up && next.fromSeconds > 0
            ? tr("%1$@, at %2$@", name, TimeText.clock(.seconds(next.fromSeconds))) : name
    }
}

extension CourseFields {
    /// Returns the time that has passed on the clock of the period.
    func elapsed(at now: ClockReading) -> Duration {
        guard let zeroAtBoottimeMicroseconds else { return .milliseconds(elapsedMilliseconds) }
        // A break can be made longer than its length.
        let least: Duration = period.kind == .break ? .seconds(-86_400) : .zero
        let elapsed = max(now.boottime - .microseconds(zeroAtBoottimeMicroseconds), least)
        return period.atZero == .run ? elapsed : min(elapsed, .seconds(period.seconds))
    }

    /// True while football is played.
    var isInPlay: Bool { stage == .underway && period.kind == .play }
}
