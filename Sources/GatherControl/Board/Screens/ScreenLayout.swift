/// Lays out the lists of a screen of the board: groups beside each other where they fit, otherwise
/// one below the other in columns, on as many pages as it takes.
struct ScreenLayout {
    let contents: BoardScreen.Contents

    private typealias Line = BoardViewModel.Line

    /// The least width of a group beside others.
    private static let groupWidth = 18
    /// The least width of a column of groups below each other.
    private static let columnWidth = 38

    /// Draws the title into the first line of a range, and the lists below it.
    func fill(_ grid: inout BoardGrid, _ rows: Range<Int>) {
        let groups = contents.groups.map(lines)
        let height = max(rows.count - 1, 1)
        let top = rows.lowerBound + 1
        let width = (grid.columns - 1) / max(groups.count, 1)
        var page = ""
        if groups.count > 1, width >= Self.groupWidth, groups.allSatisfy({ $0.count <= height }) {
            for (index, lines) in groups.enumerated() {
                put(lines[...], &grid, top, 1 + index * width, width - 1)
            }
        } else {
            page = fillPage(groups.flatMap(\.self), &grid, top, height)
        }
        let typed = contents.typed.isEmpty ? "" : " \(contents.typed)_"
        // A title that is too long leaves room for what was typed, and for the page.
        let room = grid.columns - 2 - TextWidth.of(typed) - TextWidth.of(page)
        let title = PrintableText.shortened(contents.title, toColumns: room)
        grid.put("\(title)\(typed)", row: rows.lowerBound, column: 1, .strong)
        grid.put(page, row: rows.lowerBound, endingAt: grid.columns - 1, .faint)
    }

    /// Draws the page with the cursor.
    ///
    /// - Returns: The number of the page; empty if there is only one.
    private func fillPage(
        _ lines: [Line], _ grid: inout BoardGrid, _ top: Int, _ height: Int
    ) -> String {
        let fitting = max((grid.columns - 2) / Self.columnWidth, 1)
        let columns = min(fitting, max((lines.count + height - 1) / height, 1))
        let width = (grid.columns - 1) / columns
        let room = height * columns
        let pages = (lines.count + room - 1) / room
        let page = (lines.firstIndex { $0.style == .question } ?? 0) / room
        for column in 0..<columns {
            let first = page * room + column * height
            guard first < lines.count else { break }
            let part = lines[first..<min(first + height, lines.count)]
            put(part, &grid, top, 1 + column * width, width - 1)
        }
        return pages > 1 ? " \(page + 1)/\(pages)" : ""
    }

    private func put(
        _ lines: ArraySlice<Line>, _ grid: inout BoardGrid, _ top: Int, _ column: Int, _ width: Int
    ) {
        for (index, line) in lines.enumerated() {
            let text = line.fitting(width)
            grid.put(text, row: top + index, column: column, width: width, line.style)
        }
    }

    /// Returns the lines of a group; that at the cursor has an arrow and the style of a question.
    private func lines(_ group: BoardScreen.Group) -> [Line] {
        let heading = group.title.isEmpty ? [] : [Line(text: group.title, style: .strong)]
        let digits = contents.groups.flatMap(\.rows).map { "\($0.number)".count }.max() ?? 0
        return heading
            + group.rows.map { row in
                let isHere = row.number == contents.cursor
                let number = "\(row.number)"
                let padding = String(repeating: " ", count: digits - number.count)
                let sign = "\(isHere ? ">" : " ")\(row.mark)\(padding)\(number)"
                return Line(
                    text: "\(sign) \(row.text)", style: isHere ? .question : .plain,
                    shorter: row.shorter.map { "\(sign) \($0)" })
            }
    }
}

extension BoardViewModel.Line {
    /// Returns the longest form that fits, or else the shortest.
    fileprivate func fitting(_ columns: Int) -> String {
        let forms = [text] + shorter
        return forms.first { TextWidth.of($0) <= columns } ?? forms[shorter.count]
    }
}
