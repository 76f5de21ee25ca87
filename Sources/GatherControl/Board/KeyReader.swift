/// Reads keys from the bytes that a terminal sends for them.
///
/// Arrows and similar keys are sequences that end in letters, a terminal that is asked what it is
/// answers in letters, and a paste consists of letters: none of these may count as a key, even if
/// it arrives in parts. A sequence that was cut off never ends, and so is given up after a silence.
struct KeyReader {
    private struct Burst {
        private var count = 0
        private var last: UInt8?

        /// True if so many different keys arrived at once that they must be a paste.
        ///
        /// A connection that stalls for a while delivers several keys at once; a paste, on a
        /// terminal that does not mark it, delivers more.
        var isPaste: Bool { count > 8 }

        var isEmpty: Bool { count == 0 }

        /// Counts a byte; a key that repeats because it is held down counts once.
        mutating func take(_ byte: UInt8) {
            if byte != last { count += 1 }
            last = byte
        }
    }

    private var escape = EscapeReader()
    private var pasteEnd: Duration?

    /// The time within which the bytes of a key follow its escape character; a person takes longer.
    private static let escapeTimeout = Duration.milliseconds(50)
    /// The time after a part of a paste within which further bytes belong to it.
    private static let pasteGap = Duration.milliseconds(150)

    /// The moment at which a lone escape character is taken for a key; nil if there is none.
    var due: Duration? { escape.loneSign.map { $0 + Self.escapeTimeout } }

    /// Returns the keys of bytes that arrived together; ``BoardKey/paste`` alone where a text was
    /// pasted, and nothing where a paste goes on.
    mutating func keys(_ bytes: some Sequence<UInt8>, at now: Duration) -> [BoardKey] {
        let isPasting = pasteEnd.map { now < $0 } ?? false
        var burst = Burst()
        var keys: [BoardKey] = []
        for byte in bytes {
            let isLate = due.map { $0 <= now } ?? false
            switch escape.take(byte, isLate: isLate, at: now) {
            case .nothing: break
            case .key(let key):
                if case .alt = key { burst.take(byte) }
                keys.append(key)
            case .plain(let afterEscape):
                if afterEscape { keys.append(.escape) }
                burst.take(byte)
                if let key = Self.plainKey(byte) { keys.append(key) }
            }
        }
        guard isPasting || burst.isPaste else { return keys }
        if !burst.isEmpty { pasteEnd = now + Self.pasteGap }
        return isPasting ? [] : [.paste]
    }

    /// Returns the escape key if nothing has followed its character in time.
    mutating func keysDue(at now: Duration) -> [BoardKey] {
        guard let due, due <= now else { return [] }
        escape.endLoneSign()
        return [.escape]
    }

    private static func plainKey(_ byte: UInt8) -> BoardKey? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x0C: .redraw
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        // Control characters, and the bytes of letters that no key here has.
        default: nil
        }
    }
}

/// A key that was pressed.
enum BoardKey: Hashable, Sendable {
    case character(Character)
    case enter
    case escape
    case backspace
    /// A request to redraw the screen.
    case redraw
    /// A key that moves by some rows: an arrow up or down, or a page.
    case move(Int)
    /// A small letter or space with Alt, or directly after Escape: a terminal sends the same.
    case alt(Character)
    /// A key that the board does not use, such as a function key.
    case other
    /// No key: a paste, which is ignored as a whole.
    case paste
}
