/// The reason why a text is not a single JSON value that Varlink allows.
public enum JSONError: Error, Hashable, Sendable {
    /// The grammar of RFC 8259 is broken at this byte.
    case syntax(offset: Int)
    /// The bytes are not UTF-8.
    case invalidUTF8
    /// A string holds U+0000, which ends a message on the wire.
    case nulCharacter(offset: Int)
    /// A name in an object is longer than any name in use.
    case keyTooLong(offset: Int)
    /// A name occurs twice in an object.
    case duplicateKey(offset: Int)
    /// Arrays and objects are nested deeper than allowed.
    case tooDeep(offset: Int)
    /// There are more values than allowed, or an object has more names than any in use.
    case tooMany(offset: Int)
}

extension JSONValue {
    /// Reads exactly one value, with white space around it.
    ///
    /// This is stricter than most parsers, because the protocol is: a name that occurs twice,
    /// U+0000, bytes that are not UTF-8 and deep nesting are errors, and whole numbers stay exact.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - nesting: The most arrays and objects that may be open at once.
    ///   - values: The most values in all.
    ///   - nul: The replacement for U+0000, in a text that is not from the wire; nil for an error.
    ///   - secretName: The name whose text is a secret; nil for none.
    public init(
        parsing bytes: ArraySlice<UInt8>, nesting: Int, values: Int = .max, nul: Character? = nil,
        secretName: String? = nil
    ) throws(JSONError) {
        var parser = JSONParser(
            bytes: bytes, nesting: nesting, values: values, nul: nul, secretName: secretName)
        self = try parser.document()
    }
}

/// A step from a value to one in it.
public enum JSONStep: Hashable, Sendable {
    /// A value of an object.
    case name(String)
    /// A value of an array, from 0 on.
    case index(Int)
}

extension JSONValue {
    /// Returns the place in a text of the value that a path leads to, in bytes; nil if there is
    /// none, or the text is broken before it.
    public static func offset(
        of path: [JSONStep], in bytes: ArraySlice<UInt8>, nesting: Int
    ) -> Int? {
        var parser = JSONParser(
            bytes: bytes, nesting: nesting, values: .max, nul: nil, secretName: nil)
        return try? parser.seek(path[...])
    }
}

/// A recursive descent parser over the bytes of one text.
///
/// The nesting limit bounds the recursion.
private struct JSONParser {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    private var nestingLeft: Int
    private var valuesLeft: Int
    private let nul: Character?
    private let secretName: String?

    init(
        bytes: ArraySlice<UInt8>, nesting: Int, values: Int, nul: Character?, secretName: String?
    ) {
        self.nul = nul
        self.secretName = secretName
        self.bytes = bytes
        index = bytes.startIndex
        nestingLeft = nesting
        valuesLeft = values
    }

    mutating func document() throws(JSONError) -> JSONValue {
        skipSpace()
        let value = try value()
        skipSpace()
        guard index == bytes.endIndex else { throw syntax }
        return value
    }

    /// Finds the value that a path leads to.
    mutating func seek(_ path: ArraySlice<JSONStep>) throws(JSONError) -> Int {
        skipSpace()
        guard let step = path.first else { return offset }
        let isObject = next == UInt8(ascii: "{")
        guard isObject || next == UInt8(ascii: "[") else { throw syntax }
        try open()
        var index = 0
        repeat {
            skipSpace()
            var here = JSONStep.index(index)
            if isObject {
                here = .name(try string())
                skipSpace()
                guard take(UInt8(ascii: ":")) else { throw syntax }
                skipSpace()
            }
            if here == step { return try seek(path.dropFirst()) }
            _ = try value()
            skipSpace()
            index += 1
        } while take(UInt8(ascii: ","))
        throw syntax
    }

    private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

    private var offset: Int { index - bytes.startIndex }

    private var syntax: JSONError { .syntax(offset: offset) }

