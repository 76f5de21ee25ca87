import CLinux
import Glibc

/// Waits for several descriptors and a moment of `CLOCK_BOOTTIME` at once.
///
/// The timeout of poll(2) runs on a clock that stops while the machine is suspended, and counts
/// whole milliseconds; a timer of timerfd_create(2) does neither.
public final class MultipleWait {
    private let timer: Descriptor

    /// Makes a timer for the waits.
    public init() throws(SystemError) {
        timer = Descriptor(owning: try checked { clinux_timer_create() })
    }

    /// Waits until something of these can be read, the other end of one is gone or it takes more,
    /// or it is time.
    ///
    /// - Parameters:
    ///   - descriptors: What is read by whoever waits.
    ///   - watched: What is only to be told of when nobody reads it any more, if anything.
    ///   - full: What is to be told of when it takes more, if anything.
    ///   - boottime: The moment; nil for never.
    /// - Returns: The places of those that are ready, behind the others that of `watched` and then
    ///   that of `full`; none if it is time.
    public func wait(
        for descriptors: [Descriptor], orLossOf watched: Descriptor?,
        orRoomIn full: Descriptor? = nil, until boottime: Duration?
    ) -> [Int] {
        let (seconds, attoseconds) = max(boottime ?? .zero, .zero).components
        clinux_timer_set(timer.number, seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        var waits = descriptors.map {
            pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
        }
        // Errors and hang-ups are always reported, and nothing of a number below zero.
        waits.append(pollfd(fd: watched?.number ?? -1, events: 0, revents: 0))
        waits.append(pollfd(fd: full?.number ?? -1, events: Int16(POLLOUT), revents: 0))
        waits.append(pollfd(fd: timer.number, events: Int16(POLLIN), revents: 0))
        _ = try? checked { poll(&waits, nfds_t(waits.count), -1) }
        return waits.dropLast().indices.filter { waits[$0].revents != 0 }
    }
}
