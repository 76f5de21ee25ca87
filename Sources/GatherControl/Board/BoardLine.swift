/// The match on a single line; where there is little room, the least important part is left out
/// first.
struct BoardLine: Hashable, Sendable {
    let text: String
    /// The part that had no room but must be shown; empty if there is none.
    let rest: String

    /// The amount of detail in a line, from most to least.
    private enum Form: CaseIterable {
        case full
        /// Without the time until or since when, but with the names, of which little may be left.
        case names
        case state
        case word
        case bare

        /// The width in columns to which a name may be shortened before the form is given up; nil
        /// for no names.
        var name: Int? {
            switch self {
            // As long as a match's default names, which would all look the same if they were
            // shorter.
            case .full: 6
            case .names: 2
            case .state, .word, .bare: nil
            }
        }
    }

    private static let gap = "  "

    init(_ board: BoardViewModel, columns: Int) {
        let stale = board.flags.filter { $0.style == .warning }.map(\.text)
        let missing = (stale + [board.headline]).joined(separator: Self.gap)
        for form in Form.allCases {
            guard let text = Self.text(board, form, stale, columns) else { continue }
            (self.text, rest) = (text, form == .bare ? missing : "")
            return
        }
        let wide = board.bareLine
        // Cut where even the narrow one is too long.
        let narrow =
            board.sides.isEmpty ? board.shortState : "\(board.labelledDigits) \(board.score)"
        text = TextWidth.of(wide) <= columns ? wide : narrow
        rest = missing
    }

    /// Returns the line in a form, or nil if there is no room for it.
    private static func text(
        _ board: BoardViewModel, _ form: Form, _ stale: [String], _ columns: Int
    ) -> String? {
        let isMatch = board.sides.count == 2
        if !isMatch, form == .bare { return nil }
        let parts = isMatch ? [board.labelledDigits, board.score] : []
        let line = (stale + parts + state(board, form)).joined(separator: gap)
        let left = columns - TextWidth.of(line)
        guard isMatch, let least = form.name else { return left >= 0 ? line : nil }
        guard let score = score(board, least, columns: left + TextWidth.of(board.score)) else {
            return nil
        }
        return (stale + [board.labelledDigits, score] + state(board, form)).joined(separator: gap)
    }

    private static func state(_ board: BoardViewModel, _ form: Form) -> [String] {
        // The state is the label of the digits.
        if board.isAwaitingKickOff { return [] }
        return switch form {
        case .full: [board.headline]
        case .names, .state: [board.headline(withDetail: false)]
        case .word: [board.shortState]
        case .bare: []
        }
    }

    /// Returns the score between the names; nil if there is no room for the least width of each
    /// name.
    static func score(_ board: BoardViewModel, _ least: Int, columns: Int) -> String? {
        let names = board.sides.map(\.name)
        let widths = names.map(TextWidth.of)
        let room = columns - TextWidth.of(board.score) - 2
        guard widths.reduce(0, { $0 + min($1, least) }) <= room else { return nil }
        // A name gets the columns that the other one leaves.
        let first = min(widths[0], max(room - widths[1], room / 2))
        let shown = zip(names, [first, room - first]).map {
            PrintableText.shortened($0, toColumns: $1)
        }
        return "\(shown[0]) \(board.score) \(shown[1])"
    }
}

extension BoardViewModel {
    /// The goals of both sides, such as `2-1`; empty without a match.
    var score: String { sides.map(\.score).joined(separator: "-") }

    /// The clock and the score, or the state if there is no match.
    var bareLine: String { sides.isEmpty ? shortState : "\(labelledDigits)  \(score)" }

    /// The digits, behind a word if they are not those of the clock.
    var labelledDigits: String {
        if isInKicks { return tr("kicks %1$@", digits) }
        return isAwaitingKickOff ? "\(state) \(digits)" : digitsAndAdded
    }

    /// The digits with the added time behind them.
    var digitsAndAdded: String { added.isEmpty ? digits : "\(digits) \(added)" }

    /// The state without a detail.
    fileprivate var shortState: String { word.isEmpty ? state : word }
}
