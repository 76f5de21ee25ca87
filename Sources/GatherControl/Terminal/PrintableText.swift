import GatherAPI

/// Lines as a terminal shows them: what is in them, and how wide they are.
enum PrintableText {
    /// A line that was put together of parts with a sign in the place of everything but text: names
    /// in it stay isolated.
    static func line(_ text: String) -> String { TextForm.shown(text[...], keeping: isolates) }

    /// Lines that were put together, which keep their ends, the tabs of JSON and what
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
            lines += TextForm.shown(rest[..<escape], keeping: kept)
            rest = rest[escape...]
            let style = styles.first { rest.utf8.starts(with: $0.utf8) }
            lines += style ?? "\u{FFFD}"
            rest = rest[rest.utf8.index(escape, offsetBy: style?.utf8.count ?? 1)...]
        }
        return lines + TextForm.shown(rest, keeping: kept)
    }

    /// The text in bold letters.
    static func bold(_ text: String) -> String { styles[0] + text + styles[1] }

    private static let styles = ["\u{1B}[1m", "\u{1B}[0m"]
    private static let isolates: Set<Unicode.Scalar> = [
        NameForm.isolation.begin, NameForm.isolation.end,
    ]
    private static let kept = isolates.union(["\n", "\t"])

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
        let (begin, end) = NameForm.isolation
        let isIsolated = text.unicodeScalars.first == begin
        return cut(text, toColumns: columns - 1) + "…" + (isIsolated ? String(end) : "")
    }

    /// Whether it is one of the signs that isolate a name.
    static func isIsolate(_ character: Character) -> Bool {
        isolates.contains { character == Character($0) }
    }
}
