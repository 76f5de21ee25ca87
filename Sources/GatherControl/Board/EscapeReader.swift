/// Separates escape sequences from pressed keys, byte by byte.
struct EscapeReader {
    enum Finding: Hashable {
        /// A part of a sequence, or the end of one that is no key.
        case nothing
        /// The end of a sequence that is a key, or the beginning of a paste.
        case key(BoardKey)
        /// A byte that stands for itself, perhaps after an escape character that was a key of its
        /// own.
        case plain(afterEscape: Bool)
    }

    private enum State {
        case between
        /// Behind an escape character, which may have been reported as a key already.
        case escaped(isReported: Bool)
        /// In a sequence of a key or an answer (CSI, SS3), after these bytes of it.
        case inSequence([UInt8])
        /// In the three bytes that give the position of a mouse click.
        case inMouse(left: Int)
        /// In a string for the program (OSC, DCS, SOS, PM, APC), which an escape character may be
        /// about to end.
        case inString(isEnding: Bool)
        /// In a paste, after this many bytes of its end marker.
        case inPaste(matched: Int)
    }

    private var state = State.between
    private var begun = Duration.zero
    private var lastByte = Duration.zero

    /// The silence after which an unfinished sequence is given up.
    private static let silence = Duration.seconds(1)
    /// The longest time for a sequence in all, in case the user keeps pressing keys because none
    /// seems to work.
    private static let longest = Duration.seconds(5)
    /// The silence that is never between two keys that a person presses.
    private static let pasteGap = Duration.milliseconds(100)
    private static let escapeSign: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// The most bytes kept of a sequence; no key has a longer one.
    private static let mostKept = 16

    /// The time of an escape character that is not yet a key and has not begun a sequence; nil if
    /// there is none.
    var loneSign: Duration? {
        if case .escaped(isReported: false) = state { lastByte } else { nil }
    }

    mutating func endLoneSign() { state = .escaped(isReported: true) }

    /// Handles the next byte.
    ///
    /// - Parameter isLate: True if an escape character before it has been alone for too long to be
    ///   part of the same key.
    mutating func take(_ byte: UInt8, isLate: Bool, at now: Duration) -> Finding {
        let wasSilent = now - lastByte >= Self.silence
        // The bytes of a paste follow each other faster than keys, for as long as it takes.
        if case .inPaste = state, now - lastByte < Self.pasteGap { begun = now }
        lastByte = now
        switch state {
        case .between: return begin(byte)
        case .escaped(let isReported):
            return follow(
                byte, isReported: isReported, isLate: isLate || isReported, wasSilent: wasSilent)
        case _ where wasSilent || now - begun >= Self.longest: return begin(byte)
        case .inSequence(let bytes): return continueSequence(bytes, byte)
        case .inMouse(let left): state = left > 1 ? .inMouse(left: left - 1) : .between
        case .inString(let isEnding): continueString(byte, isEnding: isEnding)
        case .inPaste(let matched): continuePaste(byte, matched)
        }
        return .nothing
    }

    /// Handles a byte that belongs to nothing before it.
    private mutating func begin(_ byte: UInt8, afterEscape: Bool = false) -> Finding {
        guard byte == Self.escapeSign else {
            state = .between
            return .plain(afterEscape: afterEscape)
        }
        begun = lastByte
        state = .escaped(isReported: false)
        return afterEscape ? .key(.escape) : .nothing
    }

    /// Handles a byte after an escape character: the start of a sequence, even a briefly delayed
    /// one; a letter pressed with Alt; or the next key.
    private mutating func follow(
        _ byte: UInt8, isReported: Bool, isLate: Bool, wasSilent: Bool
    ) -> Finding {
        let beginning: State? =
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "O"): .inSequence([byte])
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"):
                .inString(isEnding: false)
            // A late underscore is not the start of a string, but a key of the board.
            case UInt8(ascii: "_") where !isLate: .inString(isEnding: false)
            default: nil
            }
        if let beginning, !wasSilent {
            state = beginning
            return .nothing
        }
        if isLate { return begin(byte, afterEscape: !isReported) }
        // Two escape characters at once are Alt and a key, whose sequence may follow.
        if byte == Self.escapeSign { return .nothing }
        state = .between
        return .key(Self.withAlt(byte))
    }

    /// Returns the key of a byte that follows an escape character at once.
    ///
    /// An arrow of a VT52 is an escape character and a capital letter, the same bytes as Alt and
    /// that letter: capital letters are therefore ignored.
    private static func withAlt(_ byte: UInt8) -> BoardKey {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "a")...UInt8(ascii: "z"):
            .alt(Character(Unicode.Scalar(byte)))
        default: .other
        }
    }

    private mutating func continueSequence(_ bytes: [UInt8], _ byte: UInt8) -> Finding {
        switch byte {
        case Self.escapeSign: return begin(byte)
        case 0x18, 0x1A: state = .between
        // The function keys of the Linux console have two brackets.
        case UInt8(ascii: "[") where bytes == [byte]: state = .inSequence(bytes + [byte])
        case 0x40...0x7E: return end(bytes, byte)
        default: if bytes.count < Self.mostKept { state = .inSequence(bytes + [byte]) }
        }
        return .nothing
    }

    private mutating func end(_ bytes: [UInt8], _ byte: UInt8) -> Finding {
        state = .between
        switch String(decoding: bytes + [byte], as: UTF8.self) {
        case "[200~":
            state = .inPaste(matched: 0)
            return .key(.paste)
        case "[201~": return .nothing
        case "[M":
            state = .inMouse(left: 3)
            return .nothing
        // An answer of the terminal, or its report that it has gained or lost the focus.
        case let text where text.contains { "<=>?".contains($0) } || text == "[I" || text == "[O":
            return .nothing
        case "[A", "OA": return .key(.move(-1))
        case "[B", "OB": return .key(.move(1))
        case "[5~": return .key(.move(-10))
        case "[6~": return .key(.move(10))
        default: return .key(.other)
        }
    }

    private mutating func continueString(_ byte: UInt8, isEnding: Bool) {
        switch byte {
        case 0x07, 0x18, 0x1A: state = .between
        case UInt8(ascii: "\\") where isEnding: state = .between
        case Self.escapeSign: state = .inString(isEnding: true)
        default:
            // An escape character ends the string, whatever it begins.
            if isEnding { _ = follow(byte, isReported: true, isLate: false, wasSilent: false) }
        }
    }

    private mutating func continuePaste(_ byte: UInt8, _ matched: Int) {
        let matched = byte == Self.pasteEnd[matched] ? matched + 1 : byte == Self.escapeSign ? 1 : 0
        state = matched == Self.pasteEnd.count ? .between : .inPaste(matched: matched)
    }
}
