import Testing

@testable import GatherControl

@Suite struct BoardFontTests {
    private static let digits = "0123456789"

    private static func lines(_ text: String, _ rows: Int, _ columns: Int = 300) -> [String] {
        let font = BoardFont.fitting([text], rows: rows, columns: columns)
        return font?.lines(text, of: .blocks) ?? []
    }

    @Test("the corners of digits are round")
    func round() {
        #expect(Self.lines("0", 5, 6) == ["▄████▄", "██  ██", "██  ██", "██  ██", "▀████▀"])
        #expect(
            Self.lines("2", 10, 12) == [
                "██████████▄ ", "████████████", "        ████", "        ████", " ▄██████████",
                "██████████▀ ", "████        ", "████        ", "████████████", "████████████",
            ])
    }

    @Test("a text has the height and the width that the font has for it, in every size")
    func sizes() {
        for rows in 5...60 {
            let lines = Self.lines(Self.digits, rows, 2_000)
            let font = BoardFont.fitting([Self.digits], rows: rows, columns: 2_000)
            #expect(lines.count == font?.rows)
            #expect((rows - 2...rows).contains(lines.count))
            let widths = Set(lines.map(\.count))
            #expect(widths == [font?.width(of: Self.digits)])
        }
    }

    @Test("the stem of 1 stands in the middle, and 0 and 8 are the same from both sides")
    func symmetry() {
        for rows in 5...60 {
            let one = Self.lines("1", rows)
            let stem = one.last.map(String.init(describing:)) ?? ""
            #expect(stem == String(stem.reversed()) && stem.contains("█"), "\(rows)")
            for text in ["0", "8", "A", "H", "M", "O", "T", "U", "V", "W", "X", "Y", "-", ":"] {
                let lines = Self.lines(text, rows)
                #expect(lines.map { String($0.reversed()) } == lines, "\(text) in \(rows)")
            }
        }
    }

    @Test("each character looks different, and none is without a stroke")
    func characters() {
        for rows in [5, 7, 9, 20] {
            var seen: [[String]: Character] = [:]
            for character in BoardGlyph.all.keys.sorted() where character != " " {
                let lines = Self.lines(String(character), rows)
                #expect(lines.joined().contains("█"), "\(character) in \(rows)")
                // They are the same on most signs.
                if character == "O" { continue }
                #expect(seen[lines] == nil, "\(character) in \(rows)")
                seen[lines] = character
            }
        }
    }

    @Test("what does not fit has a smaller font, and in the end none")
    func fitting() {
        func rows(_ text: String, _ rows: Int, _ columns: Int) -> Int? {
            BoardFont.fitting([text], rows: rows, columns: columns)?.rows
        }
        #expect(rows("07:31", 5, 29) == nil)
        #expect(rows("07:31", 5, 30) == 5)
        #expect(rows("07:31", 40, 30) == 5)
        #expect(rows("07:31", 40, 80) == 14)
        #expect(rows("07:31", 4, 80) == nil)
        #expect(rows("07;31", 40, 80) == nil)
        #expect(BoardFont.fitting(["1", "12345"], rows: 9, columns: 50)?.rows == 7)
    }

    @Test("capitals are drawn without their accents")
    func accents() {
        for (text, plain) in [
            ("PAUZĂ", "PAUZA"), ("CZAS MINĄŁ", "CZAS MINAL"), ("TEMPS ÉCOULÉ", "TEMPS ECOULE"),
            ("TIEMPO AÑADIDO", "TIEMPO ANADIDO"), ("ÎNCEPE ÎN", "INCEPE IN"),
            ("FÄLLIG ÖÜ", "FALLIG OU"), ("ANSTO\u{1E9E}", "ANSTOSS"), ("KØGE", "KOGE"),
            ("ȘȚŞŢĐĆŹŻ", "STSTDCZZ"), ("E\u{301}TE\u{301}", "ETE"),
            ("COUP D\u{2019}ENVOI DANS", "COUP D'ENVOI DANS"), ("FIN\u{A0}1", "FIN 1"),
        ] {
            let lines = Self.lines(text, 7, 1_000)
            #expect(!lines.isEmpty && lines == Self.lines(plain, 7, 1_000), "\(text)")
            let font = BoardFont.fitting([text], rows: 7, columns: 1_000)
            #expect(font?.width(of: text) == lines.first?.count, "\(text)")
        }
    }

    @Test("lower-case letters, and letters of other scripts, are not drawn")
    func others() {
        for text in ["Pauză", "ä", "weiß", "ПАУЗА", "休憩", "PAUSE!", "PAUSE?Ä", "ÆØ"] {
            #expect(Self.lines(text, 7, 1_000).isEmpty, "\(text)")
        }
        #expect(BoardGlyph.capitals("Weiß-Łódź") == "WEISS-LODZ")
        #expect(BoardGlyph.capitals("Спартак") == nil)
    }

    @Test("without block elements, and where a clock is held, cells are whole")
    func whole() {
        let font = BoardFont.fitting(["0"], rows: 5, columns: 6)
        let square = ["######", "##  ##", "##  ##", "##  ##", "######"]
        #expect(font?.lines("0", of: .ascii) == square)
        let held = square.map { String($0.map { $0 == "#" ? "▒" : $0 }) }
        #expect(font?.lines("0", of: .blocks, isHeld: true) == held)
    }
}
