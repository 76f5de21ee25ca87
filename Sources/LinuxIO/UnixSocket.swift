import CLinux
import Glibc

/// Stream sockets of the Unix domain, unix(7).
public enum UnixSocket {
    /// The longest path that fits a socket address, in bytes.
    public static let longestPath = 107

    /// Connects to the listener at a path.
    ///
    /// - Parameter timeout: The maximum time to wait for a listener that accepts no connections,
    ///   and with each write for a peer that takes no bytes; the error is EAGAIN then. Nil for no
    ///   limit.
    public static func connect(
        to path: String, timeout: Duration? = nil
    ) throws(SystemError) -> Descriptor {
        let socket = Descriptor(owning: try checked { clinux_stream_socket(false) })
        if let timeout { try limitWrites(of: socket, to: timeout) }
        _ = try withAddress(path) { address, length in
            Glibc.connect(socket.number, address, length)
        }
        return socket
    }

    /// Connects to the listener at a path without waiting.
    ///
    /// - Returns: A non-blocking connection.
    /// - Throws: A ``SystemError``, EAGAIN for a listener that accepts no connections at present.
    public static func connectAtOnce(to path: String) throws(SystemError) -> Descriptor {
        let socket = Descriptor(owning: try checked { clinux_stream_socket(true) })
        _ = try withAddress(path) { address, length in
            Glibc.connect(socket.number, address, length)
        }
        return socket
    }

    /// Makes a listener at an unused path.
    ///
    /// - Parameter isForGroup: True to give the file's group access, and not only this user.
    public static func listen(
        at path: String, isForGroup: Bool = false
    ) throws(SystemError) -> Descriptor {
        let socket = Descriptor(owning: try checked { clinux_stream_socket(true) })
        // The file gets the mode of the socket, so it is never open to others, unix(7).
        _ = try checked { fchmod(socket.number, isForGroup ? 0o660 : 0o600) }
        // As for every file, the umask of the process is subtracted.
        let before = isForGroup ? umask(0o007) : nil
        defer { if let before { umask(before) } }
        _ = try withAddress(path) { address, length in Glibc.bind(socket.number, address, length) }
        _ = try checked { Glibc.listen(socket.number, SOMAXCONN) }
        return socket
    }

    /// Accepts the next connection of a listener.
    ///
    /// - Returns: A non-blocking connection, or nil if none waits.
    public static func accept(from listener: Descriptor) throws(SystemError) -> Descriptor? {
        try accepted(from: listener).map(Descriptor.init(owning:))
    }

    /// Accepts as ``accept(from:)`` does, and returns the number, which is the caller's to close.
    static func accepted(from listener: Descriptor) throws(SystemError) -> Int32? {
        do { return try checked { clinux_accept(listener.number) } } catch {
            // A client that left before it was accepted is not an error of ours, accept(2).
            guard error.code == EAGAIN || error.code == ECONNABORTED else { throw error }
            return nil
        }
    }

    /// Returns two connected sockets, the first of them non-blocking.
    public static func pair() throws(SystemError) -> (Descriptor, Descriptor) {
        let pair = try blockingPair()
        try makeNonBlocking(pair.0)
        return pair
    }

    /// Returns two connected sockets, both blocking.
    public static func blockingPair() throws(SystemError) -> (Descriptor, Descriptor) {
        var numbers: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        _ = try checked { socketpair(AF_UNIX, type, 0, &numbers) }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    /// Limits the time that a write, or a connect, waits for the peer; the error is EAGAIN then.
    public static func limitWrites(
        of socket: Descriptor, to timeout: Duration
    ) throws(SystemError) {
        let (seconds, microseconds) = timeout.wholeMicroseconds.quotientAndRemainder(
            dividingBy: 1_000_000)
        var limit = timeval(tv_sec: seconds, tv_usec: microseconds)
        let size = socklen_t(MemoryLayout<timeval>.size)
        _ = try checked { setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, size) }
    }

    /// Limits the bytes that a socket takes while its peer does not read.
    ///
    /// The kernel counts them with its own overhead for each message, socket(7).
    public static func limitUnread(of socket: Descriptor, to bytes: Int) throws(SystemError) {
        // "The kernel doubles this value."
        var half = Int32(clamping: bytes / 2)
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = try checked { setsockopt(socket.number, SOL_SOCKET, SO_SNDBUF, &half, size) }
    }

    /// Makes a descriptor non-blocking.
    public static func makeNonBlocking(_ descriptor: Descriptor) throws(SystemError) {
        let flags = try checked { fcntl(descriptor.number, F_GETFL) }
        _ = try checked { fcntl(descriptor.number, F_SETFL, flags | O_NONBLOCK) }
    }

    /// Returns true if a socket is a listener, and not a connection.
    public static func isListener(_ socket: Descriptor) -> Bool {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket.number, SOL_SOCKET, SO_ACCEPTCONN, &value, &length) == 0
            && value != 0
    }

    /// Returns true if a socket is connected, or was until the other end closed.
    public static func hasPeer(_ socket: Descriptor) -> Bool {
        clinux_has_peer(socket.number)
    }

    /// Returns the user at the other end, as of the time of connecting.
    public static func peerUID(of socket: Descriptor) throws(SystemError) -> UInt32 {
        var uid: uid_t = 0
        _ = try checked { clinux_peer_uid(socket.number, &uid) }
        return uid
    }

    /// Returns true if the user at the other end was in a group at the time of connecting.
    public static func isPeer(
        of socket: Descriptor, inGroup group: UInt32
    ) throws(SystemError) -> Bool {
        try checked { clinux_peer_is_in_group(socket.number, group) } == 1
    }

    /// Returns true if the other end is closed completely, and has not only stopped sending.
    public static func isHungUp(_ socket: Descriptor) -> Bool {
        clinux_is_hung_up(socket.number)
    }

    /// Stops sending; the other end reads the end of the stream.
    public static func shutDownWriting(_ socket: Descriptor) {
        // An error means that the other end is closed, which the next read shows as well.
        _ = shutdown(socket.number, Int32(SHUT_WR))
    }

    /// Stops receiving: what the other end has sent can still be read, but its further writes fail.
    public static func shutDownReading(_ socket: Descriptor) {
        // An error means that the other end is closed.
        _ = shutdown(socket.number, Int32(SHUT_RD))
    }

    /// Sends a datagram to a socket, without waiting for room in it.
    ///
    /// - Parameter path: The path of the socket; one that begins with `@` is of the abstract
    ///   namespace, unix(7).
    static func sendDatagram(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = Descriptor(owning: try checked { Glibc.socket(AF_UNIX, type, 0) })
        _ = try withAddress(path) { address, length in
            bytes.withUnsafeBytes {
                Int32(
                    sendto(
                        socket.number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT),
                        address, length))
            }
        }
    }

    private static func withAddress(
        _ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= longestPath, !bytes.contains(0) else {
            throw SystemError(ENAMETOOLONG)
        }
        let isAbstract = path.hasPrefix("@")
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: bytes)
            if isAbstract { $0[0] = 0 }
        }
        let used = MemoryLayout<sa_family_t>.size + bytes.count
        let length = socklen_t(isAbstract ? used : MemoryLayout<sockaddr_un>.size)
        // SAFETY: sockaddr_un begins as sockaddr does, and the length is at most the whole
        // structure's.
        return try checked {
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    call($0, length)
                }
            }
        }
    }
}
