extension JSONValue {
    /// The value as compact JSON in UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter(indentation: nil)
        // Bytes that are moved leave a copy behind, so that those of a secret have room from the
        // start, and whatever ends the message as well.
        if secretBytes > 0 {
            var measure = JSONWriter(indentation: nil, leavesOutSecrets: true)
            measure.write(self)
            writer.reserve(measure.bytes.count + JSONWriter.longestEscape * secretBytes + 1)
        }
        writer.write(self)
        return writer.bytes
    }

    /// How many bytes of secrets are in it.
    private var secretBytes: Int {
        switch self {
        case .secret(let secret): secret.count
        case .array(let values): values.reduce(0) { $0 + $1.secretBytes }
        case .object(let object): object.members.reduce(0) { $0 + $1.value.secretBytes }
        case .null, .bool, .int, .double, .string: 0
        }
    }

    /// The value as JSON over several lines, indented with tabs as systemd's tools do.
    public var prettyText: String {
        var writer = JSONWriter(indentation: "\t")
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// Writes values one after another to the end of a buffer.
private struct JSONWriter {
    /// What becomes of a byte that cannot stand in a text as it is, at the longest.
    static let longestEscape = 6

    private(set) var bytes: [UInt8] = []
    private let indentation: String?
    private let leavesOutSecrets: Bool
    private var depth = 0

    init(indentation: String?, leavesOutSecrets: Bool = false) {
        self.indentation = indentation
        self.leavesOutSecrets = leavesOutSecrets
        bytes.reserveCapacity(1_024)
    }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text("null")
        case .bool(let value): text(value ? "true" : "false")
        case .int(let value): text(String(value))
        case .double(let value): text(value.isFinite ? String(value) : "null")
        case .string(let value): quoted(value.utf8)
        case .secret(let secret): secret.read { quoted(leavesOutSecrets ? [] : $0) }
        case .array(let values):
            list(UInt8(ascii: "["), UInt8(ascii: "]"), values) { $0.write($1) }
        case .object(let object):
            list(UInt8(ascii: "{"), UInt8(ascii: "}"), object.members) { writer, member in
                writer.quoted(member.key.utf8)
                writer.text(writer.indentation == nil ? ":" : " : ")
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ open: UInt8, _ close: UInt8, _ elements: [Element],
        write: (inout JSONWriter, Element) -> Void
    ) {
        bytes.append(open)
        depth += 1
        for (number, element) in elements.enumerated() {
            if number > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(close)
    }

    private mutating func breakLine() {
        guard let indentation else { return }
        text("\n")
        for _ in 0..<depth { text(indentation) }
    }

    private mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func quoted(_ string: some Sequence<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        // Most texts are names and numbers, and have nothing to escape.
        let isWritten: Bool? = string.withContiguousStorageIfAvailable { buffer in
            guard buffer.allSatisfy(Self.isPlain) else { return false }
            bytes.append(contentsOf: buffer)
            return true
        }
        if isWritten != true { escaped(string) }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F
    }

    private mutating func escaped(_ string: some Sequence<UInt8>) {
        for byte in string {
            switch byte {
            case UInt8(ascii: "\""): text("\\\"")
            case UInt8(ascii: "\\"): text("\\\\")
            case 0x0A: text("\\n")
            case 0x0D: text("\\r")
            case 0x09: text("\\t")
            case 0..<0x20, 0x7F: escape(byte)
            default: bytes.append(byte)
            }
        }
    }

    private mutating func escape(_ byte: UInt8) {
        text(byte < 0x10 ? "\\u000" : "\\u00")
        text(String(byte, radix: 16))
    }
}
