import Dispatch
import LinuxIO

/// Keeps the service manager informed: the state, and that the queue works.
final class ServiceReport {
    private let notification: ServiceNotification
    private let server: WebServer
    private let queue: SerialQueue
    private var last = ""

    /// The interval at which the state is looked at.
    private static let interval = Duration.seconds(5)

    /// Reports that the server is ready, and goes on reporting.
    init(_ notification: ServiceNotification, _ server: WebServer, queue: SerialQueue) {
        (self.notification, self.server, self.queue) = (notification, server, queue)
        last = server.status
        notification.ready(status: last)
        schedule()
    }

    /// The wait for the next report: half of what the watchdog wants, as its manual advises.
    private var wait: Duration? {
        notification.watchdog.map { min($0 / 2, Self.interval) }
    }

    private func schedule() {
        // Without a watchdog nobody waits for reports, and the processor can sleep.
        guard let wait else { return }
        queue.later(after: wait) { [weak self] in self?.report() }
    }

    private func report() {
        notification.alive()
        let status = server.status
        if status != last { notification.status(status) }
        last = status
        schedule()
    }
}
