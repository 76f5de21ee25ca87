import GatherAPI

/// Lays out a board on a screen, as large as fits.
struct BoardLayout {
    let board: BoardViewModel
    /// The characters that large digits and bars are drawn with.
    let signs: BoardSigns

    /// The smallest screen with large digits; a smaller one shows a single line instead.
    static let smallest = (rows: 10, columns: 40)

    /// The message shown where there is no room for the help about keys.
    private static let noHelp = BoardViewModel.Line(
        text: tr(
            "no room for the keys: they need %1$@ columns and %2$@ lines", smallest.columns,
            smallest.rows),
        style: .refused,
        shorter: [
            tr("no room for the keys: %1$@ by %2$@ needed", smallest.columns, smallest.rows),
            tr("no room for the keys"), tr("no room"),
        ])

    /// The message shown where there is no room for a list.
    private static let noScreen = BoardViewModel.Line(
        text: tr(
            "no room for the list: it needs %1$@ columns and %2$@ lines; Escape goes back",
            smallest.columns, smallest.rows),
        style: .refused,
        shorter: [tr("no room for the list; Escape goes back"), tr("no room; Escape")])

    func grid(rows: Int, columns: Int) -> BoardGrid {
        var grid = BoardGrid(rows: rows, columns: columns)
        guard rows >= Self.smallest.rows, columns >= Self.smallest.columns else {
            if board.isPublic, rows >= PublicLines.leastRows {
                PublicLines(board: board, signs: signs).fill(&grid)
            } else {
                fillLine(&grid)
            }
            return grid
        }
        if board.isPublic, board.sides.isEmpty {
            PublicLines(board: board, signs: signs).fill(&grid)
            return grid
        }
        fillHeadline(&grid)
        if board.isHelping {
            fillHelp(&grid)
        } else if let screen = board.screen {
            let bottom = grid.rows - 1 - Self.messageRows(grid)
            ScreenLayout(contents: screen).fill(&grid, 1..<bottom)
            _ = fillMessages(&grid)
        } else if board.isPublic {
            fillScorers(&grid, row: fillMatch(&grid))
        } else {
            let top = fillMatch(&grid)
            let bottom = fillMessages(&grid)
            fillRest(&grid, top..<max(bottom, top))
        }
        return grid
    }

    // MARK: - Too small for large digits

    private func fillLine(_ grid: inout BoardGrid) {
        let line = BoardLine(board, columns: grid.columns)
        let style: BoardStyle =
            board.flags.contains { $0.style == .warning } ? .warning : .state(board.mode)
        guard grid.rows > 1 else { return fillOnlyLine(&grid, line, style) }
        grid.put(line.text, row: 0, column: 0, style)
        let hasRest = !line.rest.isEmpty && (grid.rows > 2 || smallMessages.isEmpty)
        if hasRest { grid.put(line.rest, row: 1, column: 0, style) }
        let first = hasRest ? 2 : 1
        let messages = BoardMessages(messages: smallMessages, columns: grid.columns)
        for (index, line) in messages.lines(grid.rows - first).enumerated() {
            grid.put(line.text, row: first + index, column: 0, line.style)
        }
    }

    /// The messages for a small screen; the notice that the help does not fit counts as the newest.
    private var smallMessages: [BoardViewModel.Line] {
        (board.screen == nil ? [] : [Self.noScreen]) + board.messages
            + (board.isHelping ? [Self.noHelp] : [])
    }

    /// Fills the only line: a question takes precedence over everything, and the result of a key
    /// over the state.
    private func fillOnlyLine(_ grid: inout BoardGrid, _ line: BoardLine, _ style: BoardStyle) {
        guard let newest = smallMessages.last else {
            return grid.put(line.text, row: 0, column: 0, style)
        }
        let clock = newest.style == .question ? "" : board.bareLine
        grid.put(clock, row: 0, column: 0, style)
        let start = clock.isEmpty ? 0 : TextWidth.of(clock) + 2
        let room = grid.columns - start
        guard room > 1 else { return }
        for line in BoardMessages(messages: [newest], columns: room).lines(1) {
            grid.put(line.text, row: 0, column: start, line.style)
        }
    }

