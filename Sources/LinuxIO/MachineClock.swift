import CLinux
public import Dispatch
import Glibc

/// The readings of all clocks at one point in time, in whole microseconds.
public struct ClockReading: Hashable, Sendable {
    /// The reading of `CLOCK_BOOTTIME`.
    public var boottime: Duration
    /// The reading of `CLOCK_REALTIME`.
    public var wall: Duration
    /// The ID of this boot of the machine.
    public var boot: String
    /// True if ``wall`` is known to be right: it was read from a clock with a battery, or it has
    /// been synchronised.
    public var isWallTrusted: Bool

    /// Makes a reading.
    public init(boottime: Duration, wall: Duration, boot: String, isWallTrusted: Bool = true) {
        self.boottime = boottime
        self.wall = wall
        self.boot = boot
        self.isWallTrusted = isWallTrusted
    }
}

/// The only source of clock readings; tests have a virtual one.
public protocol MachineClock: Sendable {
    /// Returns the present reading of all clocks.
    func now() -> ClockReading

    /// The time by which these clocks are ahead of the machine's own clocks, which clients read.
    var lead: Duration { get }

    /// The machine's own clocks, for all times that are not part of a match.
    var unmoved: any MachineClock { get }

    /// Makes an alarm that calls the handler on the queue.
    func makeAlarm(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) -> any Alarm

    /// Calls the handler on the queue whenever the wall clock is set, as long as the result is
    /// held.
    func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) -> any WallClockWatch
}

extension MachineClock {
    /// Zero: the clocks of the machine are not moved.
    public var lead: Duration { .zero }

    /// The clocks themselves, which are not moved.
    public var unmoved: any MachineClock { self }
}

/// A watch on the wall clock, which ends when its last reference goes.
public protocol WallClockWatch: AnyObject {}

/// The clocks of this machine.
public struct SystemClock: MachineClock {
    private let boot: String
    private let trust = WallClockTrust()

    /// Makes a clock for the present boot.
    ///
    /// - Throws: A ``SystemError`` if the boot ID cannot be read, since a wrong one would give a
    ///   running countdown the wrong clock.
    public init() throws(SystemError) {
        boot = try Self.bootID()
    }

    /// Returns the present reading of all clocks.
    public func now() -> ClockReading {
        ClockReading(
            boottime: .microseconds(clinux_boottime_nanoseconds() / 1_000),
            wall: .microseconds(clinux_realtime_nanoseconds() / 1_000), boot: boot,
            isWallTrusted: trust.isTrusted)
    }

    /// Makes an alarm from a Dispatch timer.
    public func makeAlarm(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any Alarm {
        TimerAlarm(queue: queue, handler: handler)
    }

    /// Watches the wall clock by a kernel timer that is cancelled when the clock is set.
    public func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) -> any WallClockWatch {
        try TimerWatch(queue: queue, handler: handler)
    }

    /// Returns the boot ID; the unit sets it where `ProcSubset=pid` hides the kernel's file.
    private static func bootID() throws(SystemError) -> String {
        if let given = getenv("GATHERD_BOOT_ID") {
            let text = String(cString: given)
            if !text.isEmpty { return normal(text) }
        }
        let file = Descriptor(
            owning: try checked { open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC) })
        var buffer = [UInt8](repeating: 0, count: 64)
        guard let count = try file.read(into: &buffer), count > 1 else { throw SystemError(EIO) }
        return normal(String(decoding: buffer[..<count], as: UTF8.self))
    }

    /// Returns an ID without dashes, since systemd writes it without and the kernel with them.
    private static func normal(_ text: String) -> String {
        text.filter { $0 != "-" && !$0.isWhitespace }.lowercased()
    }
}
