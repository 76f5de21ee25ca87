import GatherCore
import Testing

struct NameTests {
    private func refusal(_ name: String, for side: Side = .teamA) throws -> Refusal? {
        try Pitch().refusal(
            of: .open(
                time: nil, teamAName: side == .teamA ? name : nil,
                teamBName: side == .teamB ? name : nil))
    }

    @Test("a name is trimmed, and blanks inside it stay")
    func trimmed() throws {
        let names = [
            " Reds ": "Reds", "\t\r\n Reds\n": "Reds", "FC  Nord 04": "FC  Nord 04",
            "\u{3000}青\u{A0}": "青",
        ]
        for (name, trimmed) in names {
            let pitch = try Pitch(.open(time: nil, teamAName: name, teamBName: nil))
            #expect(pitch.gather.name(of: .teamA) == trimmed)
        }
    }

    @Test("an empty name, or one of blanks, is refused")
    func empty() throws {
        for name in ["", " ", "\t\n", "\u{2003}", "\u{200B}", "\u{200D} \u{FE0F}"] {
            #expect(try refusal(name) == .invalidName(.teamA))
        }
    }

    @Test("a refusal says which side's name it is", arguments: Side.allCases)
    func side(side: Side) throws {
        #expect(try refusal("", for: side) == .invalidName(side))
    }

    @Test("a name has up to 100 characters, however many bytes each needs")
    func length() throws {
        for character in ["a", "é", "字", "⚽️", "🇩🇪", "e\u{301}"] {
            let longest = String(repeating: character, count: 100)
            #expect(try refusal(longest) == nil)
            #expect(try refusal(" \(longest) ") == nil)
            #expect(try refusal(longest + character) == .invalidName(.teamA))
        }
    }

    @Test("a character can be of any length, and is refused over 1,024 bytes")
    func bytes() throws {
        let accents = String(repeating: "\u{301}", count: 511)
        #expect(try refusal("a\(accents)") == nil)
        #expect(try refusal("aaa\(accents)") == .invalidName(.teamA))
        #expect(try refusal(String(repeating: " ", count: 1 << 20)) == .invalidName(.teamA))
    }

    @Test("a name with a control character or a line break inside is refused")
    func control() throws {
        let names = [
            "a\nb", "a\tb", "a\u{0}b", "\u{1B}[31mReds", "a\u{7F}b", "a\u{9B}b", "a\u{2028}b",
            "a\u{2029}b", "a\r\nb", "\u{7}", "a\u{202E}b", "a\u{2066}b",
        ]
        for name in names {
            #expect(try refusal(name) == .invalidName(.teamA), "\(name.debugDescription)")
        }
    }

    @Test(
        "a name can be of any script",
        arguments: [
            "Grün-Weiß", "Ἀθῆναι", "Спартак", "الأهلي", "हिन्दुस्तान", "浦和レッズ", "서울", "👩‍👩‍👧",
            "O’Neill & \"Co\"",
        ])
    func scripts(name: String) throws {
        let pitch = try Pitch(.open(time: nil, teamAName: nil, teamBName: name))
        #expect(pitch.gather.name(of: .teamB) == name)
    }
}