    // MARK: - Parts

    private func fillHeadline(_ grid: inout BoardGrid) {
        var end = grid.columns - 1
        for flag in board.flags.reversed() {
            let text = " \(flag.text) "
            grid.put(text, row: 0, endingAt: end, flag.style)
            end -= TextWidth.of(text) + 1
        }
        let isMatch = !board.sides.isEmpty
        let clock =
            switch (board.isHelping, board.screen) {
            case (true, _) where isMatch: "\(board.labelledDigits)  "
            case (false, .some) where isMatch: "\(board.bareLine)  "
            default: ""
            }
        let headline = board.headline(columns: end - 1 - TextWidth.of(clock))
        grid.put("\(clock)\(headline)", row: 0, column: 1, width: end - 1, .state(board.mode))
    }

    private func fillHelp(_ grid: inout BoardGrid) {
        let width = 20
        // The empty line below the headline is there only where all the keys fit without it.
        let isTight = board.help.count > (grid.columns / width) * (grid.rows - 2)
        let top = isTight ? 1 : 2
        let rows = grid.rows - top
        for (index, entry) in board.help.enumerated() {
            let (column, row) = (1 + index / rows * width, top + index % rows)
            grid.put(entry.key, row: row, column: column, .strong)
            grid.put(entry.text, row: row, column: column + 6, width: width - 7)
        }
    }

    /// Draws the clock, the bar, the names and the score.
    ///
    /// - Returns: The line below them.
    private func fillMatch(_ grid: inout BoardGrid) -> Int {
        let places = BoardPlaces(board, rows: grid.rows, columns: grid.columns)
        var row = 1
        for part in places.parts {
            row += places.space
            switch part {
            case .label: fillLabel(&grid, row: row, places.label)
            case .clock: fillClock(&grid, row: row, places.clock, places.added)
            case .bar: fillBar(&grid, row: row)
            case .word: fillWord(&grid, row: row, places.word)
            case .names: fillNames(&grid, row: row, places.names)
            case .score: fillScore(&grid, row: row, places)
            }
            row += places.rows(part)
        }
        return row
    }

    /// Draws the state, which is the label of the digits below it.
    private func fillLabel(_ grid: inout BoardGrid, row: Int, _ font: BoardFont?) {
        guard let font else { return grid.putCentered(board.state, row: row, .strong) }
        put(board.state, &grid, row: row, middle: grid.columns, font)
    }

    private func fillClock(
        _ grid: inout BoardGrid, row: Int, _ font: BoardFont?, _ addedFont: BoardFont?
    ) {
        // A colour would be written again every second.
        let style = board.mode == .lastMinute ? BoardStyle.plain : .digits(board.mode)
        guard let font else { return grid.putCentered(board.digitsAndAdded, row: row, style) }
        // It is in the middle, or as far to the left as the added time needs.
        let width = font.width(of: board.digits)
        let added = addedFont?.width(of: board.added) ?? TextWidth.of(board.added)
        let room = grid.columns - 1 - (board.added.isEmpty ? 0 : BoardPlaces.gap + added)
        let start = max(min((grid.columns - width) / 2, room - width), 0)
        put(
            board.digits, &grid, row: row, middle: 2 * start + width, font, style,
            isHeld: board.mode == .paused)
        guard !board.added.isEmpty else { return }
        let column = start + width + BoardPlaces.gap
        if let addedFont {
            let middle = 2 * column + addedFont.width(of: board.added)
            put(board.added, &grid, row: row, middle: middle, addedFont)
        } else {
            grid.put(board.added, row: row, column: column, .strong)
        }
    }

