/// Text from elsewhere, made fit for a terminal.
enum PrintableText {
    /// The text with a sign in the place of everything that could move the cursor, break the line,
    /// or turn the direction of what follows.
    static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isHarmful(scalar) ? "\u{FFFD}" : scalar) }
        return String(clean)
    }

    /// The text cut to a number of columns.
    static func cut(_ text: String, toColumns columns: Int) -> String {
        var width = 0
        let end = text.firstIndex { character in
            width += self.width(of: character)
            return width > columns
        }
        return end.map { String(text[..<$0]) } ?? text
    }

    /// About how many columns a text takes.
    static func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) }
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20...0x7E: false
        case 0x202A...0x202E, 0x2066...0x2069: true
        default:
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }

    /// What people see as one character is as wide as the scalar it begins with.
    private static func width(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first, !character.isASCII else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// East Asian scripts and emoji.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}
