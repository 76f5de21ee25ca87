import CSystemd
import Dispatch
import LinuxIO

/// Who is told how the daemon is.
protocol ServiceManager: Sendable {
    /// How often the watchdog wants to hear of it; nil if there is none.
    var watchdogInterval: Duration? { get }

    /// The queue that does the work is about something that may take so long, such as reading a
    /// damaged database; nil when that is over.
    func busy(for duration: Duration?)

    /// It serves, and this is its state in one line.
    func ready(status: String)

    /// Its state in one line has changed.
    func status(_ status: String)

    /// The queue that does the work is alive.
    func alive()

    /// It has begun to stop.
    func stopping()
}

/// systemd, by sd_notify(3); nothing happens where nobody started the daemon so.
///
/// A service manager that is busy must not hold up the match, and sd_notify waits for room in its
/// socket: it is called on a queue of its own, on which only the newest of many states wait.
final class Systemd: ServiceManager {
    let watchdogInterval: Duration?

    /// How many states wait for a busy service manager.
    private static let longestWait = 64
    /// How long one that takes nothing may hold up the end of the process.
    private static let longestFlush = DispatchTimeInterval.seconds(1)

    private let queue = DispatchQueue(label: "gatherd.notify")
    private let waiting = Lock<[String]>([])
    private let isAliveWaiting = Lock(false)
    private let isReady = Lock(false)

    /// Reads how the service manager started this process.
    init() {
        var microseconds: UInt64 = 0
        let isEnabled = sd_watchdog_enabled(0, &microseconds) > 0
        watchdogInterval = isEnabled ? .microseconds(Int64(clamping: microseconds)) : nil
    }

    func busy(for duration: Duration?) {
        guard isReady.withLock({ $0 }) else {
            guard let duration else { return }
            return notify(
                "EXTEND_TIMEOUT_USEC=\(duration.wholeMicroseconds)\nSTATUS=Repairing the database")
        }
        guard let watchdogInterval else { return }
        let interval = max(duration ?? .zero, watchdogInterval)
        notify("WATCHDOG_USEC=\(interval.wholeMicroseconds)\nWATCHDOG=1")
    }

    func ready(status: String) {
        isReady.withLock { $0 = true }
        notify("READY=1\nSTATUS=\(Self.line(status))")
    }

    func status(_ status: String) {
        let replacesOldest = waiting.withLock { waiting in
            let isFull = waiting.count >= Self.longestWait
            if isFull { waiting.removeFirst() }
            waiting.append(status)
            return isFull
        }
        guard !replacesOldest else { return }
        queue.async { [self] in
            let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let next { Self.notify("STATUS=\(Self.line(next))") }
        }
    }

    func alive() {
        // One is as good as many, which would fill the memory if nobody took them.
        let isFirst = isAliveWaiting.withLock { isWaiting in
            defer { isWaiting = true }
            return !isWaiting
        }
        guard isFirst else { return }
        queue.async { [self] in
            isAliveWaiting.withLock { $0 = false }
            Self.notify("WATCHDOG=1")
        }
    }

    func stopping() {
        notify("STOPPING=1")
        // The process may be over before the queue's next turn.
        queue.drain(atMost: Self.longestFlush)
    }

    /// STATUS= is a single line; a line break would begin another field.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func notify(_ state: String) {
        queue.async { Self.notify(state) }
    }

    private static func notify(_ state: String) {
        // Not to reach the service manager is its affair; the match goes on.
        _ = sd_notify(0, state)
    }
}