    /// Draws a text in a font.
    ///
    /// - Parameter middle: Twice the column in the middle of the text.
    private func put(
        _ text: String, _ grid: inout BoardGrid, row: Int, middle: Int, _ font: BoardFont,
        _ style: BoardStyle = .plain, isHeld: Bool = false
    ) {
        let column = (middle - font.width(of: text)) / 2
        for (index, line) in font.lines(text, of: signs, isHeld: isHeld).enumerated() {
            grid.put(line, row: row + index, column: column, style)
        }
    }

    private func fillWord(_ grid: inout BoardGrid, row: Int, _ font: BoardFont?) {
        let style = BoardStyle.state(board.mode)
        guard let font else { return grid.putCentered(board.word, row: row, style) }
        put(board.word, &grid, row: row, middle: grid.columns, font, style)
    }

    private func fillBar(_ grid: inout BoardGrid, row: Int) {
        guard let gone = board.gone else { return fillKicks(&grid, row: row) }
        let width = min(grid.columns - 2, gone.whole)
        let filled = min(Self.seen(gone, width: width) * width / gone.whole, width)
        let bar =
            String(repeating: signs.block, count: filled)
            + String(repeating: signs.rest, count: width - filled)
        grid.put(bar, row: row, column: (grid.columns - width) / 2, .digits(board.mode))
    }

    /// Draws the kicks from the mark of each side in the middle of its half: the last ones where
    /// there is little room.
    private func fillKicks(_ grid: inout BoardGrid, row: Int) {
        for (index, side) in board.sides.enumerated() where !side.kicks.isEmpty {
            let marks = side.kicks.suffix(grid.columns / 4 - 1).map { "\(signs.kick($0))" }
            let text = marks.joined(separator: " ")
            let column = (grid.columns / 2 * (2 * index + 1) - TextWidth.of(text)) / 2
            grid.put(text, row: row, column: column, side.style(or: .strong))
        }
    }

    /// Returns the seconds that the bar shows as gone.
    ///
    /// The bar moves every four seconds at most, and a cell is no less than a second; a wide board
    /// would need too many bytes otherwise.
    private static func seen(_ gone: BoardViewModel.Share, width: Int) -> Int {
        let isFast = width * 4 > gone.whole && gone.part < gone.whole
        return isFast ? gone.part / 4 * 4 : gone.part
    }

    /// Draws the name of each side in the middle of its half.
    private func fillNames(_ grid: inout BoardGrid, row: Int, _ fonts: [BoardFont?]) {
        let rows = fonts.map { $0?.rows ?? 1 }.max() ?? 1
        for (index, side) in board.sides.enumerated() {
            let middle = grid.columns / 2 * (2 * index + 1)
            if let font = fonts[index], let name = side.largeName {
                let row = row + (rows - font.rows) / 2
                put(name, &grid, row: row, middle: middle, font, side.style(or: .plain))
            } else {
                let name = PrintableText.shortened(side.name, toColumns: grid.columns / 2 - 2)
                let column = (middle - TextWidth.of(name)) / 2
                grid.put(name, row: row + rows / 2, column: column, side.style(or: .strong))
            }
        }
    }

    /// Draws the scorers and the cards of each side in the middle of its half, on the lines that
    /// are left.
    ///
    /// The time penalties are below them, and come first where there is little room; of these, the
    /// ones that were given first.
    private func fillScorers(_ grid: inout BoardGrid, row: Int) {
        let (rows, columns) = (grid.rows - row, grid.columns / 2 - 4)
        for (index, side) in board.sides.enumerated() {
            let penalties = side.penalties.prefix(max(rows, 0))
            let texts = scorers(side, rows: rows - penalties.count, columns: columns)
            let lines =
                texts.map { BoardViewModel.Line(text: $0, style: .plain) }
                + penalties.map { BoardViewModel.Line(text: $0, style: .strong) }
            let shown = BoardMessages(messages: lines, columns: columns).lines(rows)
            let row = shown.count < rows ? row + 1 : row
            for (offset, line) in shown.enumerated() {
                let width = TextWidth.of(line.text)
                let column = (grid.columns / 2 * (2 * index + 1) - width) / 2
                grid.put(line.text, row: row + offset, column: column, line.style)
            }
        }
    }

