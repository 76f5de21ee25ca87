import GatherAPI
import GatherCore
import LinuxIO

/// Keeps what the clock showed last, and says what it has done by itself since.
///
/// That the countdown reached 00:00 is no event: it follows from those.
struct CountdownTicker {
    /// Something that the clock did, and when.
    typealias Happening = (reason: Reason, moment: Moment)

    /// Whether somebody wants to hear of every second.
    var wantsTicks = false

    /// What the clock last showed while it ran; nil when it was last seen at rest.
    private var shown: GatherTime?

    /// When what was shown last comes to 00:00.
    private var deadline: Moment?

    /// Notes what the clock shows.
    mutating func note(_ gather: Gather, at now: Moment) {
        guard gather.phase == .open, case .running(let deadline) = gather.timer.state(at: now)
        else {
            (shown, self.deadline) = (nil, nil)
            return
        }
        shown = GatherTime(roundingUp: gather.timer.remaining(at: now))
        self.deadline = deadline
    }

    /// What the clock has done since it was noted last, and notes it.
    mutating func catchUp(_ gather: Gather, at now: Moment) -> [Happening] {
        guard let last = shown else { return [] }
        let missed = wantsTicks ? missedTicks(since: last, at: now) : []
        note(gather, at: now)
        if shown == nil { return missed + [(.timeUp, now)] }
        return wantsTicks && shown != last ? missed + [(.tick, now)] : missed
    }

    /// When the clock does something by itself next: the deadline, or the next second if that is
    /// wanted; nil if nothing runs.
    func next(_ gather: Gather, at now: Moment) -> Moment? {
        guard let shown, case .running(let deadline) = gather.timer.state(at: now) else {
            return nil
        }
        return deadline.advanced(by: .seconds(wantsTicks ? 1 - shown.wholeSeconds : 0))
    }

    /// The seconds that passed while a slow disk, say, held up the queue, each as of then.
    private func missedTicks(since last: GatherTime, at now: Moment) -> [Happening] {
        guard let deadline else { return [] }
        let left = GatherTime(roundingUp: deadline.elapsed(since: now))
        let (newest, oldest) = (left.wholeSeconds + 1, last.wholeSeconds - 1)
        guard newest <= oldest, oldest - newest < Limits.missedTicks else { return [] }
        return (newest...oldest).reversed().map { second in
            (.tick, deadline.advanced(by: .seconds(-second)))
        }
    }
}
