import Dispatch
import LinuxIO

/// The reason why the daemon does not start.
struct StartFailure: Error, CustomStringConvertible {
    let description: String
    /// The exit status of the process.
    var status = ExitStatus.failure
    /// True if another daemon uses the state directory.
    var isInUse = false
}

/// The exit statuses of the process beside 0.
enum ExitStatus {
    static let failure: Int32 = 1
    static let usage: Int32 = 2
    /// EX_CONFIG of sysexits.h(3head): a file of the configuration has to be corrected.
    static let configuration: Int32 = 78
}

/// The whole daemon of one match: the service manager, and two queues with the parts of each.
///
/// The server's queue never blocks. The match's queue waits for the disk, and a reader on it waits
/// for its turn.
final class Daemon: Sendable {
    /// The parts that show the match and serve the clients.
    let server = QueueOwner<ServerParts>(label: "gatherd")
    /// The parts that carry out commands and send requests to servers.
    let match = QueueOwner<MatchParts>(label: "gatherd.match")

    private let manager: any ServiceManager
    private let watchdog: Watchdog
    /// The listening sockets for the start.
    ///
    /// Only the server keeps them, since a socket is closed when its last reference goes.
    private let sockets: Lock<[Descriptor]>

    /// Takes the state directory and the socket, and restores the match.
    ///
    /// - Parameters:
    ///   - ended: Called on a queue of the daemon when it has ended: it was stopped, or its last
    ///     connection has gone and it cannot get another.
    ///   - makeSubmitter: Makes the submitter, which calls back on the queue with the outcome of a
    ///     request.
    init(
        options: Options, clock: any MachineClock, manager: any ServiceManager,
        sleepLock: any SleepLock, log: any Log, ended: @escaping @Sendable () -> Void,
        makeSubmitter: (DispatchQueue) -> any Submitter
    ) throws {
        let access = try Access(options)
        if let complaint = access.complaint { log.write(.warning, complaint) }
        if let objection = access.remoteObjection {
            let remote = options[.remoteUser]
            // The units name this user by default, also where the package that makes it is not
            // installed: that deserves no warning.
            log.write(
                remote.origin == .variable ? .info : .warning,
                remote.complaint(because: objection))
        }
        // The directory is checked before anything in it is trusted.
        let directory = try StateDirectory(options.stateDirectory)
        self.manager = manager
        let (server, match, published) = (server, match, PublishedSquad())
        let formats = FormatFiles(in: options.directories)
        let account = AccountInteractor(
            queue: match.queue,
            store: AccountStore(in: options.stateDirectory, credentials: options.credentials),
            submitter: makeSubmitter(match.queue.dispatch), clock: clock, log: log)
        let (gate, pulse) = try Self.opening(options) { () throws(StoreError) in
            let store = try EventStore(in: directory, log: log, busy: { manager.busy(for: $0) }) {
                clock.now().wall
            }
            try match.begin { () throws(StoreError) in
                try MatchParts(
                    queue: match.queue, clock: clock, store: store, account: account,
                    submitAfter: options.submitAfter, sleepLock: sleepLock, log: log,
                    published: published, formats: formats
                ) { update in
                    // The server's queue never blocks, and entering it wakes no other thread.
                    server.sync { $0.display.show(update) }
                }
            }
            return (store.gate, store.pulse)
        }
        watchdog = Watchdog(
            manager: manager, server: server.queue.dispatch, match: match.queue.dispatch, pulse)
        let (sockets, socketFile) = try Self.sockets(options, access.group, log)
        self.sockets = Lock(sockets)
        server.begin {
            ServerParts(
                queue: server.queue, clock: clock, log: log, manager: manager, match: match,
                access: access, gate: gate, pulse: pulse, published: published,
                formats: formats, descriptors: Files.descriptorLimit - Self.ownDescriptors,
                socketFile: socketFile
            ) {
                server.end()
                ended()
            }
        }
    }

    /// Restores the match and serves; the daemon is ready when this returns.
    func start() throws {
        let status = try match.sync { try $0.interactor.resume() }
        let sockets = sockets.withLock { sockets in
            defer { sockets = [] }
            return sockets
        }
        try server.sync { parts in
            for socket in sockets { try parts.server.serve(socket) }
            manager.ready(status: status ?? "")
            watchdog.start()
        }
        match.async { $0.interactor.checkStore() }
    }

    /// Stops the daemon cleanly.
    func stop() { server.sync { $0.stop() } }

    // MARK: - Parts

    private static func opening<Value>(
        _ options: Options, _ open: () throws(StoreError) -> Value
    ) throws(StartFailure) -> Value {
        let path = "\(options.stateDirectory)/gather.db"
        do {
            try StoreFiles(database: path).checkTrust()
        } catch let file as UntrustedFile {
            throw StartFailure(description: "cannot open \(file)")
        } catch {
            // The store meets the same error when it opens the file, and may be able to continue.
        }
        do { return try open() } catch {
            // The system's words begin with a capital letter where they stand alone.
            let isSaid = error.reason.lowercased().contains(error.description.lowercased())
            let detail = isSaid ? "" : ": \(error)"
            throw StartFailure(description: "cannot open \(path): \(error.reason)\(detail)")
        }
    }

    private static func sockets(
        _ options: Options, _ group: OperatorGroup?, _ log: any Log
    ) throws -> ([Descriptor], SocketFile?) {
        let passed = try PassedSockets.take(log: log)
        if !passed.isEmpty { return (passed, nil) }
        var file = SocketFile(path: options.socket, program: "gatherd", group: group)
        let socket = try file.listen()
        if let obstacle = file.obstacle { log.write(.warning, obstacle) }
        return ([socket], file)
    }

    /// The number of descriptors that the daemon itself needs, including those for gather-submit
    /// and logind.
    private static let ownDescriptors = 64
}
