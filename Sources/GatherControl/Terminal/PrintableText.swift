import GatherAPI

/// Text from elsewhere, made fit for a terminal.
enum PrintableText {
    /// The text with a sign in the place of everything that could move the cursor, break the line,
    /// or turn the direction of what follows.
    static func of(_ text: String) -> String { cleaned(text[...]) }

    /// The same of a line that was put together of parts: names in it stay isolated.
    static func line(_ text: String) -> String { cleaned(text[...], except: isolates) }

    /// The same of lines that were put together, which keep their ends, the tabs of JSON and what
    /// is ``bold(_:)``.
    ///
    /// Each part is fit for a terminal already; this is for the one that somebody forgets.
    static func lines(_ text: String) -> String {
        // Most text is plain, and a command is to be quick.
        let isPlain = text.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0x0A }
        guard !isPlain else { return text }
        var lines = ""
        var rest = text[...]
        while let escape = rest.utf8.firstIndex(of: 0x1B) {
            lines += cleaned(rest[..<escape], except: kept)
            rest = rest[escape...]
            let style = styles.first { rest.utf8.starts(with: $0.utf8) }
            lines += style ?? "\u{FFFD}"
            rest = rest[rest.utf8.index(escape, offsetBy: style?.utf8.count ?? 1)...]
        }
        return lines + cleaned(rest, except: kept)
    }

    /// A word that people are to copy into a command: nothing in it means anything to a shell.
    static func word(_ text: String) -> String {
        String(
            text.map { character in
                let isPlain = character.isASCII && (character.isLetter || character.isNumber)
                return isPlain || "-_".contains(character) ? character : "\u{FFFD}"
            })
    }

    /// The text in bold letters.
    static func bold(_ text: String) -> String { styles[0] + text + styles[1] }

    private static let styles = ["\u{1B}[1m", "\u{1B}[0m"]
    private static let isolates: Set<Unicode.Scalar> = [isolation.begin, isolation.end]
    private static let kept = isolates.union(["\n", "\t"])

    private static func cleaned(
        _ text: Substring, except kept: Set<Unicode.Scalar> = []
    ) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isHarmfulToShow && !kept.contains(scalar)
        }
        guard text.unicodeScalars.contains(where: isHarmful) else { return String(text) }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { clean.append(isHarmful(scalar) ? "\u{FFFD}" : scalar) }
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
