import GatherAPI
import LinuxIO
import Varlink

/// A connection that has ended, or whose bytes cannot be decoded any more.
struct ConnectionLost: Error {}

/// The client's end of one connection to the daemon.
final class ClientConnection {
    let socket: Descriptor
    private var framer = MessageFramer.ofReplies()
    private var buffer = [UInt8](repeating: 0, count: shortRead)

    /// The bytes that are read at once, until that many arrive at once.
    private static let shortRead = 16_384

    /// The bytes that are read at once of long messages.
    private static let longRead = 1 << 18

    /// The length above which a message may not fit into the socket's buffer.
    private static let longMessageBytes = 64 << 10

    init(_ socket: Descriptor) {
        self.socket = socket
    }

    /// Sends a whole message.
    ///
    /// - Parameter timeout: The time for which the daemon may leave it unread.
    func send(_ message: [UInt8], timeout: Duration) throws(ConnectionLost) {
        if message.count > Self.longMessageBytes {
            // Without this limit, a daemon that hangs could block a very long message forever.
            try? UnixSocket.limitWrites(of: socket, to: timeout)
        }
        do { try socket.writeAll(message[...]) } catch { throw ConnectionLost() }
    }

    /// Receives what has arrived; blocks if nothing has.
    func receive() throws(ConnectionLost) {
        let count: Int
        do { count = try socket.read(into: &buffer) ?? 0 } catch { throw ConnectionLost() }
        guard count > 0 else { throw ConnectionLost() }
        framer.append(buffer[..<count])
        if count == Self.shortRead { buffer = [UInt8](repeating: 0, count: Self.longRead) }
    }

    /// Returns the next complete reply that was received, if there is one.
    func nextReply() throws(ConnectionLost) -> Reply? {
        do {
            guard let message = try framer.next() else { return nil }
            return try Reply(parsing: message)
        } catch { throw ConnectionLost() }
    }
}
