import CLinux
import Glibc

/// Stream sockets of the internet protocols, tcp(7).
public enum InternetSocket {
    /// Makes a listener at an endpoint.
    ///
    /// Its port can be had again at once after a restart.
    ///
    /// - Parameter isSixAlone: True if the one for all addresses of IPv6 takes no connections of
    ///   IPv4.
    public static func listen(
        at endpoint: InternetEndpoint, isSixAlone: Bool = false
    ) throws(SystemError) -> Descriptor {
        let isSix = endpoint.address.isSix
        let type =
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        let socket = Descriptor(
            owning: try checked { Glibc.socket(isSix ? AF_INET6 : AF_INET, type, 0) })
        try set(socket.number, SOL_SOCKET, SO_REUSEADDR, 1)
        if isSix {
            try set(socket.number, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isSixAlone ? 1 : 0)
        }
        _ = try checked {
            endpoint.address.socketAddress(port: endpoint.port).with {
                Glibc.bind(socket.number, $0, $1)
            }
        }
        _ = try checked { Glibc.listen(socket.number, SOMAXCONN) }
        return socket
    }

    /// Accepts the next connection of a listener, for a library of C that closes it.
    ///
    /// - Returns: The number of a non-blocking connection, which is the caller's to close, with the
    ///   address of its peer, or nil if none waits.
    public static func accept(
        from listener: Descriptor
    ) throws(SystemError) -> (number: Int32, peer: SocketAddress)? {
        guard let number = try UnixSocket.accepted(from: listener) else { return nil }
        return (number, address(number, getpeername) ?? SocketAddress(sockaddr()))
    }

    /// Limits the bytes that a socket takes while its peer does not read.
    ///
    /// The kernel counts them with its own overhead for each packet, socket(7).
    public static func limitUnread(of number: Int32, to bytes: Int) {
        // "The kernel doubles this value." A refusal leaves its own limit.
        try? set(number, SOL_SOCKET, SO_SNDBUF, Int32(clamping: bytes / 2))
    }

    /// The bytes that have arrived and were not read.
    public enum Peeked: Equatable {
        /// The beginning of them; none if nothing has arrived.
        case bytes([UInt8])
        /// The other end has closed, or the connection is broken.
        case end
    }

    /// Returns the bytes that have arrived, without taking them, recv(2) with MSG_PEEK.
    public static func peek(_ number: Int32, atMost limit: Int) -> Peeked {
        var bytes = [UInt8](repeating: 0, count: limit)
        do {
            let count = try checked {
                recv(number, &bytes, limit, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            }
            return count == 0 ? .end : .bytes(Array(bytes[..<count]))
        } catch { return error.code == EAGAIN ? .bytes([]) : .end }
    }

    /// Makes a socket readable only once so many bytes have arrived, SO_RCVLOWAT of socket(7).
    ///
    /// - Returns: False for a socket that knows no such limit, as one of the Unix domain.
    public static func await(_ number: Int32, atLeast count: Int) -> Bool {
        guard localAddress(of: number)?.internetAddress != nil else { return false }
        return (try? set(number, SOL_SOCKET, SO_RCVLOWAT, Int32(clamping: count))) != nil
    }

    /// Returns the address of a socket on this side, getsockname(2).
    public static func localAddress(of number: Int32) -> SocketAddress? {
        address(number, getsockname)
    }

    private static func address(
        _ number: Int32,
        _ call: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) -> SocketAddress? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // SAFETY: every address of a socket fits, and begins as sockaddr does.
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call(number, $0, &length) }
        }
        return status == 0 ? SocketAddress(storage: storage, length: length) : nil
    }

    private static func set(
        _ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32
    ) throws(SystemError) {
        var value = value
        let size = socklen_t(MemoryLayout<Int32>.size)
        _ = try checked { setsockopt(socket, level, option, &value, size) }
    }

    /// Returns true if a socket of this machine listens at a port, as proc_net(5) lists it.
    public static func isListening(at port: UInt16) -> Bool {
        let hexadecimal = String(port, radix: 16, uppercase: true)
        let end = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        return ["/proc/net/tcp6", "/proc/net/tcp"].contains { path in
            guard let bytes = try? Files.contents(of: path, limit: 1 << 22) else { return false }
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains { line in
                // The number of the line, the local address, the other one, the state.
                let fields = line.split(separator: " ", maxSplits: 4)
                return fields.count > 3 && fields[1].hasSuffix(end) && fields[3] == "0A"
            }
        }
    }

    /// Returns the addresses of this machine's interfaces that are up, getifaddrs(3).
    public static func ownAddresses() -> [InternetAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [InternetAddress] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0, let pointer = entry.ifa_addr
            else { continue }
            let family = Int32(pointer.pointee.sa_family)
            guard family == AF_INET || family == AF_INET6 else { continue }
            var storage = sockaddr_storage()
            let size =
                family == AF_INET
                ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size
            withUnsafeMutableBytes(of: &storage) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: size))
            }
            if let address = InternetAddress(storage) { addresses.append(address) }
        }
        return addresses
    }
}
