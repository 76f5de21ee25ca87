import GatherAPI
import Testing

@Suite("Texts with places for values")
struct FilledTextTests {
    @Test(
        "values stand in their places, and what is no place stays",
        arguments: [
            ("%1$@ for %2$@", "a for b"), ("%2$@ for %1$@", "b for a"), ("%1$@%1$@", "aa"),
            ("100 %% of %1$@", "100 % of a"), ("%3$@ %0$@ %1@ %", "%3$@ %0$@ %1@ %"),
            ("%99999999999999999999$@ %1$@", "%99999999999999999999$@ a"), ("", ""), ("%$@", "%$@"),
        ])
    func places(text: String, expected: String) {
        #expect(filled(text, ["a", "b"]) == expected)
    }

    @Test("a value is not searched for places")
    func values() {
        #expect(filled("%1$@, %2$@", ["%2$@", "%%"]) == "%2$@, %%")
        #expect(filled("%10$@", (1...10).map { $0 }) == "10")
    }

    @Test("a text of a peer is safe for a terminal, whatever its form and its values are")
    func peers() {
        let text = TranslatableText(
            form: "goal\u{1B}[2J for %1$@", values: [TranslatableText(name: "A\nB")])
        #expect(text.text { $0 } == "goal\u{FFFD}[2J for A\u{FFFD}B")
        #expect(TranslatableText().text { $0 } == "")
        let nested = (1...9).reduce(TranslatableText(name: "bomb")) { text, _ in
            TranslatableText(form: String(repeating: "%1$@", count: 30), values: [text])
        }
        #expect(nested.text { $0 } == nil)
        let long = TranslatableText(name: String(repeating: "x", count: 5_000))
        let many = TranslatableText(form: "%1$@", values: Array(repeating: long, count: 20))
        #expect(many.text { $0 } == nil)
        #expect(TranslatableText(form: "%1$@ and %2$@").text { $0 } == "%1$@ and %2$@")
    }
}
