import Dispatch
import LinuxIO

/// Shows that the store waits for the disk, which may take long and is no fault of the daemon.
final class StorePulse: Sendable {
    private let atDisk = Lock(0)
    private let isSalvaging = Lock(false)

    /// True while a disk operation is in progress.
    var isAtDisk: Bool { atDisk.withLock { $0 > 0 } }

    /// Runs a disk operation.
    func atDisk<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        atDisk.withLock { $0 += 1 }
        defer { atDisk.withLock { $0 -= 1 } }
        return try body()
    }

    /// Runs the salvage of a damaged file, which takes longer the larger the file is.
    func salvaging<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        isSalvaging.withLock { $0 = true }
        defer { isSalvaging.withLock { $0 = false } }
        return try body()
    }

    /// The reason for a long wait for the store.
    var delay: String {
        isSalvaging.withLock { $0 } ? StoreError.repairing : StoreError.noAnswer
    }
}

/// Keeps notifying the service manager's watchdog while both queues work.
///
/// A match that waits for a disk is alive: the clock continues, and a restart would find the same
/// disk.
final class Watchdog: Sendable {
    private let manager: any ServiceManager
    private let server: DispatchQueue
    private let match: DispatchQueue
    private let store: StorePulse
    /// True if the match has answered the last query.
    private let hasAnswered = Lock(true)

    /// Makes a watchdog that sends no notifications yet.
    ///
    /// - Parameters:
    ///   - server: The queue that sends the notifications.
    ///   - match: The queue that has to answer, or to be in a disk operation.
    init(
        manager: any ServiceManager, server: DispatchQueue, match: DispatchQueue,
        _ store: StorePulse
    ) {
        (self.manager, self.server, self.match, self.store) = (manager, server, match, store)
    }

    /// Sends notifications from now on, at half the requested interval, sd_watchdog_enabled(3).
    func start() {
        guard let interval = manager.watchdogInterval else { return }
        let timer = DispatchSource.makeTimerSource(queue: server)
        // The handler holds its timer, so that it runs as long as the process.
        timer.setEventHandler { [self] in withExtendedLifetime(timer) { feed() } }
        let half = DispatchTimeInterval.microseconds((interval / 2).wholeMicroseconds)
        timer.schedule(deadline: .now(), repeating: half)
        timer.activate()
    }

    private func feed() {
        let isAlive = hasAnswered.withLock { hasAnswered in
            defer { hasAnswered = false }
            return hasAnswered
        }
        guard isAlive || store.isAtDisk else { return }
        manager.alive()
        if isAlive { match.async { [self] in hasAnswered.withLock { $0 = true } } }
    }
}
