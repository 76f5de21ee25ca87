/// The large digits, made of seven strokes like those on scoreboards in sports halls.
struct BoardDigits: Hashable, Sendable {
    let width: Int
    let height: Int

    /// The number of blanks between two digits.
    let space: Int

    static let small = BoardDigits(width: 6, height: 5, space: 1)
    static let medium = BoardDigits(width: 8, height: 7, space: 2)
    /// The digits of a large board.
    ///
    /// Larger ones would cost more than 100 bytes a second on the line to the terminal.
    static let large = BoardDigits(width: 10, height: 9, space: 2)

    /// The width of an upright stroke, in columns; a horizontal stroke is one line high.
    private static let stroke = 2

    /// Returns the width in columns of a text of digits, colons, dashes and blanks.
    func width(of text: String) -> Int {
        text.reduce(0) { $0 + width(of: $1) + space } - (text.isEmpty ? 0 : space)
    }

    /// Returns the lines of a text, drawn with a sign and blanks.
    func lines(_ text: String, of sign: Character) -> [String] {
        (0..<height).map { row in
            let parts = text.map { line(row, of: $0) }
            let between = String(repeating: " ", count: space)
            return String(parts.joined(separator: between).map { $0 == "#" ? sign : $0 })
        }
    }

    private func width(of character: Character) -> Int {
        switch character {
        case ":", " ": Self.stroke
        case "-": 2 * Self.stroke
        default: width
        }
    }

    private var middle: Int { height / 2 }

    private func line(_ row: Int, of character: Character) -> String {
        let width = width(of: character)
        if character == ":" {
            let isDot = row == (middle + 1) / 2 || row == height - 1 - (middle + 1) / 2
            return String(repeating: isDot ? "#" : " ", count: width)
        }
        if character == "-" {
            return String(repeating: row == middle ? "#" : " ", count: width)
        }
        if character == " " { return String(repeating: " ", count: width) }
        let strokes = Self.strokes(of: character)
        let (left, inside, right): (String, String, String) =
            switch row {
            case 0: ("af", "a", "ab")
            case 1..<middle: ("f", "", "b")
            case middle: ("efg", "g", "bcg")
            case height - 1: ("de", "d", "cd")
            default: ("e", "", "c")
            }
        // Strokes that meet share a corner.
        return part(left, of: strokes, Self.stroke)
            + part(inside, of: strokes, width - 2 * Self.stroke)
            + part(right, of: strokes, Self.stroke)
    }

    private func part(_ wanted: String, of strokes: String, _ width: Int) -> String {
        String(repeating: wanted.contains(where: strokes.contains) ? "#" : " ", count: width)
    }

    /// Returns the strokes of a digit: `a` to `f` clockwise from the top, and `g` in the middle.
    private static func strokes(of character: Character) -> String {
        switch character {
        case "0": "abcdef"
        case "1": "bc"
        case "2": "abdeg"
        case "3": "abcdg"
        case "4": "bcfg"
        case "5": "acdfg"
        case "6": "acdefg"
        case "7": "abc"
        case "8": "abcdefg"
        case "9": "abcdfg"
        default: ""
        }
    }
}
