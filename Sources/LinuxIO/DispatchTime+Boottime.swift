public import Dispatch

extension DispatchTime {
    /// Makes a point of `CLOCK_BOOTTIME`, which counts through suspend, with a resolution of
    /// nanoseconds.
    ///
    /// The two upper bits of a `dispatch_time_t` name its clock, and for this one bit 63 is set and
    /// bit 62 clear: "Encoding of dispatch_time_t" in `src/shims/time.h` of libdispatch. On Linux,
    /// `src/event/event_epoll.c` has a timer of timerfd_create(2) for each clock. Dispatch offers
    /// no other way to use it, and only Dispatch itself can compute with such a point.
    ///
    /// - Parameter boottime: The time since the boot. A negative one counts as the first
    ///   nanosecond, and one after the end of Dispatch's clock, 146 years later, as never.
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
