import Dispatch
import GatherAPI
import LinuxIO

/// Why the daemon does not start.
struct StartFailure: Error, CustomStringConvertible {
    let description: String
}

/// The whole daemon of one match: the store, the interactor, the server, and the service manager
/// that is told of them.
final class Daemon: Sendable {
    let executor: QueueExecutor

    private let interactor: GatherInteractor
    private let server: VarlinkServer
    private let manager: any ServiceManager
    /// Those to serve from the start on; the server is to have them alone, for a socket is closed
    /// when nobody holds it.
    private let sockets: Lock<[Descriptor]>
    private let isStopping = Lock(false)
    private let socketFile: SocketFile?

    /// Takes the state directory and the socket, and restores the match.
    ///
    /// - Parameter makeSubmitter: Makes the way to a server, which tells on the queue what came of
    ///   a request.
    init(
        options: Options, clock: any MachineClock, manager: any ServiceManager,
        sleepLock: any SleepLock, log: any Log,
        makeSubmitter: (DispatchQueue) -> any Submitter
    ) throws {
        let access = try Access(groupName: options.group)
        if let complaint = access.complaint { log.write(.warning, complaint) }
        // Before anything in it is believed.
        let directory = try StateDirectory(options.stateDirectory)
        executor = QueueExecutor(label: "gatherd")
        self.manager = manager
        let submitter = makeSubmitter(executor.queue)
        let account = AccountInteractor(
            executor: executor,
            store: AccountStore(in: options.stateDirectory, credentials: options.credentials),
            submitter: submitter, log: log)
        let interactor = try Self.restore(
            options, directory, executor, clock, manager, sleepLock, log, submitter, account)
        self.interactor = interactor
        let service = GatherService(interactor: interactor, account: account)
        server = VarlinkServer(
            executor: executor, log: log, access: access,
            answer: { call, peer in service.answer(call, from: peer) },
            noTicksWanted: { interactor.assumeIsolated { $0.stopTicks() } })
        let (sockets, socketFile) = try Self.sockets(options, access.group, log)
        self.sockets = Lock(sockets)
        self.socketFile = socketFile
    }

    /// Takes up the match and serves; ready when this returns.
    ///
    /// - Parameter ended: Called on the queue when it has ended by itself: with its last connection
    ///   where it cannot get another.
    func start(ended: @escaping @Sendable () -> Void = {}) throws {
        try executor.queue.sync {
            let (server, manager) = (server, manager)
            let status = try interactor.assumeIsolated { interactor in
                try interactor.resume { change in
                    if let status = change.status { manager.status(status) }
                    server.assumeIsolated {
                        $0.publish(
                            change.snapshot, reason: change.reason.rawValue,
                            isTick: change.reason == .tick)
                    }
                }
            }
            let sockets = sockets.withLock { sockets in
                defer { sockets = [] }
                return sockets
            }
            server.assumeIsolated { server in
                server.onLastGone { [weak self] in self?.stop(done: ended) }
            }
            for socket in sockets { try server.assumeIsolated { try $0.serve(socket) } }
            manager.ready(status: status)
            feedWatchdog()
            interactor.assumeIsolated { $0.checkStore() }
        }
    }

    /// Ends it cleanly; called on the queue.
    ///
    /// - Parameter done: Called on the queue when everything is closed, unless the end has begun
    ///   before.
    func stop(done: @escaping @Sendable () -> Void) {
        let isFirst = isStopping.withLock { isStopping in
            defer { isStopping = true }
            return !isStopping
        }
        guard isFirst else { return }
        manager.stopping()
        // From here a client that comes finds nobody, and not a socket that does not answer.
        socketFile?.remove()
        server.assumeIsolated { server in
            server.stop {
                self.interactor.assumeIsolated { $0.close() }
                done()
            }
        }
    }

    // MARK: - Parts

    private static func restore(
        _ options: Options, _ directory: sending StateDirectory, _ executor: QueueExecutor,
        _ clock: any MachineClock, _ manager: any ServiceManager, _ sleepLock: any SleepLock,
        _ log: any Log, _ submitter: any Submitter, _ account: AccountInteractor
    ) throws -> GatherInteractor {
        do {
            let store = try EventStore(in: directory, log: log, busy: { manager.busy(for: $0) }) {
                clock.now().wall
            }
            return try GatherInteractor(
                executor: executor, clock: clock, store: store, sleepLock: sleepLock, log: log,
                submitter: submitter, account: account, submitAfter: options.submitAfter)
        } catch {
            let detail = error.reason.contains(error.description) ? "" : ": \(error)"
            let path = "\(options.stateDirectory)/gather.db"
            throw StartFailure(description: "cannot open \(path): \(error.reason)\(detail)")
        }
    }

    private static func sockets(
        _ options: Options, _ group: OperatorGroup?, _ log: any Log
    ) throws -> ([Descriptor], SocketFile?) {
        let passed = try PassedSockets.take(log: log)
        if !passed.isEmpty { return (passed, nil) }
        var file = SocketFile(path: options.socket, group: group)
        let socket = try file.listen()
        if let group, let directory = file.closedDirectory {
            log.write(
                .warning,
                "the members of '\(group.name)' cannot reach \(options.socket): \(directory) is "
                    + "closed to them; mend it with 'chgrp \(group.name) \(directory) && "
                    + "chmod g+x \(directory)', or listen elsewhere with --socket")
        }
        return ([socket], file)
    }

    /// At half the interval that was asked for, from the queue that does the work: a queue that is
    /// stuck is not alive, sd_watchdog_enabled(3).
    private func feedWatchdog() {
        guard let interval = manager.watchdogInterval else { return }
        let timer = DispatchSource.makeTimerSource(queue: executor.queue)
        // The handler holds its timer: it is to go on for as long as the process does.
        timer.setEventHandler { [manager] in withExtendedLifetime(timer) { manager.alive() } }
        let half = DispatchTimeInterval.microseconds((interval / 2).wholeMicroseconds)
        timer.schedule(deadline: .now(), repeating: half)
        timer.activate()
    }
}
