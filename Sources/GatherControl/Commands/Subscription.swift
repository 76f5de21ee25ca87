import GatherAPI
import LinuxIO
import Varlink

/// A subscription that is made anew whenever it is lost, for ever.
final class Subscription {
    /// How long to wait before the next try to connect, or nil if it is connected.
    private(set) var wait: Duration? = .zero

    /// What subscribes.
    let call: Call

    private let connect: () throws(SystemError) -> Descriptor
    private let patience: Patience
    private var connection: ClientConnection?
    private var lastWait: Duration?

    /// Makes a subscription that is not connected yet.
    init(
        ticks: Bool, patience: Patience,
        connect: @escaping () throws(SystemError) -> Descriptor
    ) {
        var call = GatherMethod.Subscribe(ticks: ticks).call
        call.more = true
        self.call = call
        self.patience = patience
        self.connect = connect
    }

    /// The socket to wait for, if it is connected.
    var socket: Descriptor? { connection?.socket }

    /// Connects and subscribes.
    func open() throws(SystemError) {
        let connection = ClientConnection(try connect())
        do {
            try connection.send(call.message, timeout: patience.answer)
        } catch {
            return lose()
        }
        self.connection = connection
        wait = nil
    }

    /// The messages that have arrived.
    func receive() throws(ConnectionLost) -> [Reply] {
        guard let connection else { return [] }
        var messages: [Reply] = []
        try connection.receive()
        while let message = try connection.nextReply() { messages.append(message) }
        if !messages.isEmpty { lastWait = nil }
        return messages
    }

    /// Notes that so much of the wait is over.
    func pass(_ duration: Duration) {
        wait = wait.map { max($0 - duration, .zero) }
    }

    /// Drops the connection.
    func lose() {
        let next = patience.wait(after: lastWait)
        lastWait = next
        wait = next
        connection = nil
    }
}
