/// How many columns of a terminal a text takes.
///
/// As wcwidth(3) counts: marks that stand on another letter and invisible signs take none, East
/// Asian letters two. Of what people see as one character every scalar counts, as a terminal draws
/// the two consonants of a conjunct side by side; an emoji takes two columns whatever it is made
/// of.
enum TextWidth {
    /// The columns of a text.
    static func of(_ text: String) -> Int {
        // Most texts are plain, and there are many in a long table.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// The columns of what people see as one character.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isEmoji = first.properties.isEmoji
        if isEmoji, scalars.contains(emojiStyle) { return 2 }
        let width = scalars.reduce(0) { $0 + of($1) }
        // The parts of a family, or the colour of a skin, are drawn in the place of the first.
        return isEmoji ? min(width, 2) : width
    }

    /// Asks for the colourful form of the sign before it.
    private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: return 1
        // A soft hyphen is seen; vowels and ends of Hangul are drawn into the letter before.
        case 0xAD: return 1
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0
        // One half of a flag.
        case 0x1F1E6...0x1F1FF: return 1
        default:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return isWide(scalar) ? 2 : 1
            }
        }
    }

    /// East Asian scripts, and the emoji that are colourful by themselves.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x1100: false
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
            0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
