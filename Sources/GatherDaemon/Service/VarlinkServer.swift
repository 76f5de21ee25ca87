import Dispatch
import GatherCore
import LinuxIO
import Varlink

/// Owns the connections: accepts them, has their calls answered, and sends subscribers what they
/// are told.
///
/// It shares the interactor's queue, so a call is carried out by plain calls from the bytes that
/// came to the bytes that go.
actor VarlinkServer {
    private let executor: QueueExecutor
    private let access: Access
    private let answer: @Sendable (Call, Peer) -> Answer
    private let noTicksWanted: @Sendable () -> Void
    private let log: any Log
    private var lastGone: @Sendable () -> Void = {}

    /// All connections wait here; nil before the first socket is served.
    private var readiness: ReadinessSet?
    private var listeners: [Int: (socket: Descriptor, source: ReadinessSource)] = [:]
    private var connections: [Int: Connection] = [:]
    private var perUser: [UInt32: Int] = [:]
    private var saidFull: Set<UInt32> = []
    private var unfinishedBytes = 0
    private var nextID = 0
    private var hasSaidWhyPaused = false
    private var buffer = [UInt8](repeating: 0, count: Limits.readBytes)
    /// The connections that have more calls, in the order of their turns.
    private var line: [Int] = []

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Makes a server without a socket.
    ///
    /// - Parameters:
    ///   - access: Who may control what is served.
    ///   - answer: Answers a call; called on the queue.
    ///   - noTicksWanted: Is told when the last subscriber with ticks has gone; called on the
    ///     queue.
    init(
        executor: QueueExecutor, log: any Log, access: Access,
        answer: @escaping @Sendable (Call, Peer) -> Answer,
        noTicksWanted: @escaping @Sendable () -> Void
    ) {
        self.executor = executor
        self.log = log
        self.access = access
        self.answer = answer
        self.noTicksWanted = noTicksWanted
    }

    // MARK: - Sockets

    /// Serves a socket: one that waits for connections, or a connection.
    func serve(_ socket: Descriptor) throws(SystemError) {
        try UnixSocket.makeNonBlocking(socket)
        if readiness == nil {
            readiness = try ReadinessSet(on: executor.queue) { [weak self] in
                self?.assumeIsolated { $0.serveReady() }
            }
        }
        guard UnixSocket.isListener(socket) else { return try adopt(socket) }
        let id = newID()
        let source = ReadinessSource(.readable, of: socket, on: executor.queue) { [weak self] in
            self?.assumeIsolated { $0.accept(id) }
        }
        listeners[id] = (socket, source)
        source.isWanted = true
    }

    /// Has somebody called, on the queue, when the last connection has gone and no other can come,
    /// as where a connection and no listener was passed.
    func onLastGone(_ call: @escaping @Sendable () -> Void) {
        lastGone = call
    }

    /// Stops accepting, answers what has come, and closes.
    ///
    /// - Parameter done: Called on the queue when the last answer has been taken, or when the
    ///   clients have had their time for it.
    func stop(done: @escaping @Sendable () -> Void) {
        for listener in listeners.values { listener.source.cancel() }
        listeners = [:]
        // What clients had sent by now is answered.
        for (id, connection) in connections {
            let later = later(for: id)
            var turn = connection.read(into: &buffer, answer: answer, later: later)
            while case .unfinished = turn { turn = connection.serve(answer: answer, later: later) }
            if case .over = turn { close(id) }
        }
        closeDrained(tries: Limits.stoppingTries, done: done)
    }

    // MARK: - Telling subscribers

    /// Sends a new state to all subscribers, encoded once; a tick to those that want it.
    func publish(_ state: JSONObject, reason: String, isTick: Bool) {
        let message = Publication(state).message(reason: reason, isTick: isTick)
        for (id, connection) in connections where connection.isSubscribed {
            connection.offer(message)
            if !connection.send() { close(id) }
        }
    }

    // MARK: - Accepting

    private func accept(_ id: Int) {
        guard let listener = listeners[id]?.socket else { return }
        do {
            for _ in 0..<Limits.acceptsInTurn {
                guard connections.count < Limits.connections else {
                    return pauseAccepting(because: "there are \(Limits.connections) connections")
                }
                guard let socket = try UnixSocket.accept(from: listener) else {
                    hasSaidWhyPaused = false
                    return
                }
                try adopt(socket)
            }
        } catch {
            pauseAccepting(because: error.description)
        }
    }

    private func adopt(_ socket: Descriptor) throws(SystemError) {
        guard let readiness else { return }
        let peer = try access.peer(of: socket)
        guard perUser[peer.uid, default: 0] < Limits.connectionsPerUser else {
            return refuse(peer)
        }
        let id = newID()
        connections[id] = try Connection(
            id: id, socket: socket, peer: peer, readiness: readiness)
        perUser[peer.uid, default: 0] += 1
    }

    /// A user's connections are at their limit; it is said once, until they are below it again.
    private func refuse(_ peer: Peer) {
        guard saidFull.insert(peer.uid).inserted else { return }
        log.write(
            .warning,
            "user \(peer.uid) has \(Limits.connectionsPerUser) connections, refusing more")
    }

    private func serveReady() {
        for (id, readiness) in readiness?.ready() ?? [] {
            // Another may have closed it, or changed what it waits for, in the same turn.
            guard let connection = connections[id] else { continue }
            let wanted = connection.wanted.intersection(readiness)
            if readiness.contains(.over), connection.isIdle { close(id) }
            if wanted.contains(.writable) { writable(id) }
            if wanted.contains(.readable) { readable(id) }
        }
    }

    /// Descriptors have run out, or connections are at their limit: clients wait in the backlog,
    /// and a little later it is tried again.
    ///
    /// A listener that stayed ready would keep this spinning.
    private func pauseAccepting(because reason: String) {
        if !hasSaidWhyPaused {
            log.write(.warning, "cannot accept a connection: \(reason), waiting")
        }
        hasSaidWhyPaused = true
        for listener in listeners.values { listener.source.isWanted = false }
        executor.queue.asyncAfter(deadline: .now() + .milliseconds(200)) { [weak self] in
            self?.assumeIsolated { server in
                for listener in server.listeners.values { listener.source.isWanted = true }
            }
        }
    }

    // MARK: - Serving

    private func readable(_ id: Int) {
        guard let connection = connections[id] else { return }
        let before = connection.unfinishedBytes
        let turn = connection.read(into: &buffer, answer: answer, later: later(for: id))
        unfinishedBytes += connection.unfinishedBytes - before
        // Each is within its limit, but all of them together must not fill the memory.
        let isTooMuch =
            unfinishedBytes > Limits.unfinishedBytes
            && connection.unfinishedBytes > Limits.unfinishedBytesAlways
        finish(isTooMuch ? .over : turn, of: id)
    }

    private func writable(_ id: Int) {
        guard let connection = connections[id] else { return }
        guard connection.send() else { return close(id) }
        finish(serve(connection, id), of: id)
    }

    private func serve(_ connection: Connection, _ id: Int) -> Connection.Turn {
        let before = connection.unfinishedBytes
        defer { unfinishedBytes += connection.unfinishedBytes - before }
        return connection.serve(answer: answer, later: later(for: id))
    }

    /// Begins what ends in a reply to a connection, if it is still there then.
    private func later(for id: Int) -> (Connection.Later) -> Void {
        { [executor] begin in
            let queue = executor.queue
            begin { [weak self] reply in
                // A turn of its own: it may be told while its call is still being served.
                queue.async { [weak self] in self?.assumeIsolated { $0.reply(reply, to: id) } }
            }
        }
    }

    private func reply(_ reply: Reply, to id: Int) {
        guard let connection = connections[id] else { return }
        connection.reply(reply)
        finish(serve(connection, id), of: id)
    }

    private func finish(_ turn: Connection.Turn, of id: Int) {
        switch turn {
        case .waiting: break
        case .unfinished: standInLine(id)
        case .over: close(id)
        }
    }

    /// Has a connection with more calls wait behind others that have more.
    private func standInLine(_ id: Int) {
        guard let connection = connections[id], !connection.isInLine else { return }
        connection.isInLine = true
        line.append(id)
        if line.count == 1 { serveLine() }
    }

    /// Answers a call of the first in line, and lets the queue do what came meanwhile before that
    /// of the next: a first call does not wait for the line, however long it is.
    private func serveLine() {
        executor.queue.async { [weak self] in
            self?.assumeIsolated { server in
                let id = server.line[0]
                if let connection = server.connections[id] {
                    connection.isInLine = false
                    server.finish(server.serve(connection, id), of: id)
                }
                server.line.removeFirst()
                if !server.line.isEmpty { server.serveLine() }
            }
        }
    }

    private func close(_ id: Int) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        unfinishedBytes -= connection.unfinishedBytes
        let uid = connection.peer.uid
        perUser[uid] = perUser[uid].flatMap { $0 > 1 ? $0 - 1 : nil }
        // Said again only after it has been well below, and not for each that comes and goes.
        if perUser[uid, default: 0] <= Limits.connectionsPerUser / 2 { saidFull.remove(uid) }
        if connection.wantsTicks, !connections.values.contains(where: \.wantsTicks) {
            noTicksWanted()
        }
        if connections.isEmpty, listeners.isEmpty { lastGone() }
    }

    private func closeDrained(tries: Int, done: @escaping @Sendable () -> Void) {
        connections = connections.filter { !$0.value.isDrained }
        guard !connections.isEmpty, tries > 0 else {
            connections = [:]
            return done()
        }
        executor.queue.asyncAfter(deadline: .now() + .milliseconds(10)) { [weak self] in
            self?.assumeIsolated { $0.closeDrained(tries: tries - 1, done: done) }
        }
    }

    private func newID() -> Int {
        nextID += 1
        return nextID
    }
}
