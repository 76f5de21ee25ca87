import Dispatch
import LinuxIO

/// Notes that the store is at the disk, which may take long and is no fault of the daemon.
final class StorePulse: Sendable {
    private let atDisk = Lock(0)
    private let isSalvaging = Lock(false)

    /// Whether something goes on at the disk.
    var isAtDisk: Bool { atDisk.withLock { $0 > 0 } }

    /// Does something at the disk.
    func atDisk<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        atDisk.withLock { $0 += 1 }
        defer { atDisk.withLock { $0 -= 1 } }
        return try body()
    }

    /// Salvages a damaged file, which takes longer the larger it is.
    func salvaging<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        isSalvaging.withLock { $0 = true }
        defer { isSalvaging.withLock { $0 = false } }
        return try body()
    }

    /// Why what waits for the store waits that long.
    var delay: String {
        isSalvaging.withLock { $0 } ? StoreError.repairing : StoreError.noAnswer
    }
}

/// Keeps the service manager's watchdog fed while both queues work.
///
/// A match that waits for a disk is alive: the clock goes on, and a restart would find the same
/// disk.
final class Watchdog: Sendable {
    private let manager: any ServiceManager
    private let server: DispatchQueue
    private let match: DispatchQueue
    private let store: StorePulse
    /// Whether the match has answered since it was asked last.
    private let hasAnswered = Lock(true)

    /// Makes a watchdog that is not fed yet.
    ///
    /// - Parameters:
    ///   - server: The queue from which it is fed.
    ///   - match: The queue that has to answer, or to be at the disk.
    init(
        manager: any ServiceManager, server: DispatchQueue, match: DispatchQueue,
        _ store: StorePulse
    ) {
        (self.manager, self.server, self.match, self.store) = (manager, server, match, store)
    }

    /// Feeds it from now on at half the interval that was asked for, sd_watchdog_enabled(3).
    func start() {
        guard let interval = manager.watchdogInterval else { return }
        let timer = DispatchSource.makeTimerSource(queue: server)
        // The handler holds its timer: it is to go on for as long as the process does.
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
