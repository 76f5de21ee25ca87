public import Glibc

/// An address of an internet protocol, ip(7) or ipv6(7), without a port.
///
/// One of IPv4 that is mapped into IPv6, as a socket for both has it, counts as the one of IPv4.
public struct InternetAddress: Hashable, Sendable, CustomStringConvertible {
    /// The bytes in network order, as numbers; an address of IPv4 is the lower half of the second.
    private let (high, low): (UInt64, UInt64)
    /// True for an address of IPv6.
    public let isSix: Bool

    /// The bytes before an address of IPv4 that is mapped.
    private static let mapped: UInt64 = 0xFFFF

    private init(high: UInt64, low: UInt64) {
        let isMapped = high == 0 && low >> 32 == Self.mapped
        (self.high, self.low, isSix) = (high, isMapped ? low & 0xFFFF_FFFF : low, !isMapped)
    }

    private init(_ address: in_addr) {
        (high, low, isSix) = (0, UInt64(UInt32(bigEndian: address.s_addr)), false)
    }

    private init(_ address: in6_addr) {
        let (high, low) = withUnsafeBytes(of: address) {
            (
                $0.loadUnaligned(as: UInt64.self),
                $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            )
        }
        self.init(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    }

    /// Reads an address as it is written, such as `192.0.2.1` or `2001:db8::1`, inet_pton(3).
    public init?(_ text: String) {
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(four)
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(six)
        } else {
            return nil
        }
    }

    /// Takes the address out of a socket's address; nil for one of another family.
    init?(_ storage: sockaddr_storage) {
        switch Int32(storage.ss_family) {
        case AF_INET: self.init(storage.with { ($0 as sockaddr_in).sin_addr })
        case AF_INET6: self.init(storage.with { ($0 as sockaddr_in6).sin6_addr })
        default: return nil
        }
    }

    /// True if it stands for all addresses of the machine.
    public var isAny: Bool { high == 0 && low == 0 }

    /// True if the address is of this machine alone.
    public var isLoopback: Bool { isSix ? high == 0 && low == 1 : low >> 24 == 127 }

    /// True if the address is of one link alone, so that it means something with an interface only.
    public var isLinkLocal: Bool { isSix ? high >> 54 == 0x3FA : low >> 16 == 0xA9FE }

    /// The part that one host has to itself: of IPv6 the network of 64 bits, since a host can take
    /// any address in it.
    public var host: InternetAddress { isSix ? InternetAddress(high: high, low: 0) : self }

    /// The address as it is written.
    public var description: String {
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let (family, size) = (isSix ? AF_INET6 : AF_INET, socklen_t(buffer.count))
        let isWritten = withUnsafeBytes(of: isSix ? (high.bigEndian, low.bigEndian) : (four, 0)) {
            inet_ntop(family, $0.baseAddress, &buffer, size) != nil
        }
        guard isWritten else { return "?" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The four bytes of an address of IPv4, in network order, first.
    private var four: UInt64 { (low << 32).bigEndian }

    /// The address as it stands in a URL.
    public var urlHost: String { isSix ? "[\(self)]" : "\(self)" }

    /// Returns the bytes with a port as a socket's address.
    func socketAddress(port: UInt16) -> SocketAddress {
        guard isSix else {
            var four = sockaddr_in()
            four.sin_family = sa_family_t(AF_INET)
            four.sin_port = port.bigEndian
            four.sin_addr.s_addr = UInt32(truncatingIfNeeded: low).bigEndian
            return SocketAddress(four)
        }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        withUnsafeMutableBytes(of: &six.sin6_addr) { target in
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { target.copyMemory(from: $0) }
        }
        return SocketAddress(six)
    }
}

/// An address with a port, on which a server listens.
public struct InternetEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// The address.
    public var address: InternetAddress
    /// The port; 0 for one that the kernel chooses.
    public var port: UInt16

    /// Makes an endpoint of its parts.
    public init(address: InternetAddress, port: UInt16) {
        (self.address, self.port) = (address, port)
    }

    /// Reads an endpoint: `ADDRESS:PORT`, with an address of IPv6 in brackets.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        guard let address = InternetAddress(String(host)) else { return nil }
        self.init(address: address, port: port)
    }

    /// The endpoint as it is written.
    public var description: String { "\(address.urlHost):\(port)" }
}

/// The address of a socket with its length, for calls of C.
public struct SocketAddress: Sendable {
    private var storage = sockaddr_storage()
    private let length: socklen_t

    init<Address>(_ address: Address) {
        length = socklen_t(MemoryLayout<Address>.size)
        withUnsafeMutableBytes(of: &storage) { target in
            withUnsafeBytes(of: address) { target.copyMemory(from: $0) }
        }
    }

    init(storage: sockaddr_storage, length: socklen_t) {
        (self.storage, self.length) = (storage, length)
    }

    /// Calls a function of C with the address.
    public func with<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        // SAFETY: every address of a socket begins as sockaddr does.
        withUnsafePointer(to: storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// The internet address; nil for one of another family.
    public var internetAddress: InternetAddress? { InternetAddress(storage) }

    /// The port; nil for an address of another family.
    public var port: UInt16? {
        switch Int32(storage.ss_family) {
        case AF_INET: storage.with { UInt16(bigEndian: ($0 as sockaddr_in).sin_port) }
        case AF_INET6: storage.with { UInt16(bigEndian: ($0 as sockaddr_in6).sin6_port) }
        default: nil
        }
    }
}

extension sockaddr_storage {
    /// Calls a function with the address of a family.
    fileprivate func with<Address, Result>(_ body: (Address) -> Result) -> Result {
        withUnsafeBytes(of: self) { body($0.loadUnaligned(as: Address.self)) }
    }
}
