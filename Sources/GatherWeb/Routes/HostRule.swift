import LinuxIO

/// The names under which the server may be asked for.
///
/// A page of another site can have its own name resolve to this machine, and then read answers as
/// its own. The name it asks for gives it away.
struct HostRule {
    private let names: Set<String>

    /// Makes the rule of the names of this machine.
    ///
    /// - Parameter more: Further names, such as that of a proxy.
    init(machine: String?, more: [String]) {
        var names: Set = ["localhost"]
        if let machine = machine?.lowercased() {
            let short = machine.split(separator: ".").first.map(String.init) ?? machine
            names.formUnion([machine, short, "\(short).local"])
        }
        names.formUnion(more.map { Self.name(of: $0) ?? $0.lowercased() })
        self.names = names
    }

    /// Returns true if the value of a `Host` header is one of the names, or the address that the
    /// connection came to.
    func allows(_ host: String, local: InternetAddress?) -> Bool {
        guard let name = Self.name(of: host) else { return false }
        if names.contains(name) { return true }
        guard let address = InternetAddress(name) else { return false }
        return address == local
    }

    /// Returns true if the value of an `Origin` header is of the site that was asked for.
    static func isSame(_ origin: String, as host: String) -> Bool {
        for scheme in ["http://", "https://"] where origin.lowercased().hasPrefix(scheme) {
            return origin.dropFirst(scheme.count).lowercased() == host.lowercased()
        }
        return false
    }

    /// Returns the name in a `Host` header in lower case, without the port and the brackets; nil if
    /// it is not valid.
    private static func name(of host: String) -> String? {
        var name = Substring(host.lowercased())
        if let colon = name.lastIndex(of: ":"), !name[colon...].contains("]") {
            let port = name[name.index(after: colon)...]
            guard !port.isEmpty, port.allSatisfy(\.isASCII), UInt16(port) != nil else { return nil }
            name = name[..<colon]
        }
        if name.hasPrefix("["), name.hasSuffix("]") { name = name.dropFirst().dropLast() }
        // A full name can end in a dot.
        if name.hasSuffix(".") { name = name.dropLast() }
        return name.isEmpty ? nil : String(name)
    }
}
