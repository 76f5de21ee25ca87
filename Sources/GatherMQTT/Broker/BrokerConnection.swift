import Dispatch
import LinuxIO

/// A connection to a broker on a queue, which reconnects without limit.
final class BrokerConnection {
    private typealias Made = Result<BrokerSession, BrokerSession.Failure>

    private let settings: BrokerSettings
    private let queue: SerialQueue
    private let happened: (BrokerEvent) -> Void
    /// The queue for looking up names and connecting sockets, both of which block.
    private let connector = DispatchQueue(label: "gather-mqtt-connector")
    private var session: BrokerSession?
    /// The monitor of the connection's socket, with its number there; nil without a connection.
    private var watched: (monitor: SocketMonitor, number: Int)?
    /// True while it waits for room in the socket.
    private var isWriting = false
    /// True if the rest is going to be read in a later turn of the queue.
    private var isReadDue = false
    private var isAccepted = false
    /// True if the connection has lasted for ``settlement``.
    private var isSettled = false
    /// The number of connections in a row that were accepted and did not last.
    private var shortLives = 0
    private var isOpen = false
    private var lastWait: Duration?
    /// The number of the connection, or of the wait for the next one.
    ///
    /// A closure that was queued for an earlier one does nothing.
    private var generation = 0
    /// The messages that are not acknowledged, in order.
    ///
    /// Messages that are too long for the broker have negative numbers, which the library never
    /// gives. They are refused when all messages before them are acknowledged.
    private var unacknowledged: ArraySlice<(id: Int32, size: Int)> = []
    private var lastRefused: Int32 = 0
    /// The longest payload that the broker accepts, as far as is known, and the longest that it has
    /// accepted, in bytes.
    private var (longestPayload, longestTaken) = (Int.max, 0)
    /// The oldest message without an answer at the last check, and the number of checks since it
    /// was the oldest one.
    private var stalled: (id: Int32, times: Int) = (0, 0)

    /// The time that the broker has to accept a connection.
    private static let acceptance = Duration.seconds(10)
    /// The interval between two checks that the broker is alive.
    private static let interval = Duration.seconds(3)
    /// The time before the first try to connect again, and the longest such time.
    private static let firstWait = Duration.seconds(1)
    private static let longestWait = Duration.seconds(30)
    /// The time after which a connection counts as stable; the number of shorter connections in a
    /// row after which another client with the same ID is suspected; and the time before the next
    /// try then.
    private static let settlement = Duration.seconds(5)
    private static let mostShortLives = 8
    private static let rest = Duration.seconds(15)
    /// The number of intervals after which a missing acknowledgement ends the connection.
    private static let mostIntervals = 10
    /// The longest payload that every broker takes, in bytes.
    private static let shortPayload = 256

    /// Makes a connection that is not open.
    ///
    /// - Parameter happened: Called with each event, in order.
    init(
        _ settings: BrokerSettings, queue: SerialQueue,
        happened: @escaping (BrokerEvent) -> Void
    ) {
        self.settings = settings
        self.queue = queue
        self.happened = happened
    }

    /// Connects, and again whenever the connection is lost.
    func open() {
        guard !isOpen else { return }
        isOpen = true
        connect()
    }

    /// Disconnects so that the broker publishes the last will.
    func close() {
        isOpen = false
        generation += 1
        session?.disconnect()
        try? session?.write()
        drop()
    }

    /// Publishes a message.
    ///
    /// - Returns: The number by which the message is acknowledged, or refused if it is too long for
    ///   the broker; nil if it cannot be sent.
    @discardableResult
    func publish(_ payload: [UInt8], to topic: String, _ delivery: BrokerDelivery) -> Int32? {
        let id = use { session throws(BrokerSession.Failure) in
            guard payload.count <= longestPayload else { return refusal() }
            return try session.publish(payload, to: topic, delivery) ?? refusal()
        }
        if let id, delivery != .atMostOnce || id < 0 {
            unacknowledged.append((id, payload.count))
        }
        watchRoom()
        return id
    }

    /// Returns the number of a message that is going to be refused.
    private func refusal() -> Int32 {
        lastRefused = lastRefused > .min ? lastRefused - 1 : -1
        // Refuse it later: the caller needs the number before it is called back.
        later { $0.refuse() }
        return lastRefused
    }

