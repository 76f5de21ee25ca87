import GatherAPI
import LinuxIO

/// The clock as it is shown at one moment.
struct ClockViewModel: Hashable {
    enum Mode: CaseIterable, Sendable {
        case none
        /// It is stopped, and can be started.
        case ready
        case running
        /// It runs, with a minute left at most.
        case lastMinute
        case paused
        case timeUp
        /// The length of a period of play is over, and its clock runs on.
        case addedTime
        /// It counts down a break between two periods.
        case inBreak
        /// Kicks from the mark are taken.
        case kicks
        /// The match is over, with a result.
        case ended
        /// The match was left without a result.
        case discarded

        /// The texts of the mode: the state and the period, which are the same in every language as
        /// other programs read them, and the headline of a board.
        var texts: (state: String, period: String, headline: String) {
            // Not translated: states and periods are read by programs.
            switch self {
            case .none: ("none", "no gather", tr("NO MATCH YET"))
            case .ready: ("stopped", "not running", tr("READY"))
            case .running: ("running", "playing", tr("RUNNING"))
            case .lastMinute: ("running", "playing", tr("LAST MINUTE"))
            case .paused: ("paused", "paused", tr("PAUSED"))
            case .timeUp: ("stopped", "time up", tr("TIME IS UP"))
            case .addedTime: ("running", "added time", tr("ADDED TIME"))
            case .inBreak: ("break", "break", tr("BREAK"))
            case .kicks: ("kicks", "kicks", tr("KICKS"))
            case .ended: ("ended", "full time", tr("FULL TIME"))
            case .discarded: ("discarded", "discarded", tr("DISCARDED"))
            }
        }
    }

    let mode: Mode

    /// The remaining time; nil without a match.
    let remaining: Duration?

    /// The end by the wall clock; nil unless the clock runs.
    let endsAt: Duration?

    /// The kick-off that is waited for; nil if there is none.
    let kickOff: KickOffViewModel?

    /// The clock of the period; nil in a match without a format, or that is over.
    let course: PeriodClock?

    /// The digits at which the clock of a match with a format ended; nil while it is open.
    private let lastDigits: String?

    /// The state in full, such as `running until 15:42:10`.
    let sentence: String

    init(_ gather: GatherSnapshot?, at now: ClockReading) {
        let left = gather?.timer.remaining(at: now)
        let period = PeriodClock(gather, at: now)
        course = gather?.phase == .open ? period : nil
        lastDigits = course == nil ? period?.digits : nil
        mode = course?.mode ?? Self.mode(gather, left ?? .zero)
        remaining = left
        endsAt = [.running, .lastMinute].contains(mode) ? left.map { now.wall + $0 } : nil
        let kickOff = KickOffViewModel(gather, at: now)
        self.kickOff = kickOff
        let end = endsAt.map { TimeText.coming($0, at: now) } ?? ""
        let timeUp = gather?.timer.timeUpAt.map { TimeText.moment($0, at: now) }
        sentence =
            switch mode {
            case .ready where course != nil && kickOff != nil: kickOff?.sentence ?? ""
            case _ where course != nil: course?.sentence ?? ""
            case .none: tr("no match")
            case .ready: kickOff?.sentence ?? tr("stopped")
            case .running, .lastMinute:
                gather?.timer.doubtful == true
                    ? tr("running until %1$@, doubtful", end) : tr("running until %1$@", end)
            case .paused: tr("paused")
            case .timeUp: timeUp.map { tr("time is up since %1$@", $0) } ?? tr("time is up")
            case .addedTime, .inBreak, .kicks: mode.texts.period
            case .ended: tr("ended")
            case .discarded: tr("discarded")
            }
    }

    /// The length of the last minute.
    static let lastMinute = Duration.seconds(60)

    private static func mode(_ gather: GatherSnapshot?, _ remaining: Duration) -> Mode {
        switch (gather?.phase, gather?.timer.state) {
        case (nil, _), (_, nil): .none
        case (.ended, _): .ended
        case (.discarded, _): .discarded
        case (.open, _) where remaining == .zero: .timeUp
        case (.open, .running): remaining > lastMinute ? .running : .lastMinute
        case (.open, .paused): .paused
        case (.open, .stopped): .ready
        }
    }

    /// The digits, such as `07:31`.
    var digits: String {
        course?.digits ?? lastDigits ?? remaining.map { TimeText.clock($0) } ?? "--:--"
    }

    /// The remaining whole seconds, as the digits show them; nil without a match.
    var seconds: Int? { remaining.map(TimeText.wholeSeconds) }

    var state: String { mode.texts.state }

    /// The period, such as `playing`, `first half` or `kick-off in 12:30`, as other programs read
    /// it.
    var period: String { kickOff?.period ?? course?.id ?? mode.texts.period }

    /// The digits that count: those of the clock, or of the kick-off that is waited for.
    var countedDigits: String { kickOff?.digits ?? digits }

    /// The time until the counted digits next change by themselves; nil if they do not.
    var untilNextDigits: Duration? {
        if let kickOff {
            guard !kickOff.isDue else { return nil }
            return kickOff.remaining - .seconds(TimeText.wholeSeconds(kickOff.remaining) - 1)
        }
        if let course { return course.untilNextDigits }
        guard endsAt != nil, let remaining, let seconds else { return nil }
        return remaining - .seconds(seconds - 1)
    }
}

extension TimeFields {
    /// The time in seconds, limited to what can be calculated with.
    var wholeSeconds: Int {
        let range = -(1 << 40)...(1 << 40)
        func clamped(_ number: Int) -> Int {
            min(max(number, range.lowerBound), range.upperBound)
        }
        return clamped(minutes) * 60 + clamped(seconds)
    }
}

extension TimerSnapshot {
    /// Returns the remaining time at a moment, never below zero: calculated from the deadline while
    /// the clock runs.
    func remaining(at now: ClockReading) -> Duration {
        guard state == .running, let endsAtBoottimeMicroseconds else {
            return max(.milliseconds(remainingMilliseconds), .zero)
        }
        return max(.microseconds(endsAtBoottimeMicroseconds) - now.boottime, .zero)
    }
}
