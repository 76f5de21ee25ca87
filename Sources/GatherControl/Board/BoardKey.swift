/// A key that was pressed.
enum BoardKey: Hashable, Sendable {
    /// One that stands for itself.
    case character(Character)
    /// The end of a line.
    case enter
    /// The way out of a question.
    case escape
    /// The way back by one letter.
    case backspace
    /// The wish for a screen that is drawn anew.
    case redraw
}

/// Reads keys from the bytes that a terminal sends for them.
///
/// Arrows and the like are sequences that end in letters; none of these may count as a key, also
/// when the sequence comes in parts.
struct KeyReader {
    private enum State {
        case between
        /// Behind an escape sign; what comes at once with it is one key, such as Alt and a letter.
        case escaped(atOnce: Bool)
        case inSequence(isFirst: Bool)
    }

    private var state = State.between

    /// The keys of bytes that came together.
    mutating func keys(_ bytes: some Sequence<UInt8>) -> [BoardKey] {
        if case .escaped = state { state = .escaped(atOnce: false) }
        var keys: [BoardKey] = []
        for byte in bytes { if let key = key(byte) { keys.append(key) } }
        return keys
    }

    private mutating func key(_ byte: UInt8) -> BoardKey? {
        switch state {
        case .between: return plainKey(byte)
        case .escaped(let atOnce):
            let beginsSequence = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O")
            state = beginsSequence ? .inSequence(isFirst: true) : .between
            return beginsSequence || atOnce ? nil : plainKey(byte)
        case .inSequence(let isFirst):
            // The function keys of the Linux console have two brackets.
            let goesOn = isFirst && byte == UInt8(ascii: "[") || !(0x40...0x7E).contains(byte)
            state = goesOn ? .inSequence(isFirst: false) : .between
            return nil
        }
    }

    private mutating func plainKey(_ byte: UInt8) -> BoardKey? {
        switch byte {
        case 0x1B:
            state = .escaped(atOnce: true)
            return .escape
        case 0x0A, 0x0D: return .enter
        case 0x08, 0x7F: return .backspace
        case 0x0C: return .redraw
        case 0x20...0x7E: return .character(Character(Unicode.Scalar(byte)))
        // Control characters, and the bytes of letters that no key here has.
        default: return nil
        }
    }
}
