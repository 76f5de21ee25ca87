import Glibc
import LinuxIO
import Testing

struct UnixSocketTests {
    @Test("what one end of a pair writes the other reads")
    func pair() throws {
        let (ours, theirs) = try UnixSocket.pair()
        #expect(try theirs.write([1, 2, 3]) == 3)
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try ours.read(into: &buffer) == 3)
        #expect(buffer.prefix(3) == [1, 2, 3])
        #expect(try UnixSocket.peerUID(of: ours) == geteuid())
        #expect(!UnixSocket.isListener(ours))
    }

    @Test("all bytes are written, or the peer does not read in time")
    func writeAll() throws {
        let (theirs, ours) = try UnixSocket.pair()
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        try ours.writeAll(bytes[..<3])
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(try theirs.read(into: &buffer) == 3)
        try UnixSocket.limitWrites(of: ours, to: .milliseconds(20))
        #expect(throws: SystemError(EAGAIN)) { try ours.writeAll(bytes[...]) }
        #expect(throws: SystemError(EAGAIN)) { try theirs.writeAll(bytes[...]) }
    }

    @Test("after the end of reading, what was sent before is read, and nothing more is taken")
    func endOfReading() throws {
        signal(SIGPIPE, SIG_IGN)
        let (ours, theirs) = try UnixSocket.pair()
        #expect(try theirs.write([1]) == 1)
        UnixSocket.shutDownReading(ours)
        #expect(throws: SystemError(EPIPE)) { try theirs.write([2]) }
        var buffer: [UInt8] = [0, 0]
        #expect(try ours.read(into: &buffer) == 1)
        #expect(try ours.read(into: &buffer) == 0)
        #expect(try ours.write([3]) == 1)
        #expect(try theirs.read(into: &buffer) == 1)
    }

    @Test("a listener takes the connections that wait, and nil when none does")
    func listen() throws {
        let directory = try TemporaryDirectory()
        let listener = try UnixSocket.listen(at: directory.file("s"))
        #expect(UnixSocket.isListener(listener))
        #expect(Files.isSocket(directory.file("s")))
        #expect(try UnixSocket.accept(from: listener) == nil)
        let clients = try (0..<3).map { _ in try UnixSocket.connect(to: directory.file("s")) }
        for client in clients {
            let connection = try #require(try UnixSocket.accept(from: listener))
            #expect(try UnixSocket.peerUID(of: connection) == geteuid())
            #expect(try client.write([7]) == 1)
            var buffer: [UInt8] = [0]
            #expect(try connection.waitUntilReadable(timeout: nil))
            #expect(try connection.read(into: &buffer) == 1)
            #expect(try connection.read(into: &buffer) == nil, "an accepted socket does not block")
        }
        #expect(try UnixSocket.accept(from: listener) == nil)
    }

    @Test("a listener's file is for one user, or for a group as well, whatever the umask")
    func permissions() throws {
        let directory = try TemporaryDirectory()
        let sockets = try [
            UnixSocket.listen(at: directory.file("user")),
            UnixSocket.listen(at: directory.file("group"), isForGroup: true),
        ]
        #expect(try Files.status(of: directory.file("user"))?.permissions == 0o600)
        #expect(try Files.status(of: directory.file("group"))?.permissions == 0o660)
        withExtendedLifetime(sockets) {}
    }

    @Test("a connection has a peer, also one that is gone; a listener has none")
    func peer() throws {
        let directory = try TemporaryDirectory()
        let listener = try UnixSocket.listen(at: directory.file("s"))
        #expect(!UnixSocket.hasPeer(listener))
        var client: Descriptor? = try UnixSocket.connect(to: directory.file("s"))
        let connection = try #require(try UnixSocket.accept(from: listener))
        #expect(UnixSocket.hasPeer(connection))
        withExtendedLifetime(client) {}
        client = nil
        #expect(UnixSocket.hasPeer(connection))
    }

    @Test("a path of 107 bytes is a socket's, one of 108 is too long")
    func longPath() throws {
        let directory = try TemporaryDirectory()
        let name = String(repeating: "x", count: 107 - directory.file("").utf8.count)
        let longest = directory.file(name)
        #expect(longest.utf8.count == UnixSocket.longestPath)
        let listener = try UnixSocket.listen(at: longest)
        _ = try UnixSocket.connect(to: longest)
        #expect(try UnixSocket.accept(from: listener) != nil)
        #expect(throws: SystemError(ENAMETOOLONG)) { try UnixSocket.listen(at: longest + "x") }
        #expect(throws: SystemError(ENAMETOOLONG)) { try UnixSocket.connect(to: longest + "x") }
        #expect(!Files.exists(longest + "x"))
    }

    @Test("the length of a path is counted in bytes, and a NUL byte does not end it")
    func pathBytes() throws {
        let directory = try TemporaryDirectory()
        let umlauts = directory.file(String(repeating: "ä", count: 50))
        #expect(umlauts.count < 107)
        #expect(throws: SystemError(ENAMETOOLONG)) { try UnixSocket.listen(at: umlauts) }
        #expect(throws: SystemError.self) { try UnixSocket.listen(at: directory.file("a\u{0}b")) }
        #expect(!Files.exists(directory.file("a")))
    }

    @Test("an error tells what is wrong with the path")
    func errors() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("s")
        #expect(throws: SystemError(ENOENT)) { try UnixSocket.connect(to: path) }
        var listener: Descriptor? = try UnixSocket.listen(at: path)
        #expect(throws: SystemError(EADDRINUSE)) { try UnixSocket.listen(at: path) }
        withExtendedLifetime(listener) {}
        listener = nil
        #expect(throws: SystemError(ECONNREFUSED)) { try UnixSocket.connect(to: path) }
        #expect(throws: SystemError(ENOENT)) { try UnixSocket.listen(at: directory.file("none/s")) }
    }

    @Test("a peer that stops sending is not gone, one that closes is")
    func hungUp() throws {
        let (ours, theirs) = try UnixSocket.pair()
        var buffer: [UInt8] = [0]
        #expect(!UnixSocket.isHungUp(ours))
        UnixSocket.shutDownWriting(theirs)
        #expect(try ours.read(into: &buffer) == 0)
        #expect(!UnixSocket.isHungUp(ours))
        #expect(try ours.write([1]) == 1, "it still reads")
        #expect(try theirs.read(into: &buffer) == 1)
        var (mine, other): (Descriptor, Descriptor?) = try UnixSocket.pair()
        #expect(!UnixSocket.isHungUp(mine))
        withExtendedLifetime(other) {}
        other = nil
        #expect(UnixSocket.isHungUp(mine))
        mine = ours
    }

    @Test("a peer that does not read is sent no more than it is to be, its overhead included")
    func unread() throws {
        let (ours, theirs) = try UnixSocket.pair()
        try UnixSocket.limitUnread(of: ours, to: 1 << 15)
        let message = [UInt8](repeating: 1, count: 1_000)
        var sent = 0
        while let count = try ours.write(message[...]), sent < 1 << 20 { sent += count }
        #expect(sent > 4_000)
        #expect(sent <= 1 << 15)
        withExtendedLifetime(theirs) {}
    }

    @Test("connecting to a listener whose backlog is full ends with its timeout")
    func fullBacklog() throws {
        let directory = try TemporaryDirectory()
        let listener = try UnixSocket.listen(at: directory.file("s"))
        // A backlog of 0 holds one connection, listen(2).
        #expect(Glibc.listen(listener.number, 0) == 0)
        let first = try UnixSocket.connect(to: directory.file("s"), timeout: .seconds(20))
        #expect(throws: SystemError(EAGAIN)) {
            try UnixSocket.connect(to: directory.file("s"), timeout: .milliseconds(20))
        }
        withExtendedLifetime((listener, first)) {}
    }
}
