import CLinux

/// A timer of the kernel on `CLOCK_BOOTTIME` for poll(2): its descriptor is readable from a point
/// in time on, at once where the machine was suspended over it.
public final class BoottimeTimer {
    /// What to wait for; to set the timer is all that makes it wait again.
    public let descriptor: Descriptor

    /// Makes a timer that is not set.
    public init() throws(SystemError) {
        descriptor = Descriptor(owning: try checked { clinux_timer_create() })
    }

    /// Sets it to a point of `CLOCK_BOOTTIME`, or to never.
    public func set(at boottime: Duration?) {
        // 0 would be never, and what is past is due at once.
        let nanoseconds = boottime.map { max($0, .nanoseconds(1)) / .nanoseconds(1) } ?? 0
        clinux_timer_set(descriptor.number, Int64(min(nanoseconds, 0x1p62)))
    }
}
