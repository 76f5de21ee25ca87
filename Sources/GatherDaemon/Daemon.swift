import Dispatch
import GatherAPI
import GatherCore
import LinuxIO

/// Why the daemon does not start.
struct StartFailure: Error, CustomStringConvertible {
    let description: String
}

/// The whole daemon of one match: the store, the interactor, the display, the server, and the
/// service manager, on two queues.
///
/// The server and the display wait for nobody. The match waits for the disk, and a reading beside
/// it for its turn.
final class Daemon: Sendable {
    /// The queue of the server and the display.
    let executor: QueueExecutor
    /// The queue of the match and the account.
    let match: QueueExecutor

    private let interactor: GatherInteractor
    private let display: MatchDisplay
    /// Answers calls, on the server's queue.
    let service: GatherService
    /// Serves the clients.
    let server: VarlinkServer
    private let manager: any ServiceManager
    private let watchdog: Watchdog
    private let pulse: StorePulse
    private let log: any Log
    /// Those to serve from the start on; the server is to have them alone, for a socket is closed
    /// when nobody holds it.
    private let sockets: Lock<[Descriptor]>
    private let isStopping = Lock(false)
    private let socketFile: SocketFile?

    /// Takes the state directory and the socket, and restores the match.
    ///
    /// - Parameter makeSubmitter: Makes the way to a server, which calls back on the queue with
    ///   what came of a request.
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
        match = QueueExecutor(label: "gatherd.match")
        self.manager = manager
        self.log = log
        let submitter = makeSubmitter(match.queue)
        let account = AccountInteractor(
            executor: match,
            store: AccountStore(in: options.stateDirectory, credentials: options.credentials),
            submitter: submitter, clock: clock, log: log)
        let (interactor, gate, pulse) = try Self.restore(
            options, directory, match, clock, manager, sleepLock, log,
            NotingSubmitter(submitter: submitter, account: account), account)
        self.interactor = interactor
        self.pulse = pulse
        watchdog = Watchdog(manager: manager, server: executor.queue, match: match.queue, pulse)
        let subscribers = Subscribers()
        let matchQueue = match.queue
        let display = MatchDisplay(executor: executor, clock: clock, log: log) { change in
            if let status = change.status { manager.status(status) }
            subscribers.publish(change)
            // The match has to know that its clock is at rest, and nothing waits for that.
            guard change.reason == .timeUp else { return }
            matchQueue.async { interactor.assumeIsolated { $0.wake() } }
        }
        self.display = display
        let service = GatherService(display: display, interactor: interactor, account: account)
        self.service = service
        server = VarlinkServer(
            executor: executor, log: log, clock: clock,
            descriptors: Files.descriptorLimit - Self.ownDescriptors,
            parts: .init(
                peer: { socket throws(SystemError) in try access.peer(of: socket) },
                answer: { call, peer in service.answer(call, from: peer) },
                noTicksWanted: { display.assumeIsolated { $0.stopTicks() } },
                match: matchQueue, delay: { pulse.delay },
                archive: Archive(gate: gate, clock: clock),
                askStore: { job, done in
                    matchQueue.async { done(interactor.assumeIsolated { $0.advance(job) }) }
                }))
        subscribers.use(server)
        let (sockets, socketFile) = try Self.sockets(options, access.group, log)
        self.sockets = Lock(sockets)
        self.socketFile = socketFile
    }

    /// Takes up the match and serves; ready when this returns.
    ///
    /// - Parameter ended: Called on the queue when it has ended by itself: with its last connection
    ///   where it cannot get another.
    func start(ended: @escaping @Sendable () -> Void = {}) throws {
        let (display, queue) = (display, executor.queue)
        queue.sync { display.assumeIsolated { $0.start() } }
        let status = try match.queue.sync {
            try interactor.assumeIsolated { interactor in
                try interactor.resume { update in
                    // The display waits for nobody: to enter its queue wakes no other thread.
                    queue.sync { display.assumeIsolated { $0.show(update) } }
                }
            }
        }
        let sockets = sockets.withLock { sockets in
            defer { sockets = [] }
            return sockets
        }
        try queue.sync {
            server.assumeIsolated { server in
                server.onLastGone { [weak self] in self?.stop(done: ended) }
            }
            for socket in sockets { try server.assumeIsolated { try $0.serve(socket) } }
            manager.ready(status: status)
            watchdog.start()
        }
        match.queue.async { [interactor] in interactor.assumeIsolated { $0.checkStore() } }
    }

    /// Ends it cleanly; called on the queue.
    ///
    /// - Parameter done: Called on the queue when everything is closed, or when the disk does not
    ///   let go, as what was answered is on it; never where the end has begun before.
    func stop(done: @escaping @Sendable () -> Void) {
        let isFirst = isStopping.withLock { isStopping in
            defer { isStopping = true }
            return !isStopping
        }
        guard isFirst else { return }
        manager.stopping()
        // From here a client that comes finds nobody, and not a socket that does not answer.
        socketFile?.remove()
        let isOver = Lock(false)
        let end: @Sendable () -> Void = {
            guard
                !isOver.withLock({ isOver in
                    defer { isOver = true }
                    return isOver
                })
            else { return }
            done()
        }
        let (interactor, display, match) = (interactor, display, match.queue)
        let (queue, log, pulse) = (executor.queue, log, pulse)
        server.assumeIsolated { server in
            server.stop {
                display.assumeIsolated { $0.stop() }
                match.async {
                    interactor.assumeIsolated { $0.close() }
                    queue.async(execute: end)
                }
                let patience = Limits.closingPatience.wholeMilliseconds
                queue.asyncAfter(deadline: .now() + .milliseconds(patience)) {
                    guard !isOver.withLock({ $0 }) else { return }
                    log.write(.error, "\(pulse.delay); what was answered is on the disk")
                    end()
                }
            }
        }
    }

    // MARK: - Parts

    private static func restore(
        _ options: Options, _ directory: sending StateDirectory, _ executor: QueueExecutor,
        _ clock: any MachineClock, _ manager: any ServiceManager, _ sleepLock: any SleepLock,
        _ log: any Log, _ submitter: any Submitter, _ account: AccountInteractor
    ) throws -> (GatherInteractor, ArchiveGate, StorePulse) {
        let path = "\(options.stateDirectory)/gather.db"
        do {
            try StoreFiles(database: path).checkTrust()
        } catch let file as UntrustedFile {
            throw StartFailure(description: "cannot open \(file)")
        } catch {
            // The store meets it as well, and may go on.
        }
        do {
            let store = try EventStore(in: directory, log: log, busy: { manager.busy(for: $0) }) {
                clock.now().wall
            }
            let (gate, pulse) = (store.gate, store.pulse)
            let interactor = try GatherInteractor(
                executor: executor, clock: clock, store: store, sleepLock: sleepLock, log: log,
                submitter: submitter, account: account, submitAfter: options.submitAfter)
            return (interactor, gate, pulse)
        } catch {
            let detail = error.reason.contains(error.description) ? "" : ": \(error)"
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
        if let obstacle = file.obstacle { log.write(.warning, obstacle) }
        return ([socket], file)
    }

    /// Descriptors that the daemon itself needs, and gather-submit and logind at times.
    private static let ownDescriptors = 64
}

/// Passes what the display publishes to the server, which is made after it.
private final class Subscribers: Sendable {
    private struct Server {
        weak var server: VarlinkServer?
    }

    private let server = Lock(Server())

    func use(_ server: VarlinkServer) { self.server.withLock { $0.server = server } }

    /// Called on the server's queue.
    func publish(_ change: Change) {
        guard let server = server.withLock({ $0.server }) else { return }
        server.assumeIsolated {
            $0.publish(
                change.snapshot, reason: change.reason.rawValue, isTick: change.reason == .tick)
        }
    }
}
