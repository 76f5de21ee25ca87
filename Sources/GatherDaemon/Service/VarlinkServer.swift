import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Owns the connections: accepts them, has their calls answered, and publishes to subscribers.
///
/// It belongs to the server's queue, which never blocks: work that may have to wait for the disk
/// goes to a lane. The queue is entered by the loop that waits for the sockets, by the outcomes of
/// the lanes, and by the match with a new state to show.
final class VarlinkServer {
    /// The server's dependencies; all are called on the server's queue, except ``advanceInStore``.
    struct Parts {
        /// Returns the peer at the other end of a connection.
        var peer: (Descriptor) throws(SystemError) -> Peer
        var answer: (Call, Peer) -> Answer
        /// Called when the last subscriber with ticks has left.
        var ticksUnsubscribed: () -> Void
        /// Called when the last connection is closed and no other can come, because a connection
        /// and no listener was passed.
        var allClosed: () -> Void
        /// The match, in which changes are carried out.
        var match: QueueOwner<MatchParts>
        /// Returns the reason why the match takes too long.
        var delay: @Sendable () -> String
        /// Runs readings.
        var archive: Archive
        /// The access to the store's file for copies.
        var gate: ArchiveGate
        /// Runs readings if the archive cannot.
        var advanceInStore: ReadingLane.Advance
    }

    /// The sets of sockets that are waited for.
    ///
    /// Listening sockets and the connections of users who may control are in the first set; all
    /// other connections are in the second, which is itself a member of the first.
    private struct Readiness {
        let operators: ReadinessSet
        let others: ReadinessSet
        let loop: ReadinessLoop

        /// The number of the second set in the first.
        static let othersNumber = 0
    }

    private let queue: SerialQueue
    private let clock: any MachineClock
    private let parts: Parts
    private let log: any Log

    /// The sockets that are waited for; nil before the first socket is served.
    private var readiness: Readiness?
    private var listeners: [Int: Descriptor] = [:]
    private var connections: [Int: Connection] = [:]
    private var shares: ClientShares
    /// The time of the last log line about each user's having no room.
    private var lastRefusalLog: [UInt32: Duration] = [:]
    /// The time when each user was last found to have no idle connection.
    private var foundBusy: [UInt32: Duration] = [:]
    private var nextID = 0
    private var activity = 0
    private var hasLoggedPause = false
    private var buffer = [UInt8](repeating: 0, count: Limits.readBytes)
    /// The connections with more calls to answer.
    private var turns = TurnQueue<Void>()
    /// True while the loop's call is being processed.
    private var isInTurn = false
    /// True once nothing more is read.
    private var isStopping = false
    private lazy var changes = ChangeLane(
        queue: queue, match: parts.match, clock: clock, delay: parts.delay
    ) { [unowned self] id, outcome in
        switch outcome {
        case .answer(let message): reply(message, to: id)
        case .unknown: closeUnanswered(id)
        }
    }
    private lazy var readings = ReadingLane(
        queue: queue, archive: parts.archive, advanceInStore: parts.advanceInStore
    ) { [unowned self] id, message in
        if message.continues {
            continueReply(message.bytes, to: id)
        } else {
            reply(message.bytes, to: id)
        }
    }

    private lazy var backups = BackupLane(queue: queue, gate: parts.gate, clock: clock) {
        [unowned self] id, message in reply(message, to: id)
    }

    /// Makes a server without a socket.
    ///
    /// - Parameter descriptors: The number of descriptors for connections.
    init(
        queue: SerialQueue, log: any Log, clock: any MachineClock, descriptors: Int, parts: Parts
    ) {
        (self.queue, self.log, self.clock, self.parts) = (queue, log, clock, parts)
        shares = ClientShares(capacity: Limits.connections, descriptors: descriptors)
    }

    // MARK: - Sockets

    /// Serves a socket: either a listener or a connection.
    func serve(_ socket: Descriptor) throws(SystemError) {
        try UnixSocket.makeNonBlocking(socket)
        let readiness = try prepared()
        guard UnixSocket.isListener(socket) else { return try adopt(socket) }
        let id = newID()
        try readiness.operators.add(socket, number: id, wanted: .readable)
        listeners[id] = socket
    }

