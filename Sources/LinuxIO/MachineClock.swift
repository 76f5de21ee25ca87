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

    /// Makes a reading of its parts.
    public init(boottime: Duration, wall: Duration, boot: String) {
        self.boottime = boottime
        self.wall = wall
        self.boot = boot
    }
}

/// The one place that reads clocks; tests have a virtual one.
public protocol MachineClock: Sendable {
    /// All clocks, now.
    func now() -> ClockReading

    /// Makes an alarm that calls the handler on the queue.
    func makeAlarm(on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) -> any Alarm
}

/// Calls its handler at a point in time, or a little later.
///
/// It is a hint: whoever wakes reads the clock again.
public protocol Alarm {
    /// Sets the alarm to a point of `CLOCK_BOOTTIME`, instead of what it was set to.
    ///
    /// - Parameter interval: After how long it is likely to be set again. It is then cheaper, and
    ///   the handler may be called at that time by itself.
    func set(at boottime: Duration, every interval: Duration?)

    /// Sets it to nothing.
    func clear()
}

extension Alarm {
    /// Sets the alarm to one point of `CLOCK_BOOTTIME`.
    public func set(at boottime: Duration) { set(at: boottime, every: nil) }
}

/// The clocks of this machine.
public struct SystemClock: MachineClock {
    private let boot: String

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
            wall: .microseconds(clinux_realtime_nanoseconds() / 1_000), boot: boot)
    }

    /// Makes an alarm of a Dispatch timer.
    public func makeAlarm(
        on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> any Alarm {
        TimerAlarm(clock: self, queue: queue, handler: handler)
    }

    /// How far `CLOCK_BOOTTIME` is ahead of `CLOCK_MONOTONIC`, on which Dispatch's deadlines run.
    fileprivate static func boottimeAhead() -> Duration {
        .nanoseconds(clinux_boottime_nanoseconds() - clinux_monotonic_nanoseconds())
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

/// A Dispatch timer without leeway.
///
/// Its deadlines are on `CLOCK_MONOTONIC`, which stops while the machine is suspended, so it is to
/// be set again on every wake and on any command.
private final class TimerAlarm: Alarm {
    private let clock: SystemClock
    private let timer: any DispatchSourceTimer
    /// What it is set to, and how far `CLOCK_BOOTTIME` was ahead then: by the suspends so far.
    private var setting: (due: Duration, interval: Duration?, ahead: Duration)?

    init(clock: SystemClock, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
        self.clock = clock
        timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
        timer.setEventHandler { [weak self] in
            self?.noteCall()
            handler()
        }
        // Dispatch makes its timerfd with the first timer that has a time, and does without for
        // ever if there is no descriptor left: so now, and not when the first countdown starts.
        timer.schedule(deadline: .now() + .seconds(1 << 31))
        timer.activate()
    }

    deinit { timer.cancel() }

    func set(at boottime: Duration, every interval: Duration?) {
        // Setting wakes a thread of Dispatch, and most commands leave the alarm where it is.
        let ahead = SystemClock.boottimeAhead()
        if let setting, setting.due == boottime, setting.interval == interval,
            abs(ahead - setting.ahead) < .milliseconds(1)
        {
            return
        }
        setting = (boottime, interval, ahead)
        // An alarm further away than a century is never heard; Dispatch counts in 64 bits.
        let wait = min(max(boottime - clock.now().boottime, .zero), .seconds(3_200_000_000))
        timer.schedule(
            deadline: .now() + Self.dispatchInterval(wait),
            repeating: interval.map(Self.dispatchInterval) ?? .never, leeway: .nanoseconds(0))
    }

    /// The timer has called, and with an interval it is set to the next time already.
    private func noteCall() {
        guard let last = setting else { return }
        setting = last.interval.map { (last.due + $0, $0, last.ahead) }
    }

    private static func dispatchInterval(_ duration: Duration) -> DispatchTimeInterval {
        let (seconds, attoseconds) = duration.components
        return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }

    func clear() {
        guard setting != nil else { return }
        setting = nil
        timer.schedule(deadline: .distantFuture)
    }

    private func abs(_ duration: Duration) -> Duration { max(duration, .zero - duration) }
}
