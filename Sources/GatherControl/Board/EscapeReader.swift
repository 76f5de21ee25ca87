/// Tells what belongs to a sequence from what was pressed, byte by byte.
struct EscapeReader {
    enum Finding: Hashable {
        /// A part of something, or the end of what is no key.
        case nothing
        /// The end of a sequence that is a key, or the beginning of what is pasted.
        case key(BoardKey)
        /// One that stands for itself, perhaps after an escape sign that was a key of its own.
        case plain(afterEscape: Bool)
    }

    private enum State {
        case between
        /// Behind an escape sign, which may have been taken for a key already.
        case escaped(isTold: Bool)
        /// In a sequence of a key or an answer (CSI, SS3), behind these bytes of it.
        case inSequence([UInt8])
        /// In the three bytes that say where a mouse was pressed.
        case inMouse(left: Int)
        /// In a text to the program (OSC, DCS, SOS, PM, APC), which an escape sign may just end.
        case inString(isEnding: Bool)
        /// In what is pasted, behind so many bytes of its end.
        case inPaste(matched: Int)
    }

    private var state = State.between
    private var begun = Duration.zero
    private var lastByte = Duration.zero

    /// After such a silence nothing more of what has begun is to come.
    private static let silence = Duration.seconds(1)
    /// Nor after so long in all, should somebody press keys because none seems to work.
    private static let longest = Duration.seconds(5)
    private static let escapeSign: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)
    /// No sequence of a key is longer; more is not kept of one.
    private static let mostKept = 16

    /// When an escape sign came that is no key yet, and not the beginning of anything.
    var loneSign: Duration? {
        if case .escaped(isTold: false) = state { lastByte } else { nil }
    }

    mutating func endLoneSign() { state = .escaped(isTold: true) }

    /// Takes the next byte.
    ///
    /// - Parameter isLate: Whether an escape sign before it has been alone for too long to be of
    ///   one key with it.
    mutating func take(_ byte: UInt8, isLate: Bool, at now: Duration) -> Finding {
        let wasSilent = now - lastByte >= Self.silence
        lastByte = now
        switch state {
        case .between: return begin(byte)
        case .escaped(let isTold):
            return follow(byte, isTold: isTold, isLate: isLate || isTold, wasSilent: wasSilent)
        case _ where wasSilent || now - begun >= Self.longest: return begin(byte)
        case .inSequence(let bytes): return goOn(bytes, byte)
        case .inMouse(let left): state = left > 1 ? .inMouse(left: left - 1) : .between
        case .inString(let isEnding): goOnInString(byte, isEnding: isEnding)
        case .inPaste(let matched): goOnInPaste(byte, matched)
        }
        return .nothing
    }

    /// Takes a byte that belongs to nothing before it.
    private mutating func begin(_ byte: UInt8, afterEscape: Bool = false) -> Finding {
        guard byte == Self.escapeSign else {
            state = .between
            return .plain(afterEscape: afterEscape)
        }
        begun = lastByte
        state = .escaped(isTold: false)
        return afterEscape ? .key(.escape) : .nothing
    }

    /// Takes a byte behind an escape sign: of a sequence, also of one that was held up for a
    /// moment, or a letter that is pressed with Alt, or the next key.
    private mutating func follow(
        _ byte: UInt8, isTold: Bool, isLate: Bool, wasSilent: Bool
    ) -> Finding {
        let beginning: State? =
            switch byte {
            case UInt8(ascii: "["), UInt8(ascii: "O"): .inSequence([byte])
            case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"):
                .inString(isEnding: false)
            // By itself it is a key of the board.
            case UInt8(ascii: "_") where !isLate: .inString(isEnding: false)
            default: nil
            }
        if let beginning, !wasSilent {
            state = beginning
            return .nothing
        }
        if isLate { return begin(byte, afterEscape: !isTold) }
        // Two escape signs at once are Alt and a key, whose sequence may follow.
        if byte == Self.escapeSign { return .nothing }
        state = .between
        return .key(.other)
    }

    private mutating func goOn(_ bytes: [UInt8], _ byte: UInt8) -> Finding {
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
        // A terminal answers, or tells whether it is looked at.
        case let text where text.contains { "<=>?".contains($0) } || text == "[I" || text == "[O":
            return .nothing
        default: return .key(.other)
        }
    }

    private mutating func goOnInString(_ byte: UInt8, isEnding: Bool) {
        switch byte {
        case 0x07, 0x18, 0x1A: state = .between
        case UInt8(ascii: "\\") where isEnding: state = .between
        case Self.escapeSign: state = .inString(isEnding: true)
        default:
            // An escape sign ends it, whatever it begins.
            if isEnding { _ = follow(byte, isTold: true, isLate: false, wasSilent: false) }
        }
    }

    private mutating func goOnInPaste(_ byte: UInt8, _ matched: Int) {
        let matched = byte == Self.pasteEnd[matched] ? matched + 1 : byte == Self.escapeSign ? 1 : 0
        state = matched == Self.pasteEnd.count ? .between : .inPaste(matched: matched)
    }
}
