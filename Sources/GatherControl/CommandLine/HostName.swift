/// A machine that is reached by ssh: `[USER@]HOST[:PORT]`.
struct HostName: Hashable {
    /// The destination for ssh, without the port.
    let destination: String

    /// The port; nil for the one that ssh is configured with.
    let port: String?

    init(_ text: String) throws(UsageError) {
        func cannot(_ cause: String) -> UsageError {
            UsageError(tr("cannot use the host '%1$@': %2$@", text, cause))
        }
        let (destination, port) = Self.parts(text)
        let names = destination.split(
            separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard names.allSatisfy({ !$0.isEmpty }) else {
            throw cannot(tr("use HOST, USER@HOST or USER@HOST:PORT"))
        }
        // ssh would take such a name for an option.
        guard names.allSatisfy({ !$0.hasPrefix("-") }) else {
            throw cannot(tr("a name cannot begin with '-'"))
        }
        let isPlain = destination.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value != 0x7F && !"'\"\\`$;&|<>()".unicodeScalars.contains($0)
        }
        guard isPlain else {
            throw cannot(tr("a name has no blanks and no characters with a meaning for a shell"))
        }
        if let port {
            guard let number = Int(digits: port), (1...65_535).contains(number) else {
                throw cannot(tr("'%1$@' is not a port", port))
            }
        }
        self.destination = destination
        self.port = port.map(String.init)
    }

    /// Splits the port from the rest.
    ///
    /// An IPv6 address has colons of its own, and stands in brackets where a port follows.
    private static func parts(_ text: String) -> (destination: String, port: Substring?) {
        guard let colon = text.lastIndex(of: ":") else { return (text, nil) }
        let (before, after) = (text[..<colon], text[text.index(after: colon)...])
        if before.hasSuffix("]"), let bracket = before.firstIndex(of: "[") {
            let user = before[..<bracket]
            let address = before[before.index(after: bracket)...].dropLast()
            return ("\(user)\(address)", after)
        }
        guard !before.contains(":") else { return (text, nil) }
        return (String(before), after)
    }
}
