import LinuxIO

/// The work of the program at the broker until it is stopped.
protocol Role: AnyObject {
    /// Begins.
    func begin()

    /// Ends: the broker is told, and what is kept is on disk.
    func end()

    /// The state in one line, for the service manager.
    var status: String { get }
}

/// Keeps the service manager informed: the state, and that the queue works.
final class ServiceReport {
    private let notification: ServiceNotification
    private let role: any Role
    private let queue: SerialQueue
    private var last = ""

    /// The longest interval at which the state is looked at.
    private static let interval = Duration.seconds(3)

    /// Reports that the program is ready, and goes on reporting.
    init(_ notification: ServiceNotification, _ role: any Role, queue: SerialQueue) {
        (self.notification, self.role, self.queue) = (notification, role, queue)
        last = role.status
        notification.ready(status: last)
        schedule()
    }

    private func schedule() {
        // Without a watchdog nobody waits for reports, and the processor can sleep.
        guard let watchdog = notification.watchdog else { return }
        // Half of what it wants, as its manual advises.
        queue.later(after: min(watchdog / 2, Self.interval)) { [weak self] in self?.report() }
    }

    private func report() {
        notification.alive()
        let status = role.status
        if status != last { notification.status(status) }
        last = status
        schedule()
    }
}
