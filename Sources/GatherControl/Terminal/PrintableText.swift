import GatherAPI

/// Lines as a terminal shows them: safe characters, and their width.
enum PrintableText {
    /// Returns a line with a replacement sign for everything but text; names in it stay isolated.
    static func line(_ text: String) -> String { TextForm.shown(text[...], keeping: isolates) }

    /// Returns lines that keep their line ends, the tabs of JSON and what is ``bold(_:)``.
    ///
    /// Each part has been made printable already; this catches a part where that was forgotten.
    static func lines(_ text: String) -> String {
        // Most text is plain, or has Latin letters as well, and a command must be quick. What
        // follows the first byte of a letter can follow no other.
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case 0x20...0x7E, 0x0A, 0xC3...0xC8, 0x80...0xBF: true
            default: false
            }
        }
        guard !isPlain else { return text }
        var lines = ""
        var rest = text[...]
        while let escape = rest.utf8.firstIndex(of: 0x1B) {
            lines += TextForm.shown(rest[..<escape], keeping: kept)
            rest = rest[escape...]
            let style = styles.first { rest.utf8.starts(with: $0.utf8) }
            lines += style ?? "\u{FFFD}"
            rest = rest[rest.utf8.index(escape, offsetBy: style?.utf8.count ?? 1)...]
        }
        return lines + TextForm.shown(rest, keeping: kept)
    }

    static func bold(_ text: String) -> String { styles[0] + text + styles[1] }

    private static let styles = ["\u{1B}[1m", "\u{1B}[0m"]
    private static let isolates: Set<Unicode.Scalar> = [
        NameForm.isolation.begin, NameForm.isolation.end,
    ]
    private static let kept = isolates.union(["\n", "\t"])

    /// Returns the text cut to a number of columns.
    static func cut(_ text: String, toColumns columns: Int) -> String {
        var width = 0
        let end = text.firstIndex { character in
            width += TextWidth.of(character)
            return width > columns
        }
        return end.map { String(text[..<$0]) } ?? text
    }

    /// Returns the text, or as much of it as fits into a number of columns with an ellipsis.
    static func shortened(_ text: String, toColumns columns: Int) -> String {
        guard TextWidth.of(text) > columns else { return text }
        let (begin, end) = NameForm.isolation
        let isIsolated = text.unicodeScalars.first == begin
        return cut(text, toColumns: columns - 1) + "…" + (isIsolated ? String(end) : "")
    }

    /// Returns true if the character is one of those that isolate a name.
    static func isIsolate(_ character: Character) -> Bool {
        isolates.contains { character == Character($0) }
    }
}

extension String {
    /// The text without blanks at its end.
    var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

/// A text over several lines.
enum TextLines {
    /// Returns the text in lines of at most this width, broken between words where there are any.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if line.isEmpty || TextWidth.of(longer) <= columns {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}

/// The width of a text in columns of a terminal.
///
/// It follows wcwidth(3): combining marks and invisible characters take none, East Asian letters
/// two. Every scalar of a character counts, as a terminal draws the two consonants of a conjunct
/// side by side; an emoji takes two columns whatever it is made of.
enum TextWidth {
    static func of(_ text: String) -> Int {
        // Most texts are plain, and a long table has many of them.
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
        return text.reduce(0) { $0 + of($1) }
    }

    /// Returns the columns of one character as a reader sees it.
    static func of(_ character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        let isEmoji = first.properties.isEmoji
        if isEmoji, scalars.contains(emojiStyle) { return 2 }
        let width = scalars.reduce(0) { $0 + of($1) }
        // The members of a family, or a skin tone, are drawn in the place of the first scalar.
        return isEmoji ? min(width, 2) : width
    }

    /// The variation selector that requests the emoji form of the character before it.
    private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"

    private static func of(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: return 1
        // A soft hyphen is visible; vowels and final consonants of Hangul are drawn into the letter
        // before.
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

    /// Returns true for East Asian scripts, and for the emoji that are in colour by default.
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
