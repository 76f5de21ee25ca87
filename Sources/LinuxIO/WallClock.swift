import CLinux
import Dispatch
import Glibc
import Synchronization

/// Determines if the wall clock of this machine is right, as far as the machine knows.
///
/// A machine without a battery for its clock, such as a Raspberry Pi, starts with the time that it
/// saved before it went down; the clock is right once it has been synchronised over the network.
final class WallClockTrust: Sendable {
    /// The file by which systemd-timesyncd shows that it has synchronised the clock,
    /// systemd-timesyncd(8).
    ///
    /// Other programs, such as chrony, notify the kernel.
    private static let mark = "/run/systemd/timesync/synchronized"

    /// True once the clock was right; it stays so, since later steps are corrections.
    private let hasBeenTrusted: Atomic<Bool>

    init() {
        hasBeenTrusted = Atomic(Self.hasBattery())
    }

    var isTrusted: Bool {
        if hasBeenTrusted.load(ordering: .relaxed) { return true }
        let isTrusted =
            clinux_is_clock_synchronized() || access(Self.mark, F_OK) == 0
        if isTrusted { hasBeenTrusted.store(true, ordering: .relaxed) }
        return isTrusted
    }

    /// Returns true if the clock has a battery.
    ///
    /// A PC has one, and a virtual machine asks its host; other machines have one if the device of
    /// the kernel has kept the time.
    private static func hasBattery() -> Bool {
        #if arch(x86_64)
            true
        #else
            isKept(time(ofDevice: "/sys/class/rtc/rtc0"), wall: ClockReading.current.wall)
        #endif
    }

    /// Returns true if a device for the time has kept it while the machine was off, as the wall
    /// clock comes from it then.
    ///
    /// A Raspberry Pi 5 has a device, but its battery is sold apart: without that, the device
    /// begins in 1970, and another board's in the year in which it was made. systemd sets the wall
    /// clock to the last time that it has saved then, which is another one.
    ///
    /// - Parameter device: The time of the device since 1970; nil if there is none, or it has none.
    static func isKept(_ device: Duration?, wall: Duration) -> Bool {
        // It may have local time, which is at most 14 h from UTC.
        device.map { abs(($0 - wall).components.seconds) <= 15 * 3_600 } ?? false
    }

    /// Returns the time since 1970 of a device with its folder in sysfs; nil if there is none, or
    /// it has none.
    static func time(ofDevice folder: String) -> Duration? {
        let bytes = try? Files.contents(of: "\(folder)/since_epoch", limit: 4_096)
        let text = bytes.map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
        return text.flatMap { Int($0) }.map { .seconds($0) }
    }
}

/// A timer far in the future on `CLOCK_REALTIME`, which becomes readable when that clock is set,
/// timerfd_create(2), `TFD_TIMER_CANCEL_ON_SET`.
final class TimerWatch: WallClockWatch {
    private let source: any DispatchSourceRead

    init(queue: DispatchQueue, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        let timer = Descriptor(owning: try checked { clinux_wall_watch_create() })
        source = DispatchSource.makeReadSource(fileDescriptor: timer.number, queue: queue)
        source.setEventHandler {
            var expirations = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
            // The error ECANCELED is the expected result.
            _ = try? timer.read(into: &expirations)
            handler()
        }
        // The descriptor must stay open until the source has released it, dispatch_source_create.
        source.setCancelHandler { withExtendedLifetime(timer) {} }
        source.activate()
    }

    deinit { source.cancel() }
}
