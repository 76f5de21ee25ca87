import Testing

@testable import GatherControl

@Suite struct TextWidthTests {
    static let widths: [(String, Int)] = [
        ("", 0), ("Reds", 4), ("Zürich", 6), ("Zu\u{308}rich", 6), ("a\u{301}\u{323}\u{30A}", 1),
        ("東京", 4), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("ﾊﾝｶｸ", 4), ("Ａ", 2),
        ("أحمد", 4), ("مُحَمَّد", 4), ("\u{2068}أحمد\u{2069}", 4), ("נועה", 4),
        ("⚽", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇷🇴", 2), ("🇷", 1), ("1\u{FE0F}\u{20E3}", 2),
        ("❤", 1), ("❤\u{FE0F}", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("©", 1), ("8", 1),
        ("ทำ", 2), ("क्षि", 3), ("\u{200D}", 0), ("\u{200B}", 0), ("\u{FFFD}", 1),
    ]

    @Test("the width counts the columns of a terminal", arguments: widths)
    func width(text: String, width: Int) {
        #expect(TextWidth.of(text) == width)
    }

    @Test("a name of 100 letters is as wide as its letters")
    func long() {
        for (letter, width) in [("x", 1), ("é", 1), ("e\u{301}", 1), ("한", 2), ("ع", 1), ("⚽", 2)] {
            #expect(TextWidth.of(String(repeating: letter, count: 100)) == 100 * width)
        }
    }

    @Test("columns end at the same place whatever is in them")
    func columns() {
        var columns = Columns(alignedRight: [0])
        let names = ["Jo", "김민준", "أحمد", "Zoe\u{308}", "👩‍👩‍👧", String(repeating: "한", count: 100)]
        let rows = names.enumerated().map { ["\($0)", $1.shownName, "GK"] }
        let widths = Set(columns.lines(rows).map(TextWidth.of))
        #expect(widths == [1 + 2 + 200 + 2 + 2])
    }
}
