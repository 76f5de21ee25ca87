extension JSONValue {
    /// The value as compact JSON in UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter(indentation: nil)
        writer.write(self)
        return writer.bytes
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
    private(set) var bytes: [UInt8] = []
    private let indentation: String?
    private var depth = 0

    init(indentation: String?) {
        self.indentation = indentation
        bytes.reserveCapacity(1_024)
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: text("null")
        case .bool(let value): text(value ? "true" : "false")
        case .int(let value): text(String(value))
        case .double(let value): text(value.isFinite ? String(value) : "null")
        case .string(let value): quoted(value)
        case .array(let values):
            list("[", "]", values) { $0.write($1) }
        case .object(let object):
            list("{", "}", object.members) { writer, member in
                writer.quoted(member.key)
                writer.text(writer.indentation == nil ? ":" : " : ")
                writer.write(member.value)
            }
        }
    }

    private mutating func list<Element>(
        _ open: String, _ close: String, _ elements: [Element],
        write: (inout JSONWriter, Element) -> Void
    ) {
        text(open)
        depth += 1
        for (number, element) in elements.enumerated() {
            if number > 0 { text(",") }
            breakLine()
            write(&self, element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        text(close)
    }

    private mutating func breakLine() {
        guard let indentation else { return }
        text("\n")
        for _ in 0..<depth { text(indentation) }
    }

    private mutating func text(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func quoted(_ string: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
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
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        text(byte < 0x10 ? "\\u000" : "\\u00")
        text(String(byte, radix: 16))
    }
}