    /// Returns the scorers and the cards of a side, on a single line where there is only one.
    private func scorers(_ side: BoardViewModel.Side, rows: Int, columns: Int) -> [String] {
        let cards = BookingLine(bookings: side.bookings)
        guard rows < 2, !side.scorers.isEmpty, !side.bookings.isEmpty else {
            return [side.scorers, cards.text(columns: columns)].filter { !$0.isEmpty }
        }
        let separator = TextWidth.of(["", ""].joinedBySemicolons())
        let room = max(columns - TextWidth.of(side.scorers) - separator, columns / 2)
        let text = cards.text(columns: room)
        let left = columns - TextWidth.of(text) - separator
        let shortened = PrintableText.shortened(side.scorers, toColumns: left)
        return [[shortened, text].joinedBySemicolons()]
    }

    private func fillScore(_ grid: inout BoardGrid, row: Int, _ places: BoardPlaces) {
        guard board.sides.count == 2 else { return }
        guard let font = places.score else {
            return fillScore(&grid, row: row, withNames: !places.hasNames)
        }
        guard !places.hasLargeNames else {
            for (index, side) in board.sides.enumerated() {
                let middle = grid.columns / 2 * (2 * index + 1)
                put(side.score, &grid, row: row, middle: middle, font, side.style(or: .plain))
            }
            return put("-", &grid, row: row, middle: grid.columns, font)
        }
        let width = font.width(of: board.spacedScore)
        var column = (grid.columns - width) / 2
        for (text, style) in board.scoreParts(or: .plain) {
            let width = font.width(of: text)
            put(text, &grid, row: row, middle: 2 * column + width, font, style)
            column += width + font.space
        }
        if !places.hasNames {
            fillNames(&grid, row: row + font.rows / 2, beside: width)
        }
    }

    private func fillScore(_ grid: inout BoardGrid, row: Int, withNames: Bool) {
        let width = TextWidth.of(board.spacedScore)
        var column = (grid.columns - width) / 2
        for (text, style) in board.scoreParts(or: .strong) {
            grid.put(text, row: row, column: column, style)
            column += TextWidth.of(text)
        }
        if withNames { fillNames(&grid, row: row, beside: width) }
    }

    private func fillNames(_ grid: inout BoardGrid, row: Int, beside width: Int) {
        let start = (grid.columns - width) / 2
        let end = start + width
        let sides = board.sides
        grid.put(sides[0].name, row: row, endingAt: start - 2, sides[0].style(or: .strong))
        grid.put(sides[1].name, row: row, column: end + 2, sides[1].style(or: .strong))
    }

    /// Draws the messages and the hint at the bottom.
    ///
    /// - Returns: The first of their lines.
    private func fillMessages(_ grid: inout BoardGrid) -> Int {
        let hintRow = grid.rows - 1
        let hint = Self.pairs(of: board.hint, toColumns: grid.columns - 1)
        grid.put(hint, row: hintRow, column: 1, .faint)
        let room = Self.messageRows(grid)
        var notices = board.messages
        let question = notices.last?.style == .question ? notices.popLast() : nil
        // A question may cover the score, so that it can be read in full.
        let asked = messages(question.map { [$0] } ?? [], grid).lines(grid.rows / 2)
        let shown = messages(notices, grid).lines(max(room - asked.count, 0)) + asked
        for (index, line) in shown.enumerated() {
            let row = hintRow - shown.count + index
            grid.clear(row: row)
            grid.put(line.text, row: row, column: 1, line.style)
        }
        return hintRow - shown.count
    }

