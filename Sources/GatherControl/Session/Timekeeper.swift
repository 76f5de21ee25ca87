import GatherAPI
import LinuxIO

/// The source of time and of waits; tests have a virtual one.
protocol Timekeeper: AnyObject {
    func now() -> ClockReading

    /// The time by which the boot time of ``now()`` is ahead of this machine's; zero if the daemon
    /// is here.
    ///
    /// It changes for good if the daemon's machine is restarted.
    var lead: Duration { get }

    /// Waits for the first of several events.
    ///
    /// - Parameters:
    ///   - sources: The descriptors on which something may arrive.
    ///   - output: The descriptor whose reader may go away.
    ///   - full: The descriptor that is waited for until it can be written to.
    ///   - timeout: The longest wait, while the machine is awake; nil for no limit.
    ///   - alarm: The time at which the wait ends in any case, by the boot time of ``now()``: even
    ///     if the machine was suspended at that time.
    /// - Returns: The indices of those that are ready; the one of `output` and then the one of
    ///   `full` follow those of the sources. Empty if the time is over.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int]

    /// Takes the time stamp of a match state, if the daemon has the clock of another machine.
    func synchronize(with match: MatchState)
}

extension Timekeeper {
    var lead: Duration { .zero }

    /// The boot time of this machine, for waits that do not depend on the match.
    var ownBoottime: Duration { now().boottime - lead }

    /// Waits for one source, or until the time is over.
    ///
    /// - Returns: True if something has arrived.
    func wait(for source: Descriptor?, timeout: Duration?) -> Bool {
        let sources = [source].compactMap(\.self)
        return !wait(for: sources, orLossOf: nil, orRoomIn: nil, timeout: timeout, alarm: nil)
            .isEmpty
    }

    /// Does nothing: the daemon has the clock of this machine.
    func synchronize(with match: MatchState) {}
}

/// The time of this machine.
final class SystemTimekeeper: Timekeeper {
    private let waits = MultipleWait()

    func now() -> ClockReading { .current }

    /// Waits in poll(2), and for the alarm with a timer of the kernel, to the microsecond.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int] {
        waits.wait(
            for: sources, orLossOf: output, orRoomIn: full, timeout: timeout, until: alarm
        ).ready
    }
}

/// An estimate of the offset between the clock of another machine and this one's, from the time
/// stamps that arrive.
///
/// A time stamp is at least as old as its way here took, so the one that looks newest is the best;
/// half of the shortest round trip is added to it. An older one counts less with time, as two
/// clocks drift apart.
struct RemoteClock {
    private var latency = Duration.zero
    private var hasLatency = false
    private var best: (stamp: Duration, arrival: Duration)?

    /// The inverse of the largest drift: two machines' clocks diverge by less than this part of the
    /// time.
    private static let drift = 10_000

    /// The offset to add to this machine's boot time to get the other's; zero if nothing is known.
    var offset: Duration { best.map { $0.stamp - $0.arrival + latency } ?? .zero }

    /// Discards the time stamp that is known, as the machine may have been restarted.
    mutating func begin() { best = nil }

    /// Takes the time stamp of a round trip that began and ended at these times of this machine's
    /// clock.
    mutating func add(_ stamp: Duration, requestedAt: Duration, arrival: Duration) {
        let half = (arrival - requestedAt) / 2
        latency = hasLatency ? min(latency, half) : half
        hasLatency = true
        add(stamp, arrival: arrival)
    }

    /// Takes a time stamp that arrived at this time of this machine's clock.
    mutating func add(_ stamp: Duration, arrival: Duration) {
        if let best {
            let allowance = (arrival - best.arrival) / Self.drift
            guard stamp - arrival >= best.stamp - best.arrival - allowance else { return }
        }
        best = (stamp, arrival)
    }
}

/// The time of this machine, with the boot time of the one that the daemon runs on.
final class RemoteTimekeeper: Timekeeper {
    /// The estimate of the other machine's clock.
    var clock = RemoteClock()
    /// The estimate since a later connection; it counts once a state by that clock has arrived.
    private var next: RemoteClock?
    private let own: any Timekeeper

    init(_ own: any Timekeeper) {
        self.own = own
    }

    var lead: Duration { clock.offset }

    func now() -> ClockReading {
        var reading = own.now()
        reading.boottime += lead
        return reading
    }

    /// Begins another estimate, with the first time stamp of a connection.
    ///
    /// - Parameter awaitsState: True if the state that is known goes on by the earlier clock until
    ///   another one arrives: the machine may have been restarted.
    func begin(_ stamp: Duration, awaitsState: Bool) {
        var clock = clock
        clock.begin()
        clock.add(stamp, arrival: ownBoottime)
        if awaitsState { next = clock } else { (self.clock, next) = (clock, nil) }
    }

    /// Waits as this machine does, for an alarm by the other's clock.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int] {
        own.wait(
            for: sources, orLossOf: output, orRoomIn: full, timeout: timeout,
            alarm: alarm.map { $0 - lead })
    }

    /// Takes the time stamp of a state that has just arrived.
    func synchronize(with match: MatchState) {
        if let next { (clock, self.next) = (next, nil) }
        guard let taken = match.gather?.timer.takenAtBoottimeMicroseconds else { return }
        clock.add(.microseconds(taken), arrival: ownBoottime)
    }
}
