/// What a part of the board means, from which its colour follows.
enum BoardStyle: Hashable, Sendable {
    case plain
    case faint
    case strong
    case state(ClockViewModel.Mode)
    case digits(ClockViewModel.Mode)
    /// Something is wrong, and not to be missed.
    case warning
    case question
    case done
    case refused
}

/// The letters of a screen, and what they mean.
struct BoardGrid: Hashable, Sendable {
    struct Cell: Hashable, Sendable {
        /// What people see as one letter; empty behind a letter that takes two places.
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

    /// The lines as text, without the blanks at their ends.
    var lines: [String] {
        (0..<rows).map { row in
            var line = cells[row * columns..<(row + 1) * columns].map(\.text).joined()
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Writes a text from a place on; a sign stands for what does not fit.
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

    /// Writes a text so that it ends before a place.
    mutating func put(
        _ text: String, row: Int, endingAt end: Int, width: Int = .max,
        _ style: BoardStyle = .plain
    ) {
        let shown = Self.fit(text, columns: min(width, end))
        put(shown, row: row, column: end - Self.width(of: shown), style)
    }

    /// Writes a text in the middle of the line.
    mutating func putCentered(_ text: String, row: Int, _ style: BoardStyle = .plain) {
        let shown = Self.fit(text, columns: columns)
        put(shown, row: row, column: (columns - Self.width(of: shown)) / 2, style)
    }

    /// Whether a line is the same on another screen.
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
            // A sign without a width of its own belongs to the letter before it; as each cell is
            // written by itself, no text has to be kept apart from another.
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

    static func width(of text: String) -> Int { TextWidth.of(text) }

    private static func fit(_ text: String, columns: Int) -> String {
        guard width(of: text) > columns else { return text }
        return columns > 1 ? PrintableText.cut(text, toColumns: columns - 1) + "…" : ""
    }
}
