import LinuxIO

/// Tells the time and lets it pass; tests have a virtual one.
protocol Timekeeper: AnyObject {
    /// The clocks, now.
    func now() -> ClockReading

    /// Waits for one of several things.
    ///
    /// - Parameters:
    ///   - socket: Where something may arrive.
    ///   - output: What somebody may stop reading.
    ///   - timeout: How long to wait at most; nil for ever.
    /// - Returns: What has come about.
    func wait(for socket: Descriptor?, orLossOf output: Descriptor?, timeout: Duration?) -> Wake

    /// Waits for one of several things, and for an exact moment.
    ///
    /// - Parameters:
    ///   - sources: Where something may arrive.
    ///   - output: What somebody may stop reading.
    ///   - timeout: How long to wait at most, while the machine is awake; nil for ever.
    ///   - alarm: When to wake whatever happens, by the boot time of ``now()``: also where the
    ///     machine was suspended over it.
    /// - Returns: What has come about; the alarm is a timeout.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, timeout: Duration?,
        alarm: Duration?
    ) -> Wake

    /// Waits for the first of many things.
    ///
    /// - Parameters:
    ///   - descriptors: Where something may arrive.
    ///   - output: What somebody may stop reading.
    ///   - full: What is waited for until it takes more.
    ///   - boottime: A moment of `CLOCK_BOOTTIME`; nil for never.
    /// - Returns: The places of those that are ready, behind the others that of `output` and then
    ///   that of `full`; none if it is time.
    func wait(
        forAnyOf descriptors: [Descriptor], orLossOf output: Descriptor?,
        orRoomIn full: Descriptor?, until boottime: Duration?
    ) -> [Int]

    /// Learns from a state of the match when the daemon's clock showed what, where that is the
    /// clock of another machine.
    func hear(_ match: MatchState)
}

extension Timekeeper {
    /// Waits for one of several things, where nothing has a clock that is more exact.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, timeout: Duration?,
        alarm: Duration?
    ) -> Wake {
        let untilAlarm = alarm.map { max($0 - now().boottime, .zero) }
        return wait(
            for: sources.first, orLossOf: output,
            timeout: [timeout, untilAlarm].compactMap { $0 }.min())
    }

    /// Learns nothing: the daemon has the clock of this machine.
    func hear(_ match: MatchState) {}
}

/// What ends a wait.
enum Wake: Hashable {
    /// There is something to read, or the end of it.
    case readable
    /// Nobody reads the output any more.
    case outputLost
    /// Time has passed.
    case timeout
}

/// The time of this machine.
final class SystemTimekeeper: Timekeeper {
    private let waits = MultipleWait()

    /// The clocks, now.
    func now() -> ClockReading { .current }

    /// Waits in poll(2).
    func wait(
        for socket: Descriptor?, orLossOf output: Descriptor?, timeout: Duration?
    ) -> Wake {
        wait(
            for: socket.map { [$0] } ?? [], orLossOf: output, timeout: timeout, alarm: nil)
    }

    /// Waits in poll(2), for a timer of the kernel as well.
    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, timeout: Duration?,
        alarm: Duration?
    ) -> Wake {
        let outcome = waits.wait(for: sources, orLossOf: output, timeout: timeout, until: alarm)
        if outcome.ready.last == sources.count { return .outputLost }
        // What has arrived at the moment of an alarm is still there the next time.
        return outcome.isDue || outcome.ready.isEmpty ? .timeout : .readable
    }

    /// Waits with a timer of the kernel, to the microsecond.
    func wait(
        forAnyOf descriptors: [Descriptor], orLossOf output: Descriptor?,
        orRoomIn full: Descriptor?, until boottime: Duration?
    ) -> [Int] {
        waits.wait(for: descriptors, orLossOf: output, orRoomIn: full, until: boottime).ready
    }
}
