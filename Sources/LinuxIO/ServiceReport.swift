/// Keeps the service manager informed: the state of a service, and that its queue works.
public final class ServiceReport {
    private let notification: ServiceNotification
    private let queue: SerialQueue
    private let status: () -> String
    private var last: String

    /// The longest interval at which the state is looked at.
    private static let interval = Duration.seconds(3)

    /// Reports that the service is ready, and goes on reporting; called on the queue.
    ///
    /// - Parameter status: Returns the state in one line.
    public init(
        _ notification: ServiceNotification, queue: SerialQueue, status: @escaping () -> String
    ) {
        (self.notification, self.queue, self.status) = (notification, queue, status)
        last = status()
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
        let status = status()
        if status != last { notification.status(status) }
        last = status
        schedule()
    }
}