    private func prepared() throws(SystemError) -> Readiness {
        if let readiness { return readiness }
        let (operators, others) = (try ReadinessSet(), try ReadinessSet())
        try operators.add(others, number: Readiness.othersNumber)
        let loop = try ReadinessLoop(
            of: operators, on: queue.dispatch,
            serve: queue.bound { [weak self] ready in self?.serve(ready) ?? false })
        let readiness = Readiness(operators: operators, others: others, loop: loop)
        self.readiness = readiness
        return readiness
    }

    /// Stops accepting, answers what has arrived, and closes.
    ///
    /// - Parameter done: Called when the last answer has been received, or when the clients' time
    ///   for it is over.
    func stop(done: @escaping () -> Void) {
        for listener in listeners.values { readiness?.operators.remove(listener) }
        listeners = [:]
        // Calls that clients had sent by now are still answered.
        for (id, connection) in connections {
            finish(connection.read(into: &buffer, answer: answering(id)), of: id)
        }
        isStopping = true
        backups.stop()
        closeDrained(tries: Limits.stoppingTries, working: Limits.workingTries, done: done)
    }

    /// The number of changes that wait for their turn.
    var waitingChanges: Int { changes.waiting }

    // MARK: - Publishing

    /// Sends a new state to all subscribers; a tick only to those who want it.
    ///
    /// The state is encoded once for peers who may control the match, and once for those who may
    /// only look, if that differs.
    ///
    /// - Parameters:
    ///   - state: The state, which is made if anybody has subscribed.
    ///   - mustArrive: True if no later state says the same, other than one of this kind.
    func publish(
        _ state: @autoclosure () -> JSONObject, reason: String, isTick: Bool,
        mustArrive: Bool = false
    ) {
        var (operators, others): ([Int], [Int]) = ([], [])
        for (id, connection) in connections where connection.isSubscribed {
            if connection.peer.mayControl { operators.append(id) } else { others.append(id) }
        }
        guard !operators.isEmpty || !others.isEmpty else { return }
        let state = state()
        func message(_ state: JSONObject) -> Publication.Message {
            Publication(state).message(reason: reason, isTick: isTick, mustArrive: mustArrive)
        }
        offer(message(state), to: operators)
        guard !others.isEmpty else { return }
        // This runs one turn later, so that the answer to the change does not wait for many
        // subscribers. A client that subscribes meanwhile already has this state, or a newer one.
        queue.later { [weak self] in
            self?.offer(message(Redaction.state(state) ?? state), to: others)
        }
    }

    private func offer(_ message: Publication.Message, to ids: [Int]) {
        for id in ids {
            guard let connection = connections[id] else { continue }
            connection.offer(message)
            if !connection.send() { close(id) }
        }
    }

    // MARK: - Accepting

    private func accept(_ id: Int) {
        guard let listener = listeners[id] else { return }
        do {
            for _ in 0..<Limits.acceptsInTurn {
                guard !shares.isFull || closeIdleOfGreatest() else {
                    return pauseAccepting(because: "there are \(Limits.connections) connections")
                }
                guard let socket = try UnixSocket.accept(from: listener) else {
                    hasLoggedPause = false
                    return
                }
                try adopt(socket)
            }
        } catch {
            if error.isOutOfDescriptors { _ = closeIdleOfGreatest() }
            pauseAccepting(because: error.description)
        }
    }

    private func adopt(_ socket: Descriptor) throws(SystemError) {
        guard let readiness else { return }
        var peer = try parts.peer(socket)
        switch shares.admission(of: peer) {
        case .admitted: break
        case .afterClosing:
            guard closeIdleOfGreatest() else { return refuse(peer, "there is no room") }
        case .userIsFull:
            return refuse(peer, "it has \(Limits.connectionsPerUser) connections")
        case .noRoom: return refuse(peer, "there is no room")
        }
        let id = newID()
        peer.connection = id
        let connection = try Connection(
            id: id, socket: socket, peer: peer,
            readiness: peer.mayControl ? readiness.operators : readiness.others)
        activity += 1
        connection.lastActivity = activity
        connections[id] = connection
        shares.add(peer)
    }

