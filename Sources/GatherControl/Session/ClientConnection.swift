import Glibc
import LinuxIO
import Varlink

/// A connection that has ended, or on which nothing makes sense any more.
struct ConnectionLost: Error {}

/// The client's end of one connection to the daemon.
final class ClientConnection {
    let socket: Descriptor
    private var framer = MessageFramer(limit: messageBytes, nesting: 32)
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// A thousand gathers of the history, with names of the greatest length, fit.
    private static let messageBytes = 16 << 20

    /// More than this may not fit the socket's buffer.
    private static let longMessageBytes = 64 << 10

    init(_ socket: Descriptor) {
        self.socket = socket
    }

    /// Sends a message whole.
    ///
    /// - Parameter timeout: How long a daemon may leave it lying.
    func send(_ message: [UInt8], timeout: Duration) throws(ConnectionLost) {
        if message.count > Self.longMessageBytes { limitSending(to: timeout) }
        var rest = message[...]
        while !rest.isEmpty {
            do {
                guard let count = try socket.write(rest) else { throw ConnectionLost() }
                rest = rest.dropFirst(count)
            } catch { throw ConnectionLost() }
        }
    }

    /// Takes in what has arrived; waits if nothing has.
    func receive() throws(ConnectionLost) {
        let count: Int
        do { count = try socket.read(into: &buffer) ?? 0 } catch { throw ConnectionLost() }
        guard count > 0 else { throw ConnectionLost() }
        framer.append(buffer[..<count])
    }

    /// The next whole reply that has been taken in, if there is one.
    func nextReply() throws(ConnectionLost) -> Reply? {
        do {
            guard let message = try framer.next() else { return nil }
            return try Reply(parsing: message)
        } catch { throw ConnectionLost() }
    }

    private func limitSending(to timeout: Duration) {
        var limit = timeval(tv_sec: Int(timeout.components.seconds), tv_usec: 0)
        // Without it, a daemon that hangs could hold a very long message for ever; no more.
        _ = setsockopt(
            socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit,
            socklen_t(MemoryLayout<timeval>.size))
    }
}
