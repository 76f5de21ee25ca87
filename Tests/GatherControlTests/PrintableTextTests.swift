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
        #expect(PrintableText.of(text) == clean)
    }

    @Test(
        "the width counts columns",
        arguments: [
            ("Reds", 4), ("Zu\u{308}rich", 6), ("東京", 4), ("👩‍👩‍👧", 2), ("\u{200D}", 0), ("한", 2),
        ])
    func width(text: String, width: Int) {
        #expect(PrintableText.width(of: text) == width)
    }

    @Test("a cut keeps whole characters")
    func cut() {
        #expect(PrintableText.cut("東京東京", toColumns: 5) == "東京")
        #expect(PrintableText.cut("Reds", toColumns: 4) == "Reds")
        #expect(PrintableText.cut("Reds", toColumns: 0) == "")
    }
}
