import Glibc
import LinuxIO

/// Tells the time and lets it pass; tests have a virtual one.
protocol Timekeeper: AnyObject {
    /// The clocks, now.
    func now() -> ClockReading

    /// Waits for one of several things.
    ///
    /// - Parameters:
    ///   - socket: Where something may arrive.
    ///   - output: What somebody may stop reading.
    ///   - timeout: How long to wait at most; nil for ever.
    /// - Returns: What has come about.
    func wait(for socket: Descriptor?, orLossOf output: Descriptor?, timeout: Duration?) -> Wake
}

/// What ends a wait.
enum Wake: Hashable {
    /// There is something to read, or the end of it.
    case readable
    /// Nobody reads the output any more.
    case outputLost
    /// Time has passed.
    case timeout
}

/// The time of this machine.
final class SystemTimekeeper: Timekeeper {
    /// The clocks, now.
    func now() -> ClockReading { .current }

    /// Waits in poll(2).
    func wait(
        for socket: Descriptor?, orLossOf output: Descriptor?, timeout: Duration?
    ) -> Wake {
        // A negative number is passed over by poll(2); errors and hang-ups are always reported.
        var waits = [
            pollfd(fd: socket?.number ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: output?.number ?? -1, events: 0, revents: 0),
        ]
        var count: Int32
        repeat {
            count = poll(&waits, 2, timeout.map(Self.milliseconds) ?? -1)
        } while count < 0 && errno == EINTR
        guard count > 0 else { return .timeout }
        return waits[1].revents != 0 ? .outputLost : .readable
    }

    /// Rounded up: a wait that ends too early would be a busy loop.
    private static func milliseconds(_ duration: Duration) -> Int32 {
        let (seconds, attoseconds) = min(max(duration, .zero), .seconds(86_400)).components
        return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
