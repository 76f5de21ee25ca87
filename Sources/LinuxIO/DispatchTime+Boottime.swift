public import Dispatch

extension DispatchTime {
    /// Makes a point of `CLOCK_BOOTTIME`, which counts through suspend; to the nanosecond.
    ///
    /// The two upper bits of a `dispatch_time_t` name its clock, and for this one bit 63 is set and
    /// bit 62 clear: "Encoding of dispatch_time_t" in `src/shims/time.h` of libdispatch. On Linux
    /// `src/event/event_epoll.c` has a timer of timerfd_create(2) for each clock. Dispatch offers
    /// no other way to it, and no arithmetic with such a point is of use but its own.
    ///
    /// - Parameter boottime: The time since the boot. What lies before it is taken for its first
    ///   nanosecond, and what lies after the end of Dispatch's clock, 146 years later, for never.
    public init(boottime: Duration) {
        let end: Int64 = 1 << 62
        guard boottime < .nanoseconds(end) else {
            self = .distantFuture
            return
        }
        let (seconds, attoseconds) = max(boottime, .nanoseconds(1)).components
        let nanoseconds = UInt64(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        self.init(uptimeNanoseconds: 1 << 63 | nanoseconds)
    }
}
