/// Reads keys from the bytes that a terminal sends for them.
///
/// Arrows and the like are sequences that end in letters, a terminal answers in letters when it is
/// asked what it is, and a text that is pasted is nothing else: none of these may count as a key,
/// also when it comes in parts. What is cut off never ends, and so is given up after a silence.
struct KeyReader {
    private struct Burst {
        private var count = 0
        private var last: UInt8?

        /// A line that stands still for a while brings some keys at once; a pasted text, on a
        /// terminal that does not say that it is one, brings more.
        var isPaste: Bool { count > 8 }

        var isEmpty: Bool { count == 0 }

        /// A key that repeats itself because it is held down is one.
        mutating func take(_ byte: UInt8) {
            if byte != last { count += 1 }
            last = byte
        }
    }

    private var escape = EscapeReader()
    private var pasteEnd: Duration?

    /// The bytes of a key follow its escape sign within this time; a person takes longer.
    private static let patience = Duration.milliseconds(50)
    /// What comes so soon after a part of a pasted text belongs to it.
    private static let pasteGap = Duration.milliseconds(150)

    /// When an escape sign that stands alone so far is known to be a key; nil where there is none.
    var due: Duration? { escape.loneSign.map { $0 + Self.patience } }

    /// The keys of bytes that came together; none where a text was pasted.
    mutating func keys(_ bytes: some Sequence<UInt8>, at now: Duration) -> [BoardKey] {
        let goesOn = pasteEnd.map { now < $0 } ?? false
        var burst = Burst()
        var keys: [BoardKey] = []
        for byte in bytes {
            let isLate = due.map { $0 <= now } ?? false
            switch escape.take(byte, isLate: isLate, at: now) {
            case .nothing: break
            case .key(let key): keys.append(key)
            case .plain(let afterEscape):
                if afterEscape { keys.append(.escape) }
                burst.take(byte)
                if let key = Self.plainKey(byte) { keys.append(key) }
            }
        }
        guard goesOn || burst.isPaste else { return keys }
        if !burst.isEmpty { pasteEnd = now + Self.pasteGap }
        return goesOn ? [] : [.paste]
    }

    /// The key that has become one because nothing has followed it.
    mutating func passTime(at now: Duration) -> [BoardKey] {
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
    /// The wish for a screen that is drawn anew.
    case redraw
    /// One that the board has no use for, such as an arrow.
    case other
    /// No key: something was pasted, of which nothing is taken.
    case paste
}
