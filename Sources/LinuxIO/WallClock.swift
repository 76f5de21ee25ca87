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
    /// A PC has one, and a virtual machine asks its host; other machines have one if the kernel
    /// shows a device for it.
    private static func hasBattery() -> Bool {
        #if arch(x86_64)
            true
        #else
            access("/sys/class/rtc/rtc0", F_OK) == 0
        #endif
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
