import Glibc
import LinuxIO
import Varlink

/// A daemon whose answers are written before they are asked for, on real sockets.
final class FakeDaemon {
    /// What becomes of one connection.
    enum Script {
        /// There is no daemon.
        case away(Int32)
        /// The daemon is gone before anything can be sent.
        case gone
        /// These bytes are all that comes; then the end, or silence.
        case bytes([UInt8], thenEnds: Bool)

        /// These replies are all that comes; then the end, or silence.
        static func replies(_ replies: [Reply], thenEnds: Bool = false) -> Script {
            .bytes(replies.flatMap(\.message), thenEnds: thenEnds)
        }
    }

    /// What happens when somebody connects after the last script.
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
            // All of it is written before anybody reads.
            var room = Int32(1 << 20)
            setsockopt(peer.number, SOL_SOCKET, SO_SNDBUF, &room, 4)
            _ = bytes.isEmpty ? 0 : try peer.write(bytes[...])
            if thenEnds { UnixSocket.shutDownWriting(peer) }
            peers.append(peer)
        }
        return client
    }

    /// What was sent on each connection.
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