    /// Refuses the messages that are too long, up to the first one that the broker has to answer.
    private func refuse() {
        let present = generation
        while generation == present, let id = unacknowledged.first?.id, id < 0 {
            unacknowledged.removeFirst()
            happened(.acknowledged(id: id, .packetTooLarge))
        }
    }

    /// The number of messages that are not acknowledged.
    var underWay: Int { unacknowledged.count }

    private func noteAcknowledged(_ id: Int32, _ reason: BrokerReason) {
        guard let index = unacknowledged.firstIndex(where: { $0.id == id }) else { return }
        let message = unacknowledged.remove(at: index)
        if !reason.isFailure { longestTaken = max(longestTaken, message.size) }
    }

    /// Returns true if the oldest message has waited for its answer for long.
    ///
    /// Newer releases of mosquitto leave out acknowledgements, too, when their queue is longer than
    /// 'max_queued_messages'. On the same connection no message is sent again.
    private func isStalled() -> Bool {
        guard let id = unacknowledged.first?.id else { return false }
        stalled = id == stalled.id ? (id, stalled.times + 1) : (id, 0)
        return stalled.times >= Self.mostIntervals
    }

    /// Learns from an error what the broker has refused.
    ///
    /// With its 'message_size_limit', mosquitto 2.0 answers a long message with a reason that MQTT
    /// 5 (section 3.4.2.1) does not have there, and newer releases of libmosquitto (2.0.21) end the
    /// connection for that. Answers come in order, so the first message that has none is meant.
    private func noteRefused(_ error: BrokerSession.Failure) {
        let size = unacknowledged.first?.size ?? 0
        guard error.isOfProtocol, size > max(longestTaken, Self.shortPayload) else {
            // After the next connect it may be another broker, or have other limits.
            (longestPayload, longestTaken) = (.max, 0)
            return
        }
        longestPayload = size - 1
    }

    /// Subscribes to a topic.
    ///
    /// - Parameters:
    ///   - isOwnSent: True to get also what is published by this client, now or before.
    ///   - isQueued: False to get each message once at most, and all that is retained, however
    ///     much it is; a message is lost with the connection alone then.
    func subscribe(
        to filter: String, isOwnSent: Bool = false, isQueued: Bool = true,
        keepsRetained: Bool = false
    ) {
        _ = use { session throws(BrokerSession.Failure) in
            try session.subscribe(
                to: filter, isOwnSent: isOwnSent, isQueued: isQueued, keepsRetained: keepsRetained)
        }
        watchRoom()
    }

    private func use<Value>(
        _ body: (BrokerSession) throws(BrokerSession.Failure) -> Value
    ) -> Value? {
        guard isAccepted, let session else { return nil }
        do { return try body(session) } catch {
            // Report the loss later: the caller is not called back before this returns.
            later { $0.lose(error) }
            return nil
        }
    }

    /// Calls a closure in a later turn, unless the connection is another one by then.
    private func later(
        after wait: Duration = .zero, _ body: @escaping (BrokerConnection) -> Void
    ) {
        let generation = generation
        queue.later(after: wait) { [weak self] in
            if let self, self.generation == generation { body(self) }
        }
    }

    // MARK: - Connecting

    private func connect() {
        generation += 1
        let generation = generation
        let adopt = queue.bound { [weak self] (made: Made) in
            guard let self, self.isOpen, self.generation == generation else { return }
            self.adopt(made)
        }
        connector.async { [settings, queue] in
            let made = Result { () throws(BrokerSession.Failure) in
                let session = try BrokerSession(settings)
                try session.connect()
                return session
            }
            queue.dispatch.async { adopt(made) }
        }
    }

    private func adopt(_ made: Made) {
        do throws(BrokerSession.Failure) {
            let session = try made.get()
            self.session = session
            try watch(session)
        } catch { return lose(error) }
        later(after: Self.acceptance) {
            if !$0.isAccepted { $0.lose(.init(description: BrokerSession.silent)) }
        }
        keepAlive()
        serve()
    }

