import GatherAPI
import LinuxIO

/// The clock as it is to be read at one moment.
struct ClockViewModel: Hashable {
    /// What it shows, such as `07:31`.
    let digits: String

    /// What it does, in a word.
    let state: String

    /// What it does, in full, such as `running until 15:42:10`.
    let sentence: String

    /// When the digits change next by themselves, or nil if they do not.
    let untilNextDigits: Duration?

    /// Presents the clock of a gather.
    init(_ gather: GatherSnapshot, at now: ClockReading) {
        let remaining = gather.timer.remaining(at: now)
        let isCounting = gather.timer.state == .running && remaining > .zero
        digits = TimeWords.clock(remaining)
        switch gather.phase {
        case .ended, .discarded:
            state = gather.phase.rawValue
            sentence = state
        case .open where isCounting:
            state = "running"
            let until = "running until \(TimeWords.coming(now.wall + remaining, at: now))"
            sentence = gather.timer.doubtful ? "\(until), doubtful" : until
        case .open where remaining == .zero:
            state = "stopped"
            let timeUp = gather.timer.timeUpAt.map { TimeWords.moment($0, at: now) }
            sentence = timeUp.map { "time is up since \($0)" } ?? "time is up"
        case .open:
            state = gather.timer.state.rawValue
            sentence = state
        }
        untilNextDigits =
            isCounting && gather.phase == .open
            ? remaining - .seconds(TimeWords.wholeSeconds(remaining) - 1) : nil
    }
}

extension TimeFields {
    /// The time in seconds; of one that no clock has, as many as can be counted on.
    var wholeSeconds: Int {
        let range = -(1 << 40)...(1 << 40)
        func clamped(_ number: Int) -> Int {
            min(max(number, range.lowerBound), range.upperBound)
        }
        return clamped(minutes) * 60 + clamped(seconds)
    }
}

extension TimerSnapshot {
    /// What is left at a moment, never below zero: arithmetic on the deadline while it runs.
    func remaining(at now: ClockReading) -> Duration {
        guard state == .running, let endsAtBoottimeMicroseconds else {
            return max(.milliseconds(remainingMilliseconds), .zero)
        }
        return max(.microseconds(endsAtBoottimeMicroseconds) - now.boottime, .zero)
    }
}
