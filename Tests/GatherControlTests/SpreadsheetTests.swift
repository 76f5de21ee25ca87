import GatherAPI
import Testing

@testable import GatherControl

@Suite("Files as spreadsheets write them")
struct SpreadsheetTests {
    private static let names = [
        ProfileFields(name: "Chloé Œuf", age: 24, skill: .beginner, position: .goalkeeper),
        ProfileFields(name: "Müller; Jürgen", skill: .professional),
    ]
    private static let german = """
        Name;Alter;Telefon;Können;Spielposition\r
        Chloé Œuf;24;030;Anfängerin;Torwart\r
        "Müller; Jürgen";;;PROFI;\r
        ;;;;\r

        """

    /// The characters of the test's names in Windows-1252.
    private static let codes: [Unicode.Scalar: UInt8] = [
        "é": 0xE9, "Œ": 0x8C, "ü": 0xFC, "ö": 0xF6, "ä": 0xE4,
    ]

    private static func windows(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { codes[$0] ?? UInt8(truncatingIfNeeded: $0.value) }
    }

    private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return isBigEndian ? bytes : bytes.reversed()
        }
    }

    private static let files: [(bytes: [UInt8], encoding: String?)] = [
        (Array(german.utf8), nil),
        (Array("\u{FEFF}\(german)".utf8), nil),
        (Array("sep=;\r\n\(german)".utf8), nil),
        (windows(german), "Windows-1252"),
        (utf16("\u{FEFF}\(german)", isBigEndian: false), "UTF-16"),
        (utf16("\u{FEFF}\(german)", isBigEndian: true), "UTF-16"),
        (utf16(german, isBigEndian: false), "UTF-16"),
    ]

    @Test("the encoding is found, and the columns that no player has are named")
    func encodings() throws {
        for (bytes, encoding) in Self.files {
            let file = try PlayerFile(bytes, nil)
            let content = try file.content()
            #expect(content.players.map(\.profile) == Self.names)
            #expect(content.leftOut == ["Telefon"])
            #expect(file.text.encoding?.rawValue == encoding)
        }
    }

    @Test(
        "the headers of English, German, French and Spanish, with any separator",
        arguments: [
            "name,age,skill,position,favourite team", "Nom;Âge;Niveau;Poste;Équipe préférée",
            "NOMBRE\tEDAD\tNivel\tPosición\tEquipo favorito",
            "Spieler;ALTER;Spielsta\u{308}rke;position;Lieblingsverein",
        ])
    func headers(header: String) throws {
        let separator = header.first { ",;\t".contains($0) } ?? ","
        let row = ["Ada", "31", "amateur", "GK", "CF"].joined(separator: "\(separator)")
        let content = try PlayerFile(Array("\(header)\n\(row)".utf8), nil).content()
        let ada = ProfileFields(
            name: "Ada", age: 31, skill: .amateur, position: .goalkeeper, favouriteTeam: "CF")
        #expect(content.players.map(\.profile) == [ada])
        #expect(content.leftOut == [])
    }

    @Test("a JSON array has objects, over any number of lines")
    func array() throws {
        let text = #"""
            [
              {"name": "A, \"]\" b", "tags": ["x", {"y": 1}]} ,{"Alter":7,
               "name":"Bo"}
            ]
            """#
        let content = try PlayerFile(Array(text.utf8), nil).content()
        let players = [ProfileFields(name: "A, \"]\" b"), ProfileFields(name: "Bo", age: 7)]
        #expect(content.players.map(\.profile) == players)
        #expect(content.leftOut == ["tags"])
        #expect(try PlayerFile(Array(" [ ] ".utf8), nil).content().players == [])
    }

    @Test("a file that is damaged is refused at the place")
    func damaged() throws {
        let files: [([UInt8], String)] = [
            (Array("name\nÁnna\n".utf8) + [0xFF], "line 3, column 1: this is not UTF-8"),
            (Array("\u{FEFF}name\n".utf8) + [0xE9], "line 2, column 1: this is not UTF-8"),
            (
                Array("name\nx".utf8) + [0x81],
                "line 2, column 2: this is neither UTF-8 nor Windows-1252"
            ),
            ([0xFF, 0xFE, 0x41], "line 1, column 1: this is not UTF-16"),
            ([0xFF, 0xFE, 0x00, 0xD8], "line 1, column 1: this is not UTF-16"),
        ]
        for (bytes, message) in files {
            let text = bytes.starts(with: [0xEF, 0xBB]) ? Array(bytes.dropFirst(3)) : bytes
            do throws(PlayerFileErrors) {
                _ = try PlayerFile(bytes, nil).content()
                Issue.record("it was taken: \(message)")
            } catch {
                #expect(error.errors.map { $0.text(in: text) } == [message])
            }
        }
    }
}
