import CLinux
public import Dispatch
import Glibc

/// All clocks at one point in time, in whole microseconds.
public struct ClockReading: Hashable, Sendable {
    /// `CLOCK_BOOTTIME`.
    public var boottime: Duration
    /// `CLOCK_REALTIME`.
    public var wall: Duration
    /// The ID of this boot of the machine.
    public var boot: String
    /// Whether ``wall`` is known to be right: it was read from a clock with a battery, or it has
    /// been synchronised.
    public var isWallTrusted: Bool

    /// Makes a reading of its parts.
    public init(boottime: Duration, wall: Duration, boot: String, isWallTrusted: Bool = true) {
        self.boottime = boottime
        self.wall = wall
        self.boot = boot
        self.isWallTrusted = isWallTrusted
    }
}

/// The one place that reads clocks; tests have a virtual one.
public protocol MachineClock: Sendable {
    /// All clocks, now.
    func now() -> ClockReading

    /// Makes an alarm that calls the handler on the queue.
    func makeAlarm(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any Alarm

    /// Calls the handler on the queue whenever the wall clock has been set, until nobody holds what
    /// is returned.
    func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) -> any WallClockWatch
}

/// A watch on the wall clock, over when nobody holds it.
public protocol WallClockWatch: AnyObject {}

/// The clocks of this machine.
public struct SystemClock: MachineClock {
    private let boot: String
    private let trust = WallClockTrust()

    /// Makes a clock for the present boot.
    ///
    /// - Throws: A ``SystemError`` if the boot ID cannot be read: a wrong one would give a running
    ///   countdown the wrong clock.
    public init() throws(SystemError) {
        boot = try Self.bootID()
    }

    /// All clocks, now.
    public func now() -> ClockReading {
        ClockReading(
            boottime: .microseconds(clinux_boottime_nanoseconds() / 1_000),
            wall: .microseconds(clinux_realtime_nanoseconds() / 1_000), boot: boot,
            isWallTrusted: trust.isTrusted)
    }

    /// Makes an alarm of a Dispatch timer.
    public func makeAlarm(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any Alarm {
        TimerAlarm(queue: queue, handler: handler)
    }

    /// Watches the wall clock by a timer of the kernel that is cancelled when it is set.
    public func watchWallClock(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) throws(SystemError) -> any WallClockWatch {
        try TimerWatch(queue: queue, handler: handler)
    }

    /// The unit gives the boot ID where `ProcSubset=pid` hides the kernel's file.
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

    /// systemd writes the ID without dashes, the kernel with them.
    private static func normal(_ text: String) -> String {
        text.filter { $0 != "-" && !$0.isWhitespace }.lowercased()
    }
}
