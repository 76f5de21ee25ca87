public import LinuxIO
public import Varlink

/// The limits on what the clients of a ``CallServer`` can make grow.
public struct CallLimits: Sendable {
    /// The most clients at once.
    public var clients: Int
    /// The most of them that one user can have.
    public var clientsOfUser: Int
    /// The longest message in bytes.
    public var messageBytes: Int
    /// The deepest nesting of a message.
    public var nesting: Int
    /// The most values of a message.
    public var values: Int
    /// The most replies that may wait to be read.
    public var replies: Int
    /// The number of waiting bytes from which on no other call is answered.
    public var replyBytes: Int
    /// The time for which a client may leave replies unread.
    public var patience: Duration

    /// Makes limits.
    ///
    /// - Parameter clientsOfUser: The most clients of one user; nil for no limit of its own. It has
    ///   to be less than `clients` if a user must not be able to take all of them.
    public init(
        clients: Int, clientsOfUser: Int? = nil, messageBytes: Int, nesting: Int, values: Int,
        replies: Int, replyBytes: Int, patience: Duration
    ) {
        (self.clients, self.clientsOfUser) = (clients, clientsOfUser ?? clients)
        (self.messageBytes, self.nesting) = (messageBytes, nesting)
        (self.values, self.replies, self.replyBytes) = (values, replies, replyBytes)
        self.patience = patience
    }
}

/// Serves calls of Varlink at Unix sockets, each of them answered on a queue.
public final class CallServer {
    private let queue: SerialQueue
    private let limits: CallLimits
    private let answer: (Call, CallClient) -> Void
    /// The monitor of the sockets; nil before the first one.
    private var monitor: SocketMonitor?
    /// The places of the listening sockets in the monitor.
    private var listeners: [Int] = []
    private var clients: [Int: CallClient] = [:]
    private var number = 0

    /// The time for which nothing is accepted when no descriptor is left.
    private static let acceptPause: Duration = .milliseconds(100)

    /// Makes a server without a socket.
    ///
    /// - Parameter answer: Called with each call; it is answered by ``CallClient/reply(_:)``, then
    ///   or later.
    public init(
        queue: SerialQueue, limits: CallLimits, answer: @escaping (Call, CallClient) -> Void
    ) {
        (self.queue, self.limits, self.answer) = (queue, limits, answer)
    }

    /// Serves a listening socket.
    public func serve(_ socket: Descriptor) throws(SystemError) {
        try UnixSocket.makeNonBlocking(socket)
        let monitor: SocketMonitor
        if let present = self.monitor {
            monitor = present
        } else {
            monitor = try SocketMonitor(queue: queue)
            self.monitor = monitor
        }
        var place = 0
        place = try monitor.add(socket.number) { [weak self] _ in self?.accept(socket, place) }
        listeners.append(place)
    }

    deinit {
        // A client that is kept keeps the monitor.
        for place in listeners { monitor?.remove(place) }
    }

    private func accept(_ socket: Descriptor, _ place: Int) {
        guard let monitor else { return }
        let connection: Descriptor
        do {
            guard let accepted = try UnixSocket.accept(from: socket) else { return }
            connection = accepted
        } catch {
            // No descriptor is left; who calls waits in the backlog.
            monitor.change(place, wanted: [])
            queue.later(after: Self.acceptPause) { [weak monitor] in
                monitor?.change(place, wanted: .readable)
            }
            return
        }
        // The connection closes with its descriptor.
        guard clients.count < limits.clients, let user = try? UnixSocket.peerUID(of: connection),
            clients.values.count(where: { $0.user == user }) < limits.clientsOfUser
        else { return }
        number += 1
        let number = number
        clients[number] = try? CallClient(
            connection, of: user, queue: queue, monitor: monitor, limits: limits, answer: answer,
            ended: { [weak self] in self?.clients[number] = nil })
    }
}

/// A connection of somebody who calls.
public final class CallClient {
    /// The connection, for who is at its other end.
    public let socket: Descriptor
    /// The user at its other end.
    fileprivate let user: UInt32
    /// Called when the connection has ended.
    public var ended: (() -> Void)?

    private let queue: SerialQueue
    private let limits: CallLimits
    private let monitor: SocketMonitor
    private var place = 0
    /// True while replies wait for the client to read.
    public private(set) var isBehind = false
    /// A number that changes whenever a write begins or ends to wait, to recognise an old timeout.
    private var waits = 0
    private let answer: (Call, CallClient) -> Void
    private let remove: () -> Void
    private var isOver = false
    private var isAdvancing = false
    private var machine: ServerConnection
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    fileprivate init(
        _ socket: Descriptor, of user: UInt32, queue: SerialQueue, monitor: SocketMonitor,
        limits: CallLimits, answer: @escaping (Call, CallClient) -> Void,
        ended: @escaping () -> Void
    ) throws(SystemError) {
        (self.socket, self.user, self.queue, self.monitor) = (socket, user, queue, monitor)
        (self.limits, self.answer) = (limits, answer)
        remove = ended
        machine = ServerConnection(
            messageBytes: limits.messageBytes, nesting: limits.nesting, values: limits.values,
            repliesLimit: limits.replies, replyBytesLimit: limits.replyBytes)
        place = try monitor.add(socket.number) { [weak self] in self?.handle($0) }
    }

    deinit { monitor.remove(place) }

    /// Sends the reply to the present call, and goes on with the next one.
    public func reply(_ reply: Reply) {
        guard !isOver else { return }
        machine.reply(reply)
        send()
        if !reply.continues { advance() }
    }

    private func handle(_ readiness: ReadinessSet.Readiness) {
        if isBehind, readiness.contains(.writable) { resume() }
        if readiness.contains(.readable) { read() }
    }

    private func read() {
        guard !isOver else { return }
        do {
            guard let count = try socket.read(into: &buffer) else { return }
            // A client that has closed its side of the connection gets no further replies.
            guard count > 0 else { return end() }
            machine.receive(buffer[..<count])
            advance()
            // A client must wait for a reply, and not go on to send calls without a limit.
            guard machine.bufferedBytes <= limits.messageBytes else { return end() }
        } catch { end() }
    }

    private func advance() {
        // An answer that is given at once calls this again: the loop below goes on then, without
        // recursion.
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        do {
            while !isOver, let call = try machine.nextCall() { answer(call, self) }
        } catch { end() }
    }

    private func send() {
        while !isOver {
            let bytes = machine.nextOutput()
            guard !bytes.isEmpty else { return wait(isNeeded: false) }
            do {
                guard let count = try socket.write(bytes) else { return wait(isNeeded: true) }
                machine.sent(count)
            } catch { return end() }
        }
    }

    private func resume() {
        waits += 1
        send()
        advance()
    }

    /// Waits for room in the socket, but not for ever.
    private func wait(isNeeded: Bool) {
        if isNeeded {
            waits += 1
            let present = waits
            queue.later(after: limits.patience) { [weak self] in
                if self?.waits == present { self?.end() }
            }
        }
        guard isNeeded != isBehind else { return }
        isBehind = isNeeded
        monitor.change(place, wanted: isNeeded ? [.readable, .writable] : .readable)
    }

    private func end() {
        guard !isOver else { return }
        isOver = true
        waits += 1
        monitor.remove(place)
        ended?()
        remove()
    }
}
