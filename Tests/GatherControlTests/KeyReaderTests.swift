import Testing

@testable import GatherControl

@Suite struct KeyReaderTests {
    private static func keys(_ chunks: String...) -> [BoardKey] {
        var reader = KeyReader()
        return chunks.flatMap { reader.keys(Array($0.utf8)) }
    }

    @Test("letters, Enter, both ways to go back, and the wish for a new screen")
    func plain() {
        #expect(
            Self.keys("a \r\n\u{7F}\u{8}\u{C}") == [
                .character("a"), .character(" "), .enter, .enter, .backspace, .backspace, .redraw,
            ])
    }

    @Test(
        "a sequence of an arrow or a function key is no letter, wherever it is cut",
        arguments: ["\u{1B}[A", "\u{1B}OB", "\u{1B}[1;5A", "\u{1B}[[A", "\u{1B}[15~"])
    func sequences(sequence: String) {
        for cut in 0...sequence.count {
            let parts = [sequence.prefix(cut), sequence.dropFirst(cut)].map(String.init)
            #expect(Self.keys(parts[0], parts[1], "u") == [.escape, .character("u")], "at \(cut)")
        }
    }

    @Test("Alt with a letter is not the letter; Escape and then a letter is")
    func alt() {
        #expect(Self.keys("\u{1B}a") == [.escape])
        #expect(Self.keys("\u{1B}", "a") == [.escape, .character("a")])
    }

    @Test("letters that no key has, and control characters, are nothing")
    func foreign() {
        #expect(Self.keys("ä日\u{1}\u{0}") == [])
    }
}