    private mutating func value() throws(JSONError) -> JSONValue {
        guard valuesLeft > 0 else { throw .tooMany(offset: offset) }
        valuesLeft -= 1
        switch next {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .array(try array())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func value(named key: String) throws(JSONError) -> JSONValue {
        guard key == secretName, next == UInt8(ascii: "\""), valuesLeft > 0 else {
            return try value()
        }
        valuesLeft -= 1
        return .secret(try secret())
    }

    // MARK: - Containers

    private mutating func object() throws(JSONError) -> JSONObject {
        try open()
        var object = JSONObject()
        if take(UInt8(ascii: "}")) { return close(object) }
        repeat {
            skipSpace()
            let start = offset
            let key = try string()
            guard key.utf8.count <= JSONObject.longestKey else { throw .keyTooLong(offset: start) }
            guard object[key] == nil else { throw .duplicateKey(offset: start) }
            // This keeps the comparison of each name with those before it cheap.
            guard object.members.count < JSONObject.mostMembers else {
                throw .tooMany(offset: start)
            }
            skipSpace()
            guard take(UInt8(ascii: ":")) else { throw syntax }
            skipSpace()
            object.append(key, try value(named: key))
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw syntax }
        return close(object)
    }

    private mutating func array() throws(JSONError) -> [JSONValue] {
        try open()
        var array: [JSONValue] = []
        if take(UInt8(ascii: "]")) { return close(array) }
        repeat {
            skipSpace()
            array.append(try value())
            skipSpace()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw syntax }
        return close(array)
    }

    private mutating func open() throws(JSONError) {
        guard nestingLeft > 0 else { throw .tooDeep(offset: offset) }
        nestingLeft -= 1
        index += 1
        skipSpace()
    }

    private mutating func close<Value>(_ value: Value) -> Value {
        nestingLeft += 1
        return value
    }

    // MARK: - Strings

    private mutating func string() throws(JSONError) -> String {
        guard take(UInt8(ascii: "\"")) else { throw syntax }
        let start = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20
        {
            index += 1
        }
        if take(UInt8(ascii: "\"")) { return try utf8(bytes[start..<(index - 1)]) }
        var text = Array(bytes[start..<index])
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw syntax }
            index += 1
            if byte == UInt8(ascii: "\\") { try escape(into: &text) } else { text.append(byte) }
        }
        guard take(UInt8(ascii: "\"")) else { throw syntax }
        return try utf8(text[...])
    }

    /// Reads a text straight into its own buffer, without another copy of it.
    private mutating func secret() throws(JSONError) -> SecretBytes {
        index += 1
        let secret = SecretBytes(capacity: bytes.endIndex - index)
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw syntax }
            index += 1
            if byte == UInt8(ascii: "\\") {
                try escape(into: &secret.bytes)
            } else {
                secret.bytes.append(byte)
            }
        }
        guard take(UInt8(ascii: "\"")) else { throw syntax }
        guard Self.isUTF8(secret.bytes) else { throw .invalidUTF8 }
        return secret
    }

    private static func isUTF8(_ bytes: [UInt8]) -> Bool {
        var (decoder, iterator) = (UTF8(), bytes.makeIterator())
        while true {
            switch decoder.decode(&iterator) {
            case .scalarValue: continue
            case .emptyInput: return true
            case .error: return false
            }
        }
    }

    private func utf8(_ bytes: ArraySlice<UInt8>) throws(JSONError) -> String {
        // Most texts are ASCII, and validating those is many times the work of copying them.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .invalidUTF8 }
        return text
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        guard let byte = next else { throw syntax }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text.append(contentsOf: String(try unicodeEscape()).utf8)
        default: throw syntax
        }
    }

    /// Reads one scalar from a `\u` escape, or from two that are a surrogate pair.
    private mutating func unicodeEscape() throws(JSONError) -> Character {
        let unit = try hexadecimal()
        if unit == 0 {
            guard let nul else { throw .nulCharacter(offset: offset) }
            return nul
        }
        var value = UInt32(unit)
        if UTF16.isLeadSurrogate(unit) {
            guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else { throw syntax }
            let trail = try hexadecimal()
            guard UTF16.isTrailSurrogate(trail) else { throw syntax }
            value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(trail) - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw syntax }
        return Character(scalar)
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
                byte < 0x80
            else { throw syntax }
            unit = unit << 4 | UInt16(digit)
            index += 1
        }
        return unit
    }

    // MARK: - Numbers and words

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = index
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            try digits()
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let whole = Int(text) { return .int(whole) }
        guard let number = Double(text), number.isFinite else { throw syntax }
        return .double(number)
    }

    private mutating func digits() throws(JSONError) {
        let start = index
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
        guard index > start else { throw syntax }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        let end = index + word.utf8CodeUnitCount
        let isWord = word.withUTF8Buffer {
            bytes[index..<min(end, bytes.endIndex)].elementsEqual($0)
        }
        guard isWord else { throw syntax }
        index = end
        return value
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }
}
