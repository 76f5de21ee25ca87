import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// One client: its socket, and the protocol's end of it.
///
/// It belongs to the server's queue.
final class Connection {
    /// What is left to do after a turn.
    enum Turn {
        /// Nothing until the socket is ready again.
        case waiting
        /// More calls wait: another turn, after the others had theirs.
        case unfinished
        /// The connection is over.
        case over
    }

    let peer: Peer
    /// Whether its subscription is with ticks.
    private(set) var wantsTicks = false

    private let socket: Descriptor
    private var machine = ServerConnection(
        messageBytes: Limits.messageBytes, nesting: Limits.messageNesting,
        values: Limits.messageValues, repliesLimit: Limits.callsInFlight,
        replyBytesLimit: Limits.replyBytesInFlight, secretName: Interfaces.secretName)
    private let id: Int
    private let readiness: ReadinessSet
    /// What the socket is waited for.
    private(set) var wanted: ReadinessSet.Readiness = .readable
    /// What the set reports of it: also what came to be unwanted, until it comes about.
    private var reported: ReadinessSet.Readiness = .readable

    /// Makes a connection of a non-blocking socket, which is waited for under the ID.
    init(
        id: Int, socket: Descriptor, peer: Peer, readiness: ReadinessSet
    ) throws(SystemError) {
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

    /// Whether something is underway that its client waits for.
    var isBusy: Bool {
        isSubscribed || machine.isReplying || machine.hasCall || machine.unsentReplyBytes > 0
    }

    /// When it was read from last, in the server's count.
    var lastActivity = 0

    /// What the server has counted of what it holds.
    var counted = ClientShares.Holding()

    /// What it holds.
    var holding: ClientShares.Holding {
        ClientShares.Holding(
            unfinishedBytes: machine.bufferedBytes, unsentBytes: machine.unsentReplyBytes)
    }

    /// Whether nothing is left to do for a client that is gone.
    var isIdle: Bool { wanted.isEmpty && !machine.hasCall }

    /// Reads what the client sent, and serves it.
    ///
    /// - Parameters:
    ///   - answer: Answers a call, or nil where that is done elsewhere: ``reply(message:)`` is
    ///     called then.
    func read(into buffer: inout [UInt8], answer: (Call, Peer) -> Answer?) -> Turn {
        if machine.wantsInput {
            do {
                switch try socket.read(into: &buffer) {
                case nil: break
                case 0?:
                    machine.receiveEnd()
                    // Nobody is left to write to, as opposed to a client that only sends no more.
                    if UnixSocket.isHungUp(socket) { return .over }
                case let count?:
                    machine.receive(buffer[..<count])
                    // A password may be in it.
                    for index in 0..<count { buffer[index] = 0 }
                }
            } catch {
                return .over
            }
        }
        return serve(answer: answer)
    }

    /// Answers one call that has come, and sends the answer.
    ///
    /// One, since the first call of another client must not wait for more of them than there are
    /// clients.
    func serve(answer: (Call, Peer) -> Answer?) -> Turn {
        do {
            if let call = try machine.nextCall() {
                switch answer(call, peer) {
                case .reply(let reply)?: machine.reply(reply)
                case .subscription(let first, let ticks)?:
                    wantsTicks = ticks
                    machine.subscribe()
                    offer(Publication(first).message(reason: "snapshot", isTick: false))
                case .change?, .reading?, nil: break
                }
            }
        } catch {
            // There is no answer to a broken protocol, but those before it are sent.
            _ = send()
            return .over
        }
        guard send(), !machine.isFinished else { return .over }
        return machine.hasCall ? .unfinished : .waiting
    }

    /// Gives the call that waits its reply.
    func reply(message: [UInt8]) {
        machine.reply(message: message)
    }

    /// Gives a subscriber the newest state.
    func offer(_ message: Publication.Message) {
        if message.isTick, !wantsTicks { return }
        machine.offer(message)
    }

    /// Sends as much as the socket takes, and asks to be called for the rest.
    ///
    /// - Returns: Whether the client is still there.
    func send() -> Bool {
        do {
            while true {
                let bytes = machine.nextOutput()
                if bytes.isEmpty { break }
                guard let count = try socket.write(bytes) else {
                    try want(machine.wantsInput ? [.readable, .writable] : .writable)
                    return true
                }
                machine.sent(count)
            }
            try want(machine.wantsInput ? .readable : [])
            return true
        } catch {
            return false
        }
    }

    /// Whether all that was answered has been sent, and no other call has come.
    var isDrained: Bool { !wanted.contains(.writable) && !machine.hasCall }

    /// Waits for nothing more of the client.
    func stopReading() { try? want(wanted.subtracting(.readable)) }

    /// Takes in what the set has reported.
    ///
    /// - Returns: What of it is wanted; what is not is reported no more.
    func take(_ readiness: ReadinessSet.Readiness) -> ReadinessSet.Readiness {
        if !readiness.intersection(reported).isSubset(of: wanted) { try? report(wanted) }
        return readiness.intersection(wanted)
    }

    /// A client that waits for its answer sends nothing meanwhile: to have that reported no more,
    /// and again with the answer, would be for nothing.
    private func want(_ wanted: ReadinessSet.Readiness) throws(SystemError) {
        self.wanted = wanted
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
