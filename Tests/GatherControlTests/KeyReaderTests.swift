import Testing

@testable import GatherControl

@Suite struct KeyReaderTests {
    /// The keys of what comes at these moments, in milliseconds, and what time makes of them.
    private static func keys(_ reads: (at: Int, text: String)...) -> [BoardKey] {
        var reader = KeyReader()
        var keys: [BoardKey] = []
        for read in reads {
            if let due = reader.due, due <= .milliseconds(read.at) {
                keys += reader.keysDue(at: due)
            }
            keys += reader.keys(Array(read.text.utf8), at: .milliseconds(read.at))
        }
        return keys + (reader.due.map { reader.keysDue(at: $0) } ?? [])
    }

    private static func keys(_ text: String) -> [BoardKey] { keys((0, text)) }

    /// Letters that are their own keys.
    private static func plain(_ text: String) -> [BoardKey] { text.map(BoardKey.character) }

    @Test("letters, Enter, both ways to go back, and the wish for a new screen")
    func plain() {
        #expect(
            Self.keys("a \r\n\u{7F}\u{8}\u{C}") == [
                .character("a"), .character(" "), .enter, .enter, .backspace, .backspace, .redraw,
            ])
    }

    @Test(
        "a sequence of a function key is no letter, wherever it is cut",
        arguments: [
            "\u{1B}[C", "\u{1B}OD", "\u{1B}[1;5A", "\u{1B}[[A", "\u{1B}[15~", "\u{1B}\u{1B}[C",
            "\u{1B}\u{1B}OC", "\u{1B}A", "\u{1B}7",
        ])
    func sequences(sequence: String) {
        for cut in 0...sequence.unicodeScalars.count {
            let parts = [
                String(sequence.unicodeScalars.prefix(cut)),
                String(sequence.unicodeScalars.dropFirst(cut)),
            ]
            let keys = Self.keys((0, parts[0]), (49, parts[1]), (200, "u"))
            #expect(keys == [.other, .character("u")], "at \(cut)")
        }
    }

    @Test("arrows and pages move by rows, as any terminal sends them")
    func moves() {
        let moves: [(String, Int)] = [
            ("[A", -1), ("OA", -1), ("[B", 1), ("OB", 1), ("[5~", -10), ("[6~", 10),
        ]
        for (sequence, rows) in moves {
            #expect(Self.keys("\u{1B}\(sequence)u") == [.move(rows)] + Self.plain("u"))
        }
    }

    @Test("a sequence that is held up on its way is no letter either")
    func heldUp() {
        let keys = Self.keys((0, "\u{1B}"), (400, "[A"), (500, "u"))
        #expect(keys == [.escape, .move(-1), .character("u")])
        #expect(Self.keys((0, "\u{1B}["), (900, "1;"), (1_800, "5A")) == [.other])
    }

    @Test("Escape is a key when nothing follows at once, and the next key counts")
    func escape() {
        #expect(Self.keys("\u{1B}") == [.escape])
        #expect(Self.keys((0, "\u{1B}"), (50, "a")) == [.escape] + Self.plain("a"))
        #expect(Self.keys((0, "\u{1B}"), (49, "a")) == [.alt("a")])
        #expect(Self.keys((0, "\u{1B}"), (200, "\u{1B}")) == [.escape, .escape])
        #expect(Self.keys((0, "\u{1B}"), (200, "_")) == [.escape] + Self.plain("_"))
        #expect(Self.keys((0, "\u{1B}"), (1_000, "[a")) == [.escape] + Self.plain("[a"))
    }

    @Test("a small letter directly after Escape is both, or a letter with Alt, and no paste")
    func withAlt() {
        #expect(Self.keys("\u{1B}b\u{1B} a") == [.alt("b"), .alt(" "), .character("a")])
        #expect(Self.keys("\u{1B}\u{1B}b") == [.alt("b")])
        #expect(Self.keys("\u{1B}a\u{1B}b\u{1B}cdefghi") == [.paste])
    }

    @Test("an escape sign is known to be a key after 50 ms, also where nobody has looked since")
    func due() {
        var reader = KeyReader()
        #expect(reader.due == nil)
        #expect(reader.keys([0x1B], at: .seconds(1)) == [])
        #expect(reader.due == .milliseconds(1_050))
        #expect(reader.keysDue(at: .milliseconds(1_049)) == [])
        #expect(
            reader.keys(Array("a".utf8), at: .milliseconds(1_050)) == [.escape] + Self.plain("a"))
        #expect(reader.due == nil)
    }

    @Test(
        "what a terminal answers is no key, wherever it is cut",
        arguments: [
            "\u{1B}]11;rgb:aaaa/bbbb/eeee\u{7}", "\u{1B}]11;rgb:aaaa/bbbb/eeee\u{1B}\\",
            "\u{1B}P>|abc day(e)\u{1B}\\", "\u{1B}_Ga=be\u{1B}\\", "\u{1B}^ade\u{1B}\\",
            "\u{1B}Xade\u{1B}\\", "\u{1B}[?62;1;4c", "\u{1B}[>0;276;0c", "\u{1B}[I", "\u{1B}[O",
            "\u{1B}[<0;10;5M", "\u{1B}[M ab",
        ])
    func answers(answer: String) {
        for cut in 1..<answer.utf8.count {
            let parts = [
                String(decoding: answer.utf8.prefix(cut), as: UTF8.self),
                String(decoding: answer.utf8.dropFirst(cut), as: UTF8.self),
            ]
            #expect(Self.keys((0, parts[0]), (40, parts[1] + "u")) == Self.plain("u"), "at \(cut)")
        }
    }

    @Test("what is pasted between its marks is no key, and is told once")
    func paste() {
        let paste = "\u{1B}[200~Hello abba\u{1B}[A bad ey\r\u{1B}[201~"
        for cut in 1..<paste.unicodeScalars.count {
            let parts = [
                String(paste.unicodeScalars.prefix(cut)),
                String(paste.unicodeScalars.dropFirst(cut)),
            ]
            let keys = Self.keys((0, parts[0]), (40, parts[1] + "u"))
            #expect(keys == [.paste] + Self.plain("u"), "at \(cut)")
        }
    }

    @Test(
        "what is cut off swallows keys for no longer than a second without any",
        arguments: [
            "\u{1B}[200~abc", "\u{1B}[200~abc\u{1B}[20", "\u{1B}]11;rgb", "\u{1B}P", "\u{1B}[1;",
            "\u{1B}[M", "\u{1B}O", "\u{1B}]0;a\u{1B}",
        ])
    func cut(text: String) {
        let swallowed = Self.keys((0, text), (999, "4"))
        #expect(swallowed == Self.keys((0, text)))
        #expect(Self.keys((0, text), (1_000, "u")) == swallowed + Self.plain("u"))
    }

    @Test(
        "keys that are pressed one after the other are not swallowed for longer than five seconds")
    func swallowed() {
        for text in ["\u{1B}[200~", "\u{1B}]0;"] {
            var reader = KeyReader()
            _ = reader.keys(Array(text.utf8), at: .seconds(60))
            for time in stride(from: 60_500, to: 65_000, by: 500) {
                #expect(reader.keys(Array("u".utf8), at: .milliseconds(time)) == [])
            }
            #expect(reader.keys(Array("u".utf8), at: .seconds(65)) == Self.plain("u"))
        }
    }

    @Test("a paste that comes slowly is one to its end")
    func slowPaste() {
        var reader = KeyReader()
        var keys = reader.keys(Array("\u{1B}[200~".utf8), at: .seconds(60))
        for time in stride(from: 60_090, to: 69_000, by: 90) {
            keys += reader.keys(Array("ab".utf8), at: .milliseconds(time))
        }
        keys += reader.keys(Array("\u{1B}[201~u".utf8), at: .seconds(69))
        #expect(keys == [.paste] + Self.plain("u"))
    }

    @Test("whatever has come, a second later a key is one")
    func noise() {
        var state: UInt64 = 1
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        let signs = Array("\u{1B}\u{1B}[]OPX^_?;~200M201~\\\u{7}\u{18}ay \r".utf8)
        var reader = KeyReader()
        var now = Duration.zero
        for _ in 0..<2_000 {
            let bytes = (0..<random(12)).map { _ in signs[random(signs.count)] }
            now += .milliseconds(random(80))
            _ = reader.keys(bytes, at: now)
            now += .seconds(1)
            #expect(reader.keys(Array("u".utf8), at: now).last == .character("u"), "\(bytes)")
            #expect(reader.due == nil)
        }
    }

    @Test("a string that is broken off by another sequence ends there")
    func broken() {
        #expect(Self.keys("\u{1B}]0;a\u{1B}[Au") == [.move(-1)] + Self.plain("u"))
        #expect(Self.keys("\u{1B}]0;a\u{18}u") == Self.plain("u"))
        #expect(Self.keys("\u{1B}[1\u{18}u") == Self.plain("u"))
        #expect(Self.keys("\u{1B}[1\u{1B}[Au") == [.move(-1)] + Self.plain("u"))
    }

    @Test("more than eight different keys at once were pasted, whatever they are")
    func unmarkedPaste() {
        #expect(Self.keys("s12:34\r") == Self.plain("s12:34") + [.enter])
        #expect(Self.keys("abababab") == Self.plain("abababab"))
        #expect(Self.keys("ababababa") == [.paste])
        #expect(Self.keys("Hello abba bad ey") == [.paste])
        // One that is held down over a line that stood still, and then another.
        #expect(
            Self.keys(String(repeating: "a", count: 30) + "n")
                == Self.plain(String(repeating: "a", count: 30) + "n"))
    }

    @Test("the parts of a pasted text that come one after the other are no keys either")
    func unmarkedPasteInParts() {
        let text = "Hello abba bad ey"
        #expect(
            Self.keys((0, text), (149, "ay"), (298, "ey"), (448, "u")) == [.paste, .character("u")])
    }

    @Test("letters that no key has, and control characters, are nothing")
    func foreign() {
        #expect(Self.keys("ä日\u{1}\u{0}") == [])
    }
}
