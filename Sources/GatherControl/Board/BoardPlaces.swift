/// The parts of a match on a screen, from the top, as large as they can be together.
struct BoardPlaces {
    enum Part: Hashable { case label, clock, bar, word, names, score }

    let parts: [Part]
    /// True if each side has a half of the screen.
    let hasLargeNames: Bool
    /// The number of empty lines above each part.
    let space: Int
    /// The fonts; nil for ordinary letters.
    let label: BoardFont?
    let clock: BoardFont?
    /// The font of the added time beside the clock.
    let added: BoardFont?
    let word: BoardFont?
    let names: [BoardFont?]
    let score: BoardFont?

    /// The smallest screen with names in large letters; that of a public one is smaller, as it has
    /// no keys and no log.
    private static let smallestWithLargeNames = (rows: 40, columns: 120)
    private static let smallestPublic = (rows: 24, columns: 80)

    /// The least room for a word in large letters beside the other parts.
    private static let leastForLargeWord = 30

    /// The largest height of a clock in lines.
    ///
    /// Its cells change each second: a larger or wider one would take more than half of what a line
    /// of 9600 baud can carry.
    private static let mostClockRows = 18

    init(_ board: BoardViewModel, rows: Int, columns: Int) {
        let isPublic = board.isPublic
        let large = isPublic ? Self.smallestPublic : Self.smallestWithLargeNames
        let isLarge = rows >= large.rows && columns >= large.columns
        let isOver = board.mode == .ended
        let scores = isLarge ? [Part.names, .score] : isOver ? [.score, .names] : [.score]
        // Those who look at a match that has not begun want to know when it does.
        let isAnnounced =
            isPublic && isLarge && board.isAwaitingKickOff && board.score == "0-0"
        // The scorers of a public board are below the score.
        parts =
            isAnnounced
            ? [.label, .clock, .names]
            : !isOver
                ? [.clock, board.word.isEmpty ? .bar : .word] + scores
                : isPublic
                    ? [.clock] + (board.word.isEmpty ? [] : [.word]) + scores
                    : scores + [.clock]
        hasLargeNames = isLarge
        space = rows >= 13 ? 1 : 0
        // The headline, the hint, and what else has lines.
        let below = isPublic ? max(rows / 12, 1) - 1 : Self.below(rows)
        let others = 2 + below + space * parts.count
        var room = rows - others
        word =
            parts.contains(.word) && room >= Self.leastForLargeWord
            ? .fitting([board.word], rows: max(room / 8, BoardFont.smallest), columns: columns - 8)
            : nil
        room -= parts.contains(.word) ? word?.rows ?? 1 : parts.contains(.bar) ? 1 : 0
        let total = room
        let names = board.sides.map(\.largeName)
        if parts.contains(.names) {
            self.names =
                isLarge
                ? Self.fonts(names, rows: max(total / 5, BoardFont.smallest), columns / 2 - 4)
                : names.map { _ in nil }
            room -= Self.height(self.names)
        } else {
            self.names = []
        }
        let smallest = BoardFont.smallest
        label =
            isAnnounced
            ? .fitting([board.state], rows: max(total / 5, smallest), columns: columns - 4) : nil
        if isAnnounced { room -= label?.rows ?? 1 }
        let scoreRows = max(total * (isLarge ? 36 : 42) / 100, smallest)
        let clockRows =
            isOver
            ? room < 2 * smallest + 2 ? 1 : max(isLarge ? total / 5 : 0, smallest)
            : isAnnounced ? room : room - (total < 2 * smallest ? 1 : scoreRows)
        clock = BoardFont.fitting(
            [board.digits], rows: min(clockRows, Self.mostClockRows),
            columns: columns - 2 - Self.addedColumns(board, isLarge: isLarge),
            isNarrow: true)
        let beside = clock.map { columns - 2 - $0.width(of: board.digits) - Self.gap }
        added =
            board.added.isEmpty
            ? nil
            : .fitting(
                [board.added], rows: (clock?.rows ?? 0) / 2, columns: beside ?? 0, isNarrow: true)
        let goals = isLarge ? board.sides.map(\.score) : [board.spacedScore]
        let besideScore = isLarge || isOver ? 1 : board.nameColumns(of: columns) + 2
        score = BoardFont.fitting(
            goals, rows: room - (clock?.rows ?? 1),
            columns: isLarge ? columns / 2 - 8 : columns - 2 * besideScore)
    }

    /// The columns between the clock and the added time beside it.
    static let gap = 1

    /// Returns the columns that are kept free beside the clock for the added time.
    private static func addedColumns(_ board: BoardViewModel, isLarge: Bool) -> Int {
        guard !board.added.isEmpty else { return 0 }
        let letters = TextWidth.of(board.added)
        let smallest = BoardFont.fitting(
            [board.added], rows: BoardFont.smallest, columns: .max, isNarrow: true)
        return gap + (isLarge ? smallest?.width(of: board.added) ?? letters : letters)
    }

    /// Returns the number of lines for messages, players and events.
    private static func below(_ rows: Int) -> Int { max(1, min((rows - 12) / 2, 2 + rows / 6)) }

    /// Returns the font of both names, or that of each if only one of them has any.
    private static func fonts(_ names: [String?], rows: Int, _ columns: Int) -> [BoardFont?] {
        func font(_ names: [String]) -> BoardFont? {
            names.isEmpty ? nil : .fitting(names, rows: rows, columns: columns)
        }
        let each = names.map { name in font([name].compactMap(\.self)) }
        guard !each.contains(nil) else { return each }
        let both = font(names.compactMap(\.self))
        return names.map { _ in both }
    }

    private static func height(_ names: [BoardFont?]) -> Int {
        names.map { $0?.rows ?? 1 }.max() ?? 0
    }

    var hasNames: Bool { parts.contains(.names) }

    func rows(_ part: Part) -> Int {
        switch part {
        case .label: label?.rows ?? 1
        case .clock: clock?.rows ?? 1
        case .bar: 1
        case .word: word?.rows ?? 1
        case .names: Self.height(names)
        case .score: score?.rows ?? 1
        }
    }
}

extension BoardViewModel {
    /// The goals of both sides with blanks, such as `2 - 1`.
    var spacedScore: String { sides.map(\.score).joined(separator: " - ") }

    /// Returns the parts of the score with blanks, each with its style.
    ///
    /// - Parameter plain: The style without a colour.
    func scoreParts(or plain: BoardStyle) -> [(text: String, style: BoardStyle)] {
        [
            (sides[0].score, sides[0].style(or: plain)), (" - ", plain),
            (sides[1].score, sides[1].style(or: plain)),
        ]
    }

    /// Returns the columns for a name beside the score.
    fileprivate func nameColumns(of columns: Int) -> Int {
        min(sides.map { TextWidth.of($0.name) }.max() ?? 0, max(columns / 4, 10))
    }
}

extension BoardViewModel.Side {
    /// Returns the style of the side's colour, or another one if it has none.
    func style(or plain: BoardStyle) -> BoardStyle { color.map { .side($0) } ?? plain }

    /// The name in the characters of ``BoardFont``, without accents; nil if it has others.
    var largeName: String? {
        BoardGlyph.capitals(name).flatMap { $0.isEmpty ? nil : $0 }
    }
}
