import GatherAPI
import LinuxIO

/// The moments of a running countdown that somebody waits for: its end, and so much before it.
///
/// Each of them comes once for a deadline: one that is heard of again, after the daemon was lost or
/// the countdown was moved back and forth, does not come again.
struct DeadlineAlarms {
    private struct Point: Hashable {
        let kind: MatchEvent.Kind
        /// In microseconds of the daemon's clock.
        let deadline: Int
        let time: Int
    }

    private let wanted: [(kind: MatchEvent.Kind, left: Int)]
    private var armed: [Point] = []
    private var gather: GatherSnapshot?
    private var gone: [Point] = []

    /// What comes later than this, as after a suspend, is not told as if it came now.
    static let patience = Duration.seconds(2)

    /// As many as a match with every kind of correction has.
    private static let longestMemory = 64

    /// Makes alarms for those of the kinds that the clock tells.
    init(_ kinds: [MatchEvent.Kind]) {
        wanted = kinds.compactMap { kind in
            switch kind {
            case .timeUp: (kind, 0)
            case .remaining(let milliseconds): (kind, milliseconds * 1_000)
            default: nil
            }
        }
    }

    /// The next moment, by the boot time of the daemon's machine.
    var next: Duration? { armed.map(\.time).min().map { .microseconds($0) } }

    /// What the time has come for.
    mutating func due(at now: ClockReading) -> [MatchEvent] {
        take { .microseconds($0.time) <= now.boottime }.compactMap { point in
            event(point, isLate: now.boottime - .microseconds(point.time) > Self.patience)
        }
    }

    /// Takes in a snapshot, and tells what the time has come for according to it.
    ///
    /// - Parameter isNews: Whether it tells what has come about just now.
    mutating func hear(
        _ new: GatherSnapshot?, isNews: Bool, at now: ClockReading
    ) -> [MatchEvent] {
        var events: [MatchEvent] = []
        if let gather, let new, gather.id == new.id, new.phase == .open {
            if new.timer.endsAtBoottimeMicroseconds == armed.first?.deadline {
                events = due(at: now)
            } else if new.isTimeUp {
                // The daemon's word that time is up may come before the alarm.
                events =
                    isNews
                    ? take { _ in true }.compactMap { event($0, isLate: false) } : due(at: now)
            }
        }
        gather = new
        arm(at: now)
        return events
    }

    private mutating func arm(at now: ClockReading) {
        armed = []
        guard let gather, gather.phase == .open, gather.timer.state == .running,
            let deadline = gather.timer.endsAtBoottimeMicroseconds
        else { return }
        let taken = gather.timer.takenAtBoottimeMicroseconds
        armed = wanted.map { kind, left in
            Point(kind: kind, deadline: deadline, time: deadline &- left)
        }
        .filter {
            // A countdown that starts with no more than that does not come down to it.
            $0.time > taken && .microseconds($0.time) > now.boottime && !gone.contains($0)
        }
    }

    /// Those that have come, in order, and will not come again.
    private mutating func take(_ isDue: (Point) -> Bool) -> [Point] {
        let due = armed.filter(isDue).sorted { $0.time < $1.time }
        guard !due.isEmpty else { return [] }
        armed.removeAll { due.contains($0) }
        gone = Array((gone + due).suffix(Self.longestMemory))
        return due
    }

    /// The gather as it is at that moment.
    private func event(_ point: Point, isLate: Bool) -> MatchEvent? {
        gather.map { gather in
            MatchEvent(
                kind: point.kind,
                gather: gather.with(left: point.deadline - point.time, at: point.time),
                isLate: isLate)
        }
    }
}

extension GatherSnapshot {
    /// Whether the countdown has run out, and nothing was done about it since.
    fileprivate var isTimeUp: Bool {
        timer.state == .stopped && timer.timeUpAt != nil && timer.remainingMilliseconds <= 0
    }

    /// The same gather when the countdown has come down to so many microseconds.
    fileprivate func with(left: Int, at taken: Int) -> GatherSnapshot {
        var gather = self
        let seconds = TimeWords.wholeSeconds(.microseconds(left))
        gather.timer.remaining = TimeFields(minutes: seconds / 60, seconds: seconds % 60)
        gather.timer.remainingMilliseconds = left / 1_000
        gather.timer.takenAtBoottimeMicroseconds = taken
        if left == 0 {
            gather.timer.state = .stopped
            gather.timer.endsAtBoottimeMicroseconds = nil
        }
        return gather
    }
}