    private func watch(_ session: BrokerSession) throws(BrokerSession.Failure) {
        // libmosquitto closes its own at any time.
        guard let number = session.socket, let socket = try? Descriptor(duplicating: number) else {
            throw BrokerSession.Failure(description: "there is no socket")
        }
        do {
            let monitor = try SocketMonitor(queue: queue)
            let number = try monitor.add(socket.number) { [weak self, socket] readiness in
                withExtendedLifetime(socket) { self?.handle(readiness) }
            }
            watched = (monitor, number)
        } catch { throw BrokerSession.Failure(description: "\(error)") }
        isWriting = false
    }

    private func handle(_ readiness: ReadinessSet.Readiness) {
        let present = generation
        if isWriting, readiness.contains(.writable) {
            step { session throws(BrokerSession.Failure) in try session.write() }
        }
        if generation == present, readiness.contains(.readable) { read() }
    }

    // MARK: - Serving

    private func keepAlive() {
        let generation = generation
        later(after: Self.interval) { connection in
            connection.read()
            guard connection.generation == generation else { return }
            connection.step { session throws(BrokerSession.Failure) in try session.keepAlive() }
            guard connection.generation == generation else { return }
            if connection.isStalled() {
                return connection.lose(.init(description: "the broker acknowledges nothing"))
            }
            connection.keepAlive()
        }
    }

    /// Reads a part of the data that has arrived, and the rest in later turns of the queue, so that
    /// a client that publishes without end does not block the queue.
    private func read() {
        let present = generation
        var hasMore = false
        step { session throws(BrokerSession.Failure) in hasMore = try session.read() }
        guard hasMore, !isReadDue, generation == present else { return }
        isReadDue = true
        later {
            $0.isReadDue = false
            $0.read()
        }
    }

    private func step(_ body: (BrokerSession) throws(BrokerSession.Failure) -> Void) {
        guard let session else { return }
        do throws(BrokerSession.Failure) {
            try body(session)
            serve()
        } catch {
            // The broker's last message says more than the end of the connection.
            let present = generation
            serve()
            if generation == present { lose(error) }
        }
    }

    private func serve() {
        let present = generation
        for event in session?.takeEvents() ?? [] {
            guard generation == present else { return }
            switch event {
            case .connected: accept()
            case .lost(let reason): return lose(BrokerSession.Failure(description: reason))
            case .acknowledged(let id, let reason): noteAcknowledged(id, reason)
            case .received, .subscribed: break
            }
            happened(event)
            if generation == present { refuse() }
        }
        watchRoom()
    }

    private func accept() {
        (isAccepted, lastWait) = (true, nil)
        later(after: Self.settlement) { $0.isSettled = true }
    }

    /// Waits for room in the socket, as long as something is to be sent.
    private func watchRoom() {
        guard let watched, let session else { return }
        let isWanted = session.wantsToWrite
        guard isWanted != isWriting else { return }
        isWriting = isWanted
        watched.monitor.change(
            watched.number, wanted: isWanted ? [.readable, .writable] : .readable)
    }

    private func lose(_ error: BrokerSession.Failure) {
        guard isOpen else { return }
        noteRefused(error)
        shortLives = isAccepted && !isSettled ? shortLives + 1 : 0
        drop()
        generation += 1
        let (wait, reason) = nextTry(after: error.description)
        lastWait = wait
        later(after: wait) { $0.connect() }
        happened(.lost(reason: reason))
    }

    /// Returns the time before the next try, and the reason to show.
    ///
    /// Two clients with one ID end each other's connections all the time. A broker may say so, and
    /// mosquitto 2.0 does not.
    private func nextTry(after reason: String) -> (wait: Duration, reason: String) {
        let suspicion = "another client may have the ID \(settings.clientID)"
        if reason == BrokerSession.takenOver {
            return (Self.longestWait, "\(reason); \(suspicion)")
        }
        guard shortLives < Self.mostShortLives else {
            return (Self.rest, "\(reason); \(suspicion)")
        }
        return (lastWait.map { min($0 * 2, Self.longestWait) } ?? Self.firstWait, reason)
    }

    private func drop() {
        if let watched { watched.monitor.remove(watched.number) }
        (session, watched, unacknowledged) = (nil, nil, [])
        (isWriting, isReadDue, isAccepted, isSettled) = (false, false, false, false)
        stalled = (0, 0)
    }
}
