import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// One client's connection: the socket, and the server side of the protocol.
///
/// It belongs to the server's queue.
final class Connection {
    /// The result of a turn.
    enum Turn {
        /// Nothing until the socket is ready again.
        case waiting
        /// More calls wait: the connection needs another turn, after the others had theirs.
        case unfinished
        /// The connection is closed or broken.
        case over
    }

    private(set) var peer: Peer
    /// True if its subscription includes ticks.
    private(set) var wantsTicks = false

    private let socket: Descriptor
    private var machine = ServerConnection(
        messageBytes: Limits.messageBytes, nesting: Limits.messageNesting,
        values: Limits.messageValues, repliesLimit: Limits.callsInFlight,
        replyBytesLimit: Limits.replyBytesInFlight, secretName: Interfaces.secretName)
    private let id: Int
    private let readiness: ReadinessSet
    /// The readiness of the socket that is waited for.
    private(set) var wanted: ReadinessSet.Readiness = .readable
    /// The readiness registered in the set.
    ///
    /// It can include unwanted readiness, which is removed only when it is reported.
    private var reported: ReadinessSet.Readiness = .readable

    private var allowsLongReplies = false

    /// Makes a connection from a non-blocking socket, which is registered under the ID.
    init(id: Int, socket: Descriptor, peer: Peer, readiness: ReadinessSet) throws(SystemError) {
        self.id = id
        self.socket = socket
        self.peer = peer
        self.readiness = readiness
        try UnixSocket.limitUnread(of: socket, to: Limits.unreadBytes)
        try readiness.add(socket, number: id, wanted: wanted)
    }

    deinit {
        readiness.remove(socket)
        machine.wipe()
    }

    var isSubscribed: Bool { machine.isSubscribed }

    /// True if the client waits for something that is underway.
    var isBusy: Bool {
        isSubscribed || machine.isReplying || machine.hasCall || machine.unsentReplyBytes > 0
    }

    /// The time of the last read, as a count of the server.
    var lastActivity = 0

    /// The bytes that the server has counted for this connection.
    var counted = ClientShares.Holding()

    /// The bytes that this connection holds.
    var holding: ClientShares.Holding {
        ClientShares.Holding(
            unfinishedBytes: machine.bufferedBytes, unsentBytes: machine.unsentReplyBytes)
    }

    /// True if nothing is left to do for a disconnected client.
    var isIdle: Bool { wanted.isEmpty && !machine.hasCall }

    /// True if a call is being served.
    var isServing: Bool { machine.isReplying }

    /// True if a call is being served that has no reply, so that its client may leave at once.
    var isServingOneWay: Bool { machine.isServingOneWay }

    /// True if its socket is no longer waited for, because the client has left.
    private(set) var isAbandoned = false

    /// Waits for the socket no more: what the client has sent is read without that, to its end.
    func abandon() {
        isAbandoned = true
        readiness.remove(socket)
    }

    /// Reads what the client sent, and serves it.
    ///
    /// - Parameter answer: Answers a call, or returns nil if the answer comes later, by
    ///   ``reply(message:continues:)``.
    func read(into buffer: inout [UInt8], answer: (Call, Peer) -> Answer?) -> Turn {
        if machine.wantsInput {
            do {
                switch try socket.read(into: &buffer) {
                case nil: break
                case 0?:
                    machine.receiveEnd()
                    // The client is gone, and has not merely stopped sending.
                    if UnixSocket.isHungUp(socket) { return .over }
                case let count?:
                    machine.receive(buffer[..<count])
                    // The bytes may contain a password.
                    for index in 0..<count { buffer[index] = 0 }
                }
            } catch {
                return .over
            }
        }
        return serve(answer: answer)
    }

    /// Answers one received call, and sends the answer.
    ///
    /// It answers only one, since the first call of another client must not wait for more of them
    /// than there are clients.
    func serve(answer: (Call, Peer) -> Answer?) -> Turn {
        do {
            if let call = try machine.nextCall() {
                switch answer(call, peer) {
                case .reply(let reply)?: machine.reply(reply)
                case .device(let name)?:
                    peer.device = name
                    machine.reply(GatherMethod.ActFor.Reply().reply)
                case .subscription(let first, let ticks)?:
                    wantsTicks = ticks
                    machine.subscribe()
                    offer(Publication(first).message(reason: "snapshot", isTick: false))
                case .change?, .reading?, .backup?, nil: break
                }
            }
        } catch {
            // A broken protocol gets no answer, but earlier answers are sent.
            _ = send()
            return .over
        }
        guard send(), !machine.isFinished else { return .over }
        return machine.hasCall ? .unfinished : .waiting
    }

    /// Sends a reply to the waiting call.
    ///
    /// - Parameter continues: True if more replies to it follow.
    func reply(message: [UInt8], continues: Bool = false) {
        machine.reply(message: message, continues: continues)
    }

    /// Sends the newest state to a subscriber.
    func offer(_ message: Publication.Message) {
        if message.isTick, !wantsTicks { return }
        machine.offer(message)
    }

    /// Sends as much as the socket takes, and waits for writability to send the rest.
    ///
    /// - Returns: True while the client is connected.
    func send() -> Bool {
        do {
            while true {
                let bytes = machine.nextOutput()
                if bytes.isEmpty { break }
                if bytes.count > Limits.unreadBytes { try allowLongReplies() }
                guard let count = try socket.write(bytes) else {
                    try setWanted(machine.wantsInput ? [.readable, .writable] : .writable)
                    return true
                }
                machine.sent(count)
            }
            try setWanted(machine.wantsInput ? .readable : [])
            return true
        } catch {
            return false
        }
    }

    /// Lets the kernel keep a whole long reply for a user who may control, so that the daemon is
    /// not woken for each piece of it.
    private func allowLongReplies() throws(SystemError) {
        guard peer.mayControl, !allowsLongReplies else { return }
        allowsLongReplies = true
        try UnixSocket.limitUnread(of: socket, to: Limits.longReplyBytes)
    }

    /// True if the socket has taken all that was to be sent.
    var isSent: Bool { !wanted.contains(.writable) }

    /// True if all answers were sent and no other call has arrived.
    var isDrained: Bool { isSent && !machine.hasCall }

    /// Stops reading from the client.
    func stopReading() { try? setWanted(wanted.subtracting(.readable)) }

    /// Processes the readiness that the set has reported.
    ///
    /// - Returns: The wanted part of it; the rest is no longer reported.
    func take(_ readiness: ReadinessSet.Readiness) -> ReadinessSet.Readiness {
        if !readiness.intersection(reported).isSubset(of: wanted) { try? report(wanted) }
        return readiness.intersection(wanted)
    }

    /// Sets the wanted readiness; readability that is no longer wanted stays registered.
    ///
    /// A client that waits for its answer sends nothing meanwhile, so unregistering readability and
    /// registering it again with the answer would be wasted.
    private func setWanted(_ wanted: ReadinessSet.Readiness) throws(SystemError) {
        self.wanted = wanted
        guard !isAbandoned else { return }
        if reported.subtracting(.readable) != wanted.subtracting(.readable)
            || !wanted.isSubset(of: reported)
        {
            try report(wanted)
        }
    }

    private func report(_ wanted: ReadinessSet.Readiness) throws(SystemError) {
        try readiness.change(socket, number: id, wanted: wanted)
        reported = wanted
    }
}
