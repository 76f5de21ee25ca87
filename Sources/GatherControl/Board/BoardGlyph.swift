/// The description of a large character: the middles of its strokes.
struct BoardGlyph: Sendable {
    /// A point of a stroke, in quarters of the width and the height from the upper left.
    struct Point: Hashable, Sendable {
        let x: Int
        let y: Int
        /// True if a stroke turns here in a curve.
        let isRound: Bool
    }

    enum Width: Sendable { case stroke, narrow, usual, wide }

    let paths: [[Point]]
    let width: Width

    /// Reads strokes such as `04 00o 40`, in which `o` is a curve.
    ///
    /// Only points below each other or beside each other have a curve between them.
    private init(_ strokes: [String], _ width: Width) {
        paths = strokes.map { stroke in
            stroke.split(separator: " ").map { point in
                let places = point.compactMap(\.wholeNumberValue)
                return Point(x: places[0], y: places[1], isRound: point.last == "o")
            }
        }
        self.width = width
    }

    /// The characters that can be drawn.
    static let all: [Character: BoardGlyph] = {
        var all = glyphs(usual, .usual)
        all.merge(glyphs(wide, .wide)) { $1 }
        all.merge(glyphs(narrow, .narrow)) { $1 }
        all.merge(glyphs(thin, .stroke)) { $1 }
        return all
    }()

    /// Returns a text in characters that can be drawn: capitals without accents; nil if it has
    /// others, or lower-case letters.
    static func drawn(_ text: String) -> String? {
        if text.allSatisfy(all.keys.contains) { return text }
        return text.contains(where: \.isLowercase) ? nil : capitals(text)
    }

    /// Returns a text in capitals that can be drawn, without accents; nil if it has others.
    static func capitals(_ text: String) -> String? {
        let letters = FoldedName(String(text.map { signs[$0] ?? $0 })).letters
        guard letters.allSatisfy({ $0.count == 1 }) else { return nil }
        let capitals = letters.joined().uppercased()
        return capitals.allSatisfy(all.keys.contains) ? capitals : nil
    }

    /// The substitutes of signs that have no strokes of their own.
    private static let signs: [Character: Character] = [
        "\u{2018}": "'", "\u{2019}": "'", "\u{2013}": "-",
    ]

    private static func glyphs(
        _ strokes: [Character: [String]], _ width: Width
    ) -> [Character: BoardGlyph] {
        strokes.mapValues { BoardGlyph($0, width) }
    }

    private static let loop = "20 40o 44o 04o 00o 20"
    private static let usual: [Character: [String]] = [
        "0": [loop], "1": ["10 20 24"], "2": ["00 40o 42o 02o 04 44"],
        "3": ["00 40o 44o 04", "12 42"], "4": ["00 02 42", "40 44"],
        "5": ["40 00 02 42o 44o 04"], "6": ["40 00o 04o 44o 42o 02"], "7": ["00 40 44"],
        "8": [loop, "02 42"], "9": ["42 02o 00o 40o 44o 04"],
        "A": ["04 00o 40o 44", "02 42"], "B": ["04 00 30o 32", "00 04 44o 42o 02"],
        "C": ["40 00o 04o 44"], "D": ["00 40o 44o 04 00"], "E": ["40 00 04 44", "02 32"],
        "F": ["40 00 04", "02 32"], "G": ["40 00o 04o 44o 42 22"],
        "H": ["00 04", "40 44", "02 42"],
        "J": ["40 44o 04o 03"], "K": ["00 04", "40 12", "12 44"], "L": ["00 04 44"],
        "N": ["04 00", "00 44", "44 40"], "O": [loop], "P": ["04 00 40o 42o 02"],
        "Q": [loop, "23 44"], "R": ["04 00 40o 42o 02", "22 44"], "S": ["40 00o 02o 42o 44o 04"],
        "T": ["00 40", "20 24"], "U": ["00 04o 44o 40"], "V": ["00 02 24", "40 42 24"],
        "X": ["00 44", "40 04"], "Y": ["00 02o 42o 40", "22 24"], "Z": ["00 40", "40 04", "04 44"],
        "+": ["02 42", "21 23"], "/": ["40 04"],
    ]
    private static let wide: [Character: [String]] = [
        "M": ["04 00o 40o 44", "20 23"], "W": ["00 04o 44o 40", "21 24"],
    ]
    private static let narrow: [Character: [String]] = ["-": ["02 42"]]
    private static let thin: [Character: [String]] = [
        "I": ["00 04"], " ": [], ".": ["04 04"], "'": ["00 01"], ":": ["01 01", "03 03"],
    ]
}