    /// Closes the connections of a user that have been idle for longest.
    ///
    /// - Returns: True if there were any.
    private func closeIdle(of uid: UInt32) -> Bool {
        let now = clock.now().boottime
        // Checking all connections for each new one would be too expensive.
        if let last = foundBusy[uid], now - last < Limits.idleSearchInterval { return false }
        let spare = shares.connections(of: uid) - Limits.connectionsKept
        let idle = connections.filter { $0.value.peer.uid == uid && !$0.value.isBusy }
            .sorted { $0.value.lastActivity < $1.value.lastActivity }
            .prefix(max(0, min(spare, Limits.closedAtOnce)))
        for (id, _) in idle { close(id) }
        foundBusy[uid] = idle.isEmpty ? now : nil
        return !idle.isEmpty
    }

    /// Closes idle connections of the user with the most, among those who may only look and have
    /// idle ones.
    private func closeIdleOfGreatest() -> Bool {
        shares.othersWithMost.contains(where: closeIdle(of:))
    }

    /// Refuses a connection of a user; this is logged at a limited rate.
    private func refuse(_ peer: Peer, _ reason: String) {
        let now = clock.now().boottime
        if let last = lastRefusalLog[peer.uid], now - last < Limits.refusalLogInterval { return }
        if lastRefusalLog.count >= Limits.connections { lastRefusalLog = [:] }
        lastRefusalLog[peer.uid] = now
        log.write(.warning, "user \(peer.uid) gets no more connections: \(reason)")
    }

    /// Serves the ready sockets: users who may control, some of the others, and one connection with
    /// more calls.
    ///
    /// A first call never waits for the queue of further calls, however long that is.
    ///
    /// - Returns: True if there are connections with more calls.
    private func serve(_ ready: [ReadinessSet.Ready]) -> Bool {
        isInTurn = true
        defer { isInTurn = false }
        for (id, readiness) in ready where id != Readiness.othersNumber {
            if listeners[id] != nil { accept(id) } else { serve(id, readiness) }
        }
        if ready.contains(where: { $0.number == Readiness.othersNumber }) {
            let others = readiness?.others.ready(atMost: Limits.othersInTurn) ?? []
            for (id, readiness) in others { serve(id, readiness) }
        }
        if let (id, _, _) = turns.next(), let connection = connections[id] {
            finish(connection.serve(answer: answering(id)), of: id)
        }
        return turns.count > 0
    }

    private func serve(_ id: Int, _ readiness: ReadinessSet.Readiness) {
        // Another socket's turn may have closed it, or changed what it waits for.
        guard let connection = connections[id] else { return }
        let wanted = connection.take(readiness)
        if readiness.contains(.over), connection.isIdle {
            // The client has left. Only one-way calls of a peer who may control can still change
            // something; all others would be answered to nobody.
            guard connection.isServingOneWay, connection.peer.mayControl else { return close(id) }
            return connection.abandon()
        }
        if wanted.contains(.writable) { writable(id) }
        if isStopping, wanted.contains(.readable) { connection.stopReading() }
        if wanted.contains(.readable) { readable(id) }
    }

    /// Stops accepting for a while, because descriptors have run out or connections are at their
    /// limit; clients wait in the backlog.
    ///
    /// A listener that stayed ready would make the loop spin.
    private func pauseAccepting(because reason: String) {
        if !hasLoggedPause {
            log.write(.warning, "cannot accept a connection: \(reason), waiting")
        }
        hasLoggedPause = true
        setAccepting(false)
        queue.later(after: .milliseconds(200)) { [weak self] in self?.setAccepting(true) }
    }

    private func setAccepting(_ isAccepting: Bool) {
        for (id, listener) in listeners {
            // This can only fail for a descriptor that is not in the set.
            try? readiness?.operators.change(
                listener, number: id, wanted: isAccepting ? .readable : [])
        }
    }

    // MARK: - Serving

    private func readable(_ id: Int) {
        guard let connection = connections[id], !isStopping else { return }
        activity += 1
        connection.lastActivity = activity
        finish(connection.read(into: &buffer, answer: answering(id)), of: id)
    }

    private func writable(_ id: Int) {
        guard let connection = connections[id] else { return }
        guard connection.send() else { return close(id) }
        finish(connection.serve(answer: answering(id)), of: id)
    }

