import GatherAPI

/// Text from elsewhere, made fit for a terminal.
enum PrintableText {
    /// The text with a sign in the place of everything that could move the cursor, break the line,
    /// or turn the direction of what follows.
    static func of(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: \.isHarmfulToShow) else { return text }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            clean.append(scalar.isHarmfulToShow ? "\u{FFFD}" : scalar)
        }
        return String(clean)
    }

    /// The text cut to a number of columns.
    static func cut(_ text: String, toColumns columns: Int) -> String {
        var width = 0
        let end = text.firstIndex { character in
            width += TextWidth.of(character)
            return width > columns
        }
        return end.map { String(text[..<$0]) } ?? text
    }

    /// The text, or as much of it as fits a number of columns and a sign that there is more.
    static func shortened(_ text: String, toColumns columns: Int) -> String {
        guard TextWidth.of(text) > columns else { return text }
        let isolated = text.unicodeScalars.first == isolation.begin
        return cut(text, toColumns: columns - 1) + "…" + (isolated ? String(isolation.end) : "")
    }

    private static let isolation: (begin: Unicode.Scalar, end: Unicode.Scalar) = (
        "\u{2068}", "\u{2069}"
    )

    /// A name made fit for a terminal that may show lines in both directions.
    ///
    /// Where it has letters that are written from right to left, it is isolated: it is turned
    /// itself, and the numbers and names around it stay where they are. The signs for that take no
    /// room.
    static func name(_ text: String) -> String {
        let clean = of(text)
        guard clean.unicodeScalars.contains(where: isRightToLeft) else { return clean }
        return "\(isolation.begin)\(clean)\(isolation.end)"
    }

    /// Whether it is one of the signs that isolate a name.
    static func isIsolate(_ character: Character) -> Bool {
        character == Character(isolation.begin) || character == Character(isolation.end)
    }

    /// The blocks of Hebrew, Arabic and their neighbours.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}
