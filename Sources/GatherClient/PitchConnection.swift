import GatherAPI
public import LinuxIO
public import Varlink

/// A connection to the gatherd of a pitch, on a queue.
public final class PitchConnection {
    private let socket: Descriptor
    private let monitor: SocketMonitor
    private var framer = MessageFramer.ofReplies()
    private var buffer = [UInt8](repeating: 0, count: Limits.readBytes)
    private let received: (Reply) -> Void
    private let lost: () -> Void
    private var isOpen = true
    private var number = 0

    /// Connects to a socket.
    ///
    /// - Parameters:
    ///   - received: Called with each reply, in order.
    ///   - lost: Called once, when the connection has ended or its bytes make no sense.
    public init(
        to path: String, queue: SerialQueue, received: @escaping (Reply) -> Void,
        lost: @escaping () -> Void
    ) throws(SystemError) {
        socket = try UnixSocket.connectAtOnce(to: path)
        self.received = received
        self.lost = lost
        monitor = try SocketMonitor(queue: queue)
        number = try monitor.add(socket.number) { [weak self] _ in self?.read() }
    }

    /// Sends a call.
    ///
    /// gatherd reads each call before it answers, so that a few of them always fit the socket; one
    /// that does not fit counts as a loss.
    public func send(_ call: Call) {
        guard isOpen else { return }
        do { try socket.writeAll(call.message[...]) } catch { lose() }
    }

    /// Ends the connection; nothing is called any more.
    public func close() {
        isOpen = false
        monitor.remove(number)
    }

    private func read() {
        guard isOpen else { return }
        do {
            guard let count = try socket.read(into: &buffer) else { return }
            guard count > 0 else { return lose() }
            framer.append(buffer[..<count])
            while isOpen, let message = try framer.next() {
                received(try Reply(parsing: message))
            }
        } catch { lose() }
    }

    private func lose() {
        guard isOpen else { return }
        close()
        lost()
    }
}