    /// Returns a function that answers a connection's call, or adds it to a lane.
    private func answering(_ id: Int) -> (Call, Peer) -> Answer? {
        { [self] call, peer in
            let answer = parts.answer(call, peer)
            switch answer {
            case .reply, .device, .subscription: return answer
            case .change(let work):
                changes.add(work, number: id, of: peer)
            case .reading(let job):
                readings.add(job, number: id, of: peer)
            case .backup(let request):
                backups.add(request, number: id)
            }
            return nil
        }
    }

    private func reply(_ message: [UInt8], to id: Int) {
        guard let connection = connections[id] else { return }
        connection.reply(message: message)
        finish(connection.serve(answer: answering(id)), of: id)
    }

    /// Sends one of several replies; the reading continues once the client takes it.
    private func continueReply(_ message: [UInt8], to id: Int) {
        guard let connection = connections[id] else { return }
        connection.reply(message: message, continues: true)
        guard connection.send() else { return close(id) }
        finish(.waiting, of: id)
    }

    /// Closes a connection whose call has an unknown outcome.
    private func closeUnanswered(_ id: Int) {
        log.write(
            .error, "\(parts.delay()); a change waits for it, and its client is let go",
            id: .storageFailed)
        close(id)
    }

    private func finish(_ turn: Connection.Turn, of id: Int) {
        guard let connection = connections[id] else { return }
        count(connection)
        switch turn {
        case .waiting where connection.isAbandoned && !connection.isServing:
            // The buffer may still be in use in this turn, so reading continues in a later one.
            queue.later { [weak self] in self?.readable(id) }
        case .waiting: break
        case .unfinished: enqueue(id, connection.peer)
        case .over: return close(id)
        }
        // Each turn sends, and so any of them may have sent the last of a reply.
        if connection.isSent { readings.resume(id) }
        closeGreatest(of: connection.peer)
    }

    private func count(_ connection: Connection) {
        let holding = connection.holding
        guard holding != connection.counted else { return }
        shares.change(connection.counted, to: holding, of: connection.peer)
        connection.counted = holding
    }

    /// Closes the connection that holds the most, if a class of users is over its limit.
    ///
    /// Each connection is within its own limit, but all of them together must not fill the memory;
    /// so the greatest of the user with the most is closed.
    private func closeGreatest(of peer: Peer) {
        guard let (uid, buffer) = shares.userOver(mayControl: peer.mayControl) else { return }
        let greatest = connections.filter { $0.value.peer.uid == uid }
            .max { $0.value.counted[buffer] < $1.value.counted[buffer] }
        if let greatest { close(greatest.key) }
    }

    /// Makes a connection with more calls wait behind others that have more.
    private func enqueue(_ id: Int, _ peer: Peer) {
        guard !turns.contains(id) else { return }
        turns.add((), number: id, of: peer)
        if !isInTurn { readiness?.loop.wake() }
    }

    private func close(_ id: Int) {
        guard let connection = connections.removeValue(forKey: id) else { return }
        turns.remove(id)
        changes.remove(id)
        readings.remove(id)
        backups.remove(id)
        let peer = connection.peer
        shares.remove(peer, holding: connection.counted)
        if shares.connections(of: peer.uid) == 0 { foundBusy[peer.uid] = nil }
        if connection.wantsTicks, !connections.values.contains(where: \.wantsTicks) {
            parts.ticksUnsubscribed()
        }
        if connections.isEmpty, listeners.isEmpty { parts.allClosed() }
    }

    /// Closes the connections that have received their answers, and finally the others.
    ///
    /// - Parameters:
    ///   - tries: The remaining checks for whether clients have received their answers.
    ///   - working: The remaining checks for changes that are carried out, which take their own
    ///     time. A reading counts as the clients' time, since anybody can request one.
    private func closeDrained(tries: Int, working: Int, done: @escaping () -> Void) {
        var isWorking = false
        for (id, connection) in connections {
            if changes.contains(id) {
                isWorking = true
            } else if connection.isDrained, !readings.isUnanswered(id) {
                close(id)
            }
        }
        guard !connections.isEmpty, tries > 0 else {
            connections = [:]
            return done()
        }
        let isPatient = isWorking && working > 0
        queue.later(after: .milliseconds(10)) { [weak self] in
            self?.closeDrained(
                tries: isPatient ? tries : tries - 1,
                working: isPatient ? working - 1 : working, done: done)
        }
    }

    private func newID() -> Int {
        nextID += 1
        return nextID
    }
}
