import Testing

@testable import GatherControl

@Suite struct PrintableTextTests {
    @Test(
        "what could move the cursor or the line is replaced",
        arguments: [
            ("Reds", "Reds"), ("Zürich 東京 👩‍👩‍👧", "Zürich 東京 👩‍👩‍👧"),
            ("\u{1B}[2Jx", "\u{FFFD}[2Jx"), ("a\nb\r\t", "a\u{FFFD}b\u{FFFD}\u{FFFD}"),
            ("\u{7F}\u{9B}1m", "\u{FFFD}\u{FFFD}1m"), ("\u{202E}dlo", "\u{FFFD}dlo"),
            ("a\u{2028}b", "a\u{FFFD}b"),
        ])
    func replaced(text: String, clean: String) {
        #expect(text.shown == clean)
    }

    @Test("lines with letters of Latin alphabets keep all but what is harmful")
    func lines() {
        for scalar in (0x80..<0x300).compactMap(Unicode.Scalar.init) {
            let shown = scalar.isHarmfulToShow ? "\u{FFFD}" : String(scalar)
            #expect(PrintableText.lines("a\(scalar)b\n") == "a\(shown)b\n", "\(scalar.value)")
        }
        #expect(PrintableText.lines("ä\u{2028}ö\u{1B}[2J") == "ä\u{FFFD}ö\u{FFFD}[2J")
    }

    @Test("a name from right to left is isolated from the numbers around it, no other is")
    func name() {
        #expect("أحمد".shownName == "\u{2068}أحمد\u{2069}")
        #expect("Noa נועה".shownName == "\u{2068}Noa נועה\u{2069}")
        #expect("\u{2069}دانا\u{1B}".shownName == "\u{2068}\u{FFFD}دانا\u{FFFD}\u{2069}")
        for name in ["Zoë", "東京", "한국", "👩‍👩‍👧", ""] { #expect(name.shownName == name) }
    }

    @Test("what is too long is shortened with a sign for it, and keeps its isolation")
    func shortened() {
        #expect(PrintableText.shortened("Reds", toColumns: 4) == "Reds")
        #expect(PrintableText.shortened("Redskins", toColumns: 4) == "Red…")
        #expect(PrintableText.shortened("東京東京", toColumns: 6) == "東京…")
        #expect(
            PrintableText.shortened("محمد علي".shownName, toColumns: 5)
                == "\u{2068}محمد…\u{2069}")
    }

    @Test("a cut keeps whole characters")
    func cut() {
        #expect(PrintableText.cut("東京東京", toColumns: 5) == "東京")
        #expect(PrintableText.cut("Reds", toColumns: 4) == "Reds")
        #expect(PrintableText.cut("Reds", toColumns: 0) == "")
    }
}
