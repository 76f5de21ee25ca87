import CSystemd
import Dispatch
import Glibc
import LinuxIO

/// Receives the daemon's status.
protocol ServiceManager: Sendable {
    /// The interval of the watchdog; nil if there is none.
    var watchdogInterval: Duration? { get }

    /// Reports that the working queue is about to do something that may take this long, such as
    /// reading a damaged database; nil when that is over.
    func busy(for duration: Duration?)

    /// Reports that the daemon serves, with its state in one line.
    func ready(status: String)

    /// Reports a changed state, in one line.
    func status(_ status: String)

    /// Reports that the working queue is alive.
    func alive()

    /// Reports that the daemon has begun to stop.
    func stopping()
}

/// The systemd service manager, notified by sd_notify(3); does nothing if the daemon was not
/// started by it.
///
/// sd_notify waits for room in its socket. A busy service manager must not delay the match, so it
/// is called on a separate queue, on which only the newest of many states wait.
final class Systemd: ServiceManager {
    let watchdogInterval: Duration?

    /// The maximum number of states that wait for a busy service manager.
    private static let longestWait = 64
    /// The time for which an unresponsive one may delay the end of the process.
    private static let longestFlush = DispatchTimeInterval.seconds(1)

    /// True if a service manager has started the daemon.
    ///
    /// Without one, a message would wake a thread for nothing while a client waits for its answer.
    private let isPresent = getenv("NOTIFY_SOCKET") != nil
    private let queue = DispatchQueue(label: "gatherd.notify")
    private let waiting = Lock<[String]>([])
    private let isAliveWaiting = Lock(false)
    private let isReady = Lock(false)

    /// Reads the variables that the service manager set for this process.
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
        guard isPresent else { return }
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
        // One message is as good as many, which would fill the memory if they were not received.
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
        // The process may end before the queue's next turn.
        queue.drain(atMost: Self.longestFlush)
    }

    /// Returns a text in one line for STATUS=, since a line break would begin another field.
    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func notify(_ state: String) {
        guard isPresent else { return }
        queue.async { Self.notify(state) }
    }

    private static func notify(_ state: String) {
        // An unreachable service manager is no problem of the match, which continues.
        _ = sd_notify(0, state)
    }
}
