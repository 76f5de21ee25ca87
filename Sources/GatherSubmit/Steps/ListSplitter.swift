/// Splits a JSON list into its elements as its bytes arrive, so that it is never in memory as a
/// whole.
///
/// It examines strings and brackets only; invalid JSON in an element is found when the element is
/// parsed.
struct ListSplitter {
    /// The reason why the bytes cannot be split.
    enum Failure: Error, Equatable, Sendable {
        /// The bytes do not begin with a bracket.
        case noList
        /// An element is longer than the limit.
        case elementTooLong
        /// Arrays and objects are nested deeper than the limit.
        case tooDeep
        /// A closing bracket does not match an opening one.
        case unbalanced
        /// There are bytes after the list.
        case trailingBytes
        /// The bytes have ended before the list.
        case breaksOff
    }

    private enum State {
        /// Before the list. Can become: element.
        case before
        /// In an element, or in the white space around it. Can become: after.
        case element
        /// The list has ended. Final.
        case after
    }

    private let elementBytes: Int
    private let nesting: Int
    private var state = State.before
    /// The bytes that are not returned yet: an element from ``start`` on, scanned up to
    /// ``scanned``.
    private var buffer: [UInt8] = []
    private var start = 0
    private var scanned = 0
    private var depth = 0
    private var isInString = false
    private var isEscaped = false
    private var isFirst = true

    /// Makes a splitter before anything is received.
    ///
    /// - Parameters:
    ///   - elementBytes: The maximum size of an element, including the white space around it.
    ///   - nesting: The maximum number of open arrays and objects, including the list.
    init(elementBytes: Int, nesting: Int) {
        self.elementBytes = elementBytes
        self.nesting = nesting
    }

    /// Appends the next bytes; there is room for them after ``next()`` has returned nil.
    mutating func append(_ bytes: some Collection<UInt8>) {
        buffer.removeSubrange(..<start)
        scanned -= start
        start = 0
        buffer.append(contentsOf: bytes)
    }

    /// Returns the next element; nil until more bytes have arrived, or at the end of the list.
    mutating func next() throws(Failure) -> ArraySlice<UInt8>? {
        if state == .before { try begin() }
        if state == .element, let end = try elementEnd() {
            let element = buffer[start..<end]
            let isLast = buffer[end] == UInt8(ascii: "]")
            (start, scanned) = (end + 1, end + 1)
            if isLast { state = .after }
            let isNone = isLast && isFirst && element.allSatisfy(Self.isSpace)
            isFirst = false
            if !isNone { return element }
        }
        if state == .after { try checkEnd() }
        return nil
    }

    /// Checks that the list has ended with the bytes received.
    func finish() throws(Failure) {
        switch state {
        case .before: throw .noList
        case .element: throw .breaksOff
        case .after: break
        }
    }

    // MARK: - Parts

    private mutating func begin() throws(Failure) {
        guard let first = buffer.firstIndex(where: { !Self.isSpace($0) }) else {
            start = buffer.count
            scanned = start
            return
        }
        guard buffer[first] == UInt8(ascii: "[") else { throw .noList }
        (start, scanned) = (first + 1, first + 1)
        state = .element
    }

    /// Returns the position of the comma or bracket that ends the element; nil if it has not
    /// arrived.
    private mutating func elementEnd() throws(Failure) -> Int? {
        let limit = min(buffer.count, start + elementBytes + 1)
        while scanned < limit {
            let byte = buffer[scanned]
            if isInString {
                skip(byte)
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInString = true
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    guard depth < nesting else { throw .tooDeep }
                case UInt8(ascii: "]") where depth == 0, UInt8(ascii: ",") where depth == 0:
                    return scanned
                case UInt8(ascii: "]"), UInt8(ascii: "}"):
                    guard depth > 0 else { throw .unbalanced }
                    depth -= 1
                default: break
                }
            }
            scanned += 1
        }
        guard scanned - start <= elementBytes else { throw .elementTooLong }
        return nil
    }

    private mutating func skip(_ byte: UInt8) {
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isInString = false
        }
    }

    private mutating func checkEnd() throws(Failure) {
        guard buffer[start...].allSatisfy(Self.isSpace) else { throw .trailingBytes }
        (start, scanned) = (buffer.count, buffer.count)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
