/// Rows of text in columns, each as wide as its widest cell so far.
///
/// Later rows can be wider; the earlier ones are already on the screen by then.
struct Columns {
    private static let gap = "  "

    private let alignedRight: Set<Int>
    private var widths: [Int] = []

    /// Makes columns.
    ///
    /// - Parameter alignedRight: The numbers of the columns that are aligned right.
    init(alignedRight: Set<Int> = []) {
        self.alignedRight = alignedRight
    }

    /// Returns rows as lines, where no other rows are in the same columns.
    static func lines(_ rows: [[String]], alignedRight: Set<Int> = []) -> [String] {
        var columns = Columns(alignedRight: alignedRight)
        return columns.lines(rows)
    }

    /// Returns the rows as lines; the last column is not padded.
    mutating func lines(_ rows: [[String]]) -> [String] {
        for row in rows { widen(row) }
        return rows.map(line)
    }

    /// Returns how much of a number of columns is left for a cell behind these in each row.
    mutating func room(in columns: Int, behind rows: [[String]]) -> Int {
        for row in rows { widen(row) }
        let before = widths.prefix(rows.first?.count ?? 0)
        return columns - before.reduce(0) { $0 + $1 + Self.gap.count }
    }

    private mutating func widen(_ row: [String]) {
        for (column, cell) in row.enumerated() {
            if column == widths.count { widths.append(0) }
            widths[column] = max(widths[column], TextWidth.of(cell))
        }
    }

    private func line(_ row: [String]) -> String {
        row.enumerated().map { column, cell in
            let isLast = column == row.count - 1
            let missing = widths[column] - TextWidth.of(cell)
            let padding = String(repeating: " ", count: missing)
            if alignedRight.contains(column) { return padding + cell }
            return isLast ? cell : cell + padding
        }.joined(separator: Self.gap)
    }
}
