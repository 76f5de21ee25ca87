import LinuxIO

/// Tells the time and lets it pass; tests have a virtual one.
protocol Timekeeper: AnyObject {
    func now() -> ClockReading

    /// Waits for the first of several things.
    ///
    /// - Parameters:
    ///   - sources: Where something may arrive.
    ///   - output: What somebody may stop reading.
    ///   - full: What is waited for until it takes more.
    ///   - timeout: How long to wait at most, while the machine is awake; nil for ever.
    ///   - alarm: When to wake whatever happens, by the boot time of ``now()``: also where the
    ///     machine was suspended over it.
    /// - Returns: The places of those that are ready, behind the sources that of `output` and then
    ///   that of `full`; none if it is time.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int]

    /// Learns from a state of the match when the daemon's clock showed what, where that is the
    /// clock of another machine.
    func hear(_ match: MatchState)
}

extension Timekeeper {
    /// Waits for one source, or lets the time pass.
    ///
    /// - Returns: Whether something has arrived.
    func wait(for source: Descriptor?, timeout: Duration?) -> Bool {
        let sources = [source].compactMap(\.self)
        return !wait(for: sources, orLossOf: nil, orRoomIn: nil, timeout: timeout, alarm: nil)
            .isEmpty
    }

    /// Learns nothing: the daemon has the clock of this machine.
    func hear(_ match: MatchState) {}
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

/// How far the clock of another machine is from this one's, as well as can be told from what
/// arrives from there.
///
/// A time stamp is at least as old as its way here took, so that the newest-looking of several is
/// the best; half of the shortest round trip is added to it. An older one counts less with time,
/// as two clocks drift apart.
struct RemoteClock {
    private var latency = Duration.zero
    private var hasLatency = false
    private var best: (stamp: Duration, arrival: Duration)?

    /// Two clocks of machines drift apart by less than this part of the time.
    private static let drift = 10_000

    /// Makes a clock of which nothing is known yet: it is taken for this machine's.
    init() {}

    /// What to add to this machine's boot time to get the other's.
    var offset: Duration { best.map { $0.stamp - $0.arrival + latency } ?? .zero }

    /// Forgets what was known of its stamps, as the machine may have been started anew.
    mutating func begin() { best = nil }

    /// Takes in a round trip, which began and ended at these points of this machine's clock.
    mutating func hear(_ stamp: Duration, askedAt: Duration, arrival: Duration) {
        let half = (arrival - askedAt) / 2
        latency = hasLatency ? min(latency, half) : half
        hasLatency = true
        hear(stamp, arrival: arrival)
    }

    /// Takes in a time stamp that arrived at this point of this machine's clock.
    mutating func hear(_ stamp: Duration, arrival: Duration) {
        if let best {
            let allowance = (arrival - best.arrival) / Self.drift
            guard stamp - arrival >= best.stamp - best.arrival - allowance else { return }
        }
        best = (stamp, arrival)
    }
}

/// The time of this machine, with the boot time of the one that the daemon runs on.
final class RemoteTimekeeper: Timekeeper {
    /// What is known of the other machine's clock.
    var clock = RemoteClock()
    private let own: any Timekeeper

    init(_ own: any Timekeeper) {
        self.own = own
    }

    var ownBoottime: Duration { own.now().boottime }

    func now() -> ClockReading {
        var reading = own.now()
        reading.boottime += clock.offset
        return reading
    }

    /// Waits as this machine does, for an alarm by the other's clock.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int] {
        own.wait(
            for: sources, orLossOf: output, orRoomIn: full, timeout: timeout,
            alarm: alarm.map { $0 - clock.offset })
    }

    /// Takes the time stamp of a state that has arrived just now.
    func hear(_ match: MatchState) {
        guard let taken = match.gather?.timer.takenAtBoottimeMicroseconds else { return }
        clock.hear(.microseconds(taken), arrival: ownBoottime)
    }
}
