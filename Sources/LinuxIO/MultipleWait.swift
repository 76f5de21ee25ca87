import CLinux
import Glibc

/// Waits for several descriptors, a timeout, and a moment of `CLOCK_BOOTTIME` at once.
///
/// The timeout of poll(2) uses a clock that stops while the machine is suspended, and counts whole
/// milliseconds. The moment uses a timer of timerfd_create(2), which has neither limitation.
public final class MultipleWait {
    /// The result of a wait.
    public struct Outcome {
        /// The indices of the descriptors that are ready, in order.
        public let ready: [Int]
        /// True if the moment has come.
        public let isDue: Bool
    }

    /// The timer, made for the first moment; nil if no descriptor was left for it.
    private lazy var timer = try? Descriptor(owning: checked { clinux_timer_create() })

    /// Makes an object for the waits of one thread.
    public init() {}

    /// Waits until a descriptor is readable, the other end of one is closed, one takes more bytes,
    /// or it is time.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors that the caller reads.
    ///   - watched: A descriptor to report only when nobody reads its other end any more, if any.
    ///     Its index follows the others.
    ///   - full: A descriptor to report when it takes more bytes, if any. Its index is the last.
    ///   - timeout: The maximum time to wait while the machine is awake, rounded up to whole
    ///     milliseconds; nil for no limit.
    ///   - boottime: The moment; nil for never.
    public func wait(
        for descriptors: [Descriptor], orLossOf watched: Descriptor? = nil,
        orRoomIn full: Descriptor? = nil, timeout: Duration? = nil, until boottime: Duration? = nil
    ) -> Outcome {
        let timer = boottime == nil ? nil : timer
        var timeout = timeout
        if let boottime {
            if let timer {
                clinux_timer_set(timer.number, Self.nanoseconds(boottime))
            } else {
                let left = max(boottime - ClockReading.current.boottime, .zero)
                timeout = min(timeout ?? left, left)
            }
        }
        var waits = descriptors.map {
            pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
        }
        // Errors and hang-ups are always reported, and a negative number reports nothing.
        waits.append(pollfd(fd: watched?.number ?? -1, events: 0, revents: 0))
        waits.append(pollfd(fd: full?.number ?? -1, events: Int16(POLLOUT), revents: 0))
        waits.append(pollfd(fd: timer?.number ?? -1, events: Int16(POLLIN), revents: 0))
        let milliseconds = timeout.map(Descriptor.pollMilliseconds) ?? -1
        let count = try? checked { poll(&waits, nfds_t(waits.count), milliseconds) }
        guard let count, count > 0 else {
            let isDue = boottime.map { $0 <= ClockReading.current.boottime } ?? false
            return Outcome(ready: [], isDue: isDue)
        }
        let isReady = waits.map { $0.revents != 0 }
        return Outcome(
            ready: isReady.indices.dropLast().filter { isReady[$0] },
            isDue: isReady[isReady.count - 1])
    }

    /// Returns a duration in nanoseconds, from 1, as 0 would be never, to the end of the kernel's
    /// clock.
    private static func nanoseconds(_ duration: Duration) -> Int64 {
        Int64(min(max(duration, .nanoseconds(1)) / .nanoseconds(1), 0x1p62))
    }
}
