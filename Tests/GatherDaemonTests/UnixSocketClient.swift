import LinuxIO

/// A client that does not know the protocol.
final class UnixSocketClient {
    private let socket: Descriptor

    init(path: String) throws { socket = try UnixSocket.connect(to: path) }

    func sendAndHalfClose(_ bytes: [UInt8]) throws {
        _ = try socket.write(bytes[...])
        UnixSocket.shutDownWriting(socket)
    }

    /// All that comes until the daemon closes.
    func receiveAll() throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while let count = try socket.read(into: &buffer), count > 0 { all += buffer[..<count] }
        return all
    }
}
