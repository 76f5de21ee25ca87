extension JSONValue {
    /// The value as compact JSON in UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        guard writer.secretBytes > 0 else { return writer.bytes }
        // An array that grows leaves a copy of its bytes behind. So the buffer with a secret has
        // its full capacity from the start, including the byte that ends the message.
        var whole = JSONWriter(
            writesSecrets: true,
            capacity: writer.bytes.count + JSONWriter.longestEscape * writer.secretBytes + 1)
        whole.write(self)
        return whole.bytes
    }

    /// The value as JSON over several lines, indented with tabs as systemd's tools do.
    public var prettyText: String {
        var writer = JSONWriter(isIndented: true, writesSecrets: true)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Writes values one after another to the end of a buffer.
private struct JSONWriter {
    /// The longest escape sequence of a byte.
    static let longestEscape = 6

    private(set) var bytes: [UInt8] = []
    private let isIndented: Bool
    private let writesSecrets: Bool
    private var depth = 0

    /// The number of bytes of secrets.
    private(set) var secretBytes = 0

    init(isIndented: Bool = false, writesSecrets: Bool = false, capacity: Int = 1_024) {
        self.isIndented = isIndented
        self.writesSecrets = writesSecrets
        bytes.reserveCapacity(capacity)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text("null")
        case .bool(let value): text(value ? "true" : "false")
        case .int(let value): number(value)
        case .double(let value):
            bytes.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
        case .string(let value): quoted(value.utf8)
        case .secret(let secret):
            secretBytes += secret.count
            secret.read { quoted(writesSecrets ? $0 : []) }
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            depth += 1
            for (number, value) in values.enumerated() {
                separate(after: number)
                write(value)
            }
            close("]", after: values.count)
        case .object(let object):
            bytes.append(UInt8(ascii: "{"))
            depth += 1
            for (number, member) in object.members.enumerated() {
                separate(after: number)
                quoted(member.key.utf8)
                text(isIndented ? " : " : ":")
                write(member.value)
            }
            close("}", after: object.members.count)
        }
    }

    private mutating func separate(after count: Int) {
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        if isIndented { breakLine() }
    }

    private mutating func close(_ end: Unicode.Scalar, after count: Int) {
        depth -= 1
        if isIndented, count > 0 { breakLine() }
        bytes.append(UInt8(ascii: end))
    }

    // Breaks and indents the line as systemd's tools do.
    private mutating func breakLine() {
        bytes.append(UInt8(ascii: "\n"))
        for _ in 0..<depth { bytes.append(UInt8(ascii: "\t")) }
    }

    private mutating func text(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func number(_ value: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
            var first = digits.endIndex
            var rest = value.magnitude
            repeat {
                first -= 1
                digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                rest /= 10
            } while rest > 0
            if value < 0 {
                first -= 1
                digits[first] = UInt8(ascii: "-")
            }
            bytes.append(contentsOf: digits[first...])
        }
    }

    private mutating func quoted(_ string: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        let isWritten: Void? = string.withContiguousStorageIfAvailable { escaped($0[...]) }
        if isWritten == nil { escaped(Array(string)[...]) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes text in runs: most of it has nothing to escape, and nowhere are many such bytes.
    private mutating func escaped(_ text: some BidirectionalCollection<UInt8>) {
        var rest = text[...]
        while let index = rest.firstIndex(where: { !Self.isPlain($0) }) {
            bytes.append(contentsOf: rest[..<index])
            escape(rest[index])
            rest = rest[index...].dropFirst()
        }
        bytes.append(contentsOf: rest)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): text("\\\"")
        case UInt8(ascii: "\\"): text("\\\\")
        case 0x0A: text("\\n")
        case 0x0D: text("\\r")
        case 0x09: text("\\t")
        default:
            text(byte < 0x10 ? "\\u000" : "\\u00")
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}
