import Glibc
import LinuxIO
import Varlink

/// A daemon on real sockets that writes all of its answers before it has received a call.
final class FakeDaemon {
    /// The behaviour on one connection.
    enum Script {
        /// The connection fails with this error code.
        case away(Int32)
        /// The daemon is gone before anything can be sent.
        case gone
        /// The daemon sends these bytes, then closes the connection or stays silent.
        case bytes([UInt8], thenEnds: Bool)

        /// The daemon sends these replies, then closes the connection or stays silent.
        static func replies(_ replies: [Reply], thenEnds: Bool = false) -> Script {
            .bytes(replies.flatMap(\.message), thenEnds: thenEnds)
        }
    }

    /// The function that is called when a client connects after the last script.
    var whenOver: () -> Void = {}

    private var scripts: ArraySlice<Script>
    private var peers: [Descriptor] = []

    /// Makes a daemon that behaves so on one connection after another.
    init(_ scripts: [Script]) {
        self.scripts = scripts[...]
        // As in the program, a write to a daemon that is gone is an error.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Connects to it.
    func connect() throws(SystemError) -> Descriptor {
        guard let script = scripts.popFirst() else {
            whenOver()
            throw SystemError(ECONNREFUSED)
        }
        if case .away(let code) = script { throw SystemError(code) }
        let (peer, client) = try UnixSocket.pair()
        if case .bytes(let bytes, let thenEnds) = script {
            // The socket needs room for all bytes, as they are written before the client reads.
            var room = Int32(1 << 20)
            setsockopt(peer.number, SOL_SOCKET, SO_SNDBUF, &room, 4)
            _ = bytes.isEmpty ? 0 : try peer.write(bytes[...])
            if thenEnds { UnixSocket.shutDownWriting(peer) }
            peers.append(peer)
        }
        return client
    }

    /// Returns the calls that were sent on each connection.
    func received() throws -> [[Call]] {
        try peers.map { peer in
            var framer = MessageFramer(limit: 1 << 20, nesting: 16)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while let count = try? peer.read(into: &buffer), count > 0 {
                framer.append(buffer[..<count])
            }
            var calls: [Call] = []
            while let message = try framer.next() { calls.append(try Call(parsing: message)) }
            return calls
        }
    }
}
