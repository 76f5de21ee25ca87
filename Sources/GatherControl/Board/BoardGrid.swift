import GatherAPI

/// The meaning of a part of the board, from which its colour follows.
enum BoardStyle: Hashable, Sendable {
    case plain
    case faint
    case strong
    case state(ClockViewModel.Mode)
    case digits(ClockViewModel.Mode)
    /// The name or the score of a side with a colour.
    case side(TeamColor)
    /// Something is wrong and must not be missed.
    case warning
    case question
    case done
    case refused
}

/// The characters of a screen, with their meaning.
struct BoardGrid: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        /// One character as a reader sees it; empty after a character that is two columns wide.
        var text = " "
        var style = BoardStyle.plain
    }

    let rows: Int
    let columns: Int
    private var cells: [Cell]

    init(rows: Int, columns: Int) {
        self.rows = max(rows, 1)
        self.columns = max(columns, 1)
        cells = Array(repeating: Cell(), count: self.rows * self.columns)
    }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// The lines as text, without trailing blanks.
    var lines: [String] {
        (0..<rows).map { row in
            cells[row * columns..<(row + 1) * columns].map(\.text).joined().trimmedAtEnd
        }
    }

    /// Writes a text from a column on; where it does not fit, it is cut and ends in an ellipsis.
    mutating func put(
        _ text: String, row: Int, column: Int, width: Int = .max, _ style: BoardStyle = .plain
    ) {
        guard (0..<rows).contains(row), column < columns else { return }
        let start = max(column, 0)
        let room = min(width, columns - start)
        let shown = Self.fit(text, columns: room)
        var column = start
        for character in shown { put(character, row, &column, style) }
    }

    /// Writes a text so that it ends before a column.
    mutating func put(
        _ text: String, row: Int, endingAt end: Int, width: Int = .max,
        _ style: BoardStyle = .plain
    ) {
        let shown = Self.fit(text, columns: min(width, end))
        put(shown, row: row, column: end - TextWidth.of(shown), style)
    }

    /// Writes a text in the middle of the line.
    mutating func putCentered(_ text: String, row: Int, _ style: BoardStyle = .plain) {
        let shown = Self.fit(text, columns: columns)
        put(shown, row: row, column: (columns - TextWidth.of(shown)) / 2, style)
    }

    /// Returns true if a line is the same on another screen.
    func hasSame(_ row: Int, as other: BoardGrid?) -> Bool {
        guard let other, other.rows == rows, other.columns == columns else { return false }
        let places = row * columns..<(row + 1) * columns
        return cells[places] == other.cells[places]
    }

    mutating func clear(row: Int) {
        for place in row * columns..<(row + 1) * columns { cells[place] = Cell() }
    }

    private mutating func put(
        _ character: Character, _ row: Int, _ column: inout Int, _ style: BoardStyle
    ) {
        let width = TextWidth.of(character)
        guard width > 0 else {
            // A character of zero width belongs to the one before it. Each cell is written by
            // itself, so no isolates are needed to keep texts apart.
            if column > 0, !PrintableText.isIsolate(character) {
                cells[row * columns + column - 1].text.append(character)
            }
            return
        }
        guard column + width <= columns else { return }
        let place = row * columns + column
        cells[place] = Cell(text: String(character), style: style)
        if width > 1 { cells[place + 1] = Cell(text: "", style: style) }
        column += width
    }

    private static func fit(_ text: String, columns: Int) -> String {
        guard TextWidth.of(text) > columns else { return text }
        return columns > 1 ? PrintableText.cut(text, toColumns: columns - 1) + "…" : ""
    }
}
