/// Lays out a public board in lines around the middle of the screen: one that is too small for the
/// parts of a match, or that has no match.
struct PublicLines {
    let board: BoardViewModel
    /// The characters that large digits are drawn with.
    let signs: BoardSigns

    private struct Line {
        var text: String
        var style: BoardStyle
        /// The font; nil for ordinary letters.
        var font: BoardFont?

        var rows: Int { font?.rows ?? 1 }
    }

    /// The fewest lines: for what is wrong or comes next, the clock, the state and the score.
    static let leastRows = 4

    /// Draws the flags and the headline at the top, and the rest in the middle.
    func fill(_ grid: inout BoardGrid) {
        let flags = board.flags.map(\.text)
        let isMatch = !board.sides.isEmpty
        let next = board.headline(withDetail: true, withWord: false)
        let top = (flags + (isMatch ? [next] : [])).filter { !$0.isEmpty }.joined(separator: "  ")
        let isWrong = board.flags.contains { $0.style == .warning }
        grid.putCentered(top, row: 0, isWrong ? .warning : .state(board.mode))
        let lines = isMatch ? match(grid, top: top.isEmpty ? 0 : 1) : noMatch(grid, next)
        put(lines, &grid, top: top.isEmpty ? 0 : 1)
    }

    private func match(_ grid: BoardGrid, top: Int) -> [Line] {
        let word = board.word.isEmpty ? [] : [Line(text: board.word, style: .state(board.mode))]
        let score = BoardLine.score(board, 2, columns: grid.columns) ?? board.score
        let font = BoardFont.fitting(
            [board.digitsAndAdded], rows: grid.rows - top - word.count - 1,
            columns: grid.columns, isNarrow: true)
        let clock = Line(text: board.digitsAndAdded, style: .digits(board.mode), font: font)
        return [clock] + word + [Line(text: score, style: .strong)]
    }

    private func noMatch(_ grid: BoardGrid, _ next: String) -> [Line] {
        let font = BoardFont.fitting([board.word], rows: grid.rows / 3, columns: grid.columns - 8)
        let state = Line(text: board.word, style: .state(board.mode), font: font)
        return [state] + (next.isEmpty ? [] : [Line(text: next, style: .strong)])
    }

    /// Draws lines below the top, with a space between them where there is room.
    private func put(_ lines: [Line], _ grid: inout BoardGrid, top: Int) {
        let room = grid.rows - top - lines.map(\.rows).reduce(0, +)
        let space = room >= lines.count - 1 ? 1 : 0
        var row = top + max(room - space * (lines.count - 1), 0) / 2
        for line in lines {
            put(line, &grid, row: row)
            row += line.rows + space
        }
    }

    private func put(_ line: Line, _ grid: inout BoardGrid, row: Int) {
        guard let font = line.font else { return grid.putCentered(line.text, row: row, line.style) }
        let isHeld = board.mode == .paused
        let drawn = font.lines(line.text, of: signs, isHeld: isHeld)
        for (index, text) in drawn.enumerated() {
            let column = (grid.columns - font.width(of: line.text)) / 2
            grid.put(text, row: row + index, column: column, line.style)
        }
    }
}