    /// Returns as many of the keys with what they do as fit, at least one of them.
    private static func pairs(of hint: String, toColumns columns: Int) -> String {
        var hint = hint[...]
        while TextWidth.of(String(hint)) > columns,
            let gap = hint.indices.last(where: { hint[$0...].hasPrefix("  ") })
        {
            hint = hint[..<gap]
        }
        return String(hint)
    }

    /// Returns the number of lines that are kept free for messages.
    private static func messageRows(_ grid: BoardGrid) -> Int {
        grid.rows >= 19 ? 3 : grid.rows >= 13 ? 2 : 1
    }

    private func messages(_ messages: [BoardViewModel.Line], _ grid: BoardGrid) -> BoardMessages {
        BoardMessages(messages: messages, columns: grid.columns - 2)
    }

    /// Draws the notes, the cards, the players and the events into the remaining lines.
    private func fillRest(_ grid: inout BoardGrid, _ rows: Range<Int>) {
        // The first line stays empty, unless the cards and the players need all the lines.
        var rows = rows.count > (hasBookings ? 3 : 2) ? rows.dropFirst() : rows
        for note in board.notes {
            guard let row = rows.popFirst() else { return }
            grid.put(note.text, row: row, column: 1, note.style)
        }
        fillBookings(&grid, &rows)
        fillPlayers(&grid, &rows)
        for event in board.events {
            guard let row = rows.popFirst() else { return }
            grid.put(event, row: row, column: 1, .faint)
        }
    }

    private var hasBookings: Bool { board.sides.contains { !$0.bookings.isEmpty } }

    /// Draws the cards of each side on a line.
    private func fillBookings(_ grid: inout BoardGrid, _ rows: inout Range<Int>) {
        guard hasBookings, let row = rows.popFirst() else { return }
        let middle = grid.columns / 2
        for (side, column) in zip(board.sides, [1, middle + 1]) {
            let text = BookingLine(bookings: side.bookings).text(columns: middle - 2)
            grid.put(text, row: row, column: column, width: middle - 2)
        }
    }

    /// Draws a player; behind one with a card its mark, for which a name that is too long is
    /// shortened.
    private func put(
        _ player: String, _ card: CardKind?, _ grid: inout BoardGrid, row: Int, column: Int,
        width: Int
    ) {
        guard let card else { return grid.put(player, row: row, column: column, width: width) }
        let mark = " [\(CardPresenter.sign(card))]"
        let name = PrintableText.shortened(player, toColumns: width - TextWidth.of(mark))
        grid.put(name, row: row, column: column)
        grid.put(
            mark, row: row, column: column + TextWidth.of(name),
            .side(card == .yellow ? TeamColor.yellow : .red))
    }

    /// Draws the players, in up to two thirds of the lines.
    private func fillPlayers(_ grid: inout BoardGrid, _ rows: inout Range<Int>) {
        let longest = board.sides.map(\.players.count).max() ?? 0
        let room = min(longest, board.events.isEmpty ? rows.count : (rows.count * 2 + 2) / 3)
        // One line out of several would be of no use; an event is worth more. Below the cards it
        // would seem to be about them.
        let isAlone = board.events.isEmpty && !hasBookings
        guard room > 0, room > 1 || longest == 1 || isAlone else { return }
        let middle = grid.columns / 2
        for (side, column) in zip(board.sides, [1, middle + 1]) {
            let players = side.players
            for (index, player) in players.prefix(room).enumerated() {
                let isCut = index == room - 1 && players.count > room
                let text = isCut ? tr("and %1$@ more", players.count - index) : player
                put(
                    text, isCut ? nil : side.cards[index], &grid, row: rows.lowerBound + index,
                    column: column, width: middle - 2)
            }
        }
        rows = rows.dropFirst(room)
        if rows.count > 1, !board.events.isEmpty { rows = rows.dropFirst() }
    }
}
