/// The place in a list on a screen of the board, moved by arrows and by the numbers of the rows.
struct ListCursor: Hashable, Sendable {
    /// The number of the row; the first row if no row has it.
    private(set) var number: Int?
    /// The beginning of a number, as typed so far.
    private(set) var typed = ""
    /// The number that was typed last, if no row has it.
    private(set) var unknown: String?

    init(at number: Int? = nil) {
        self.number = number
    }

    /// Handles a key.
    ///
    /// - Parameter numbers: The numbers of the rows.
    /// - Returns: The number of the row that the key picks. Enter or space pick the typed number,
    ///   or else the row at the cursor. A digit picks a row if the number is complete, and no other
    ///   number begins with it.
    mutating func press(_ key: BoardKey, _ numbers: [Int]) -> Int? {
        unknown = nil
        switch key {
        case .move(let rows):
            let index = numbers.firstIndex { $0 == number } ?? 0
            typed = ""
            number = numbers.isEmpty ? nil : numbers[min(max(index + rows, 0), numbers.count - 1)]
        case .character(" "), .enter:
            guard !typed.isEmpty else { return row(numbers) }
            let number = numbers.first { "\($0)" == typed }
            if number == nil { unknown = typed } else { typed = "" }
            return number
        case .backspace: typed = String(typed.dropLast())
        case .character(let digit) where digit.isNumber: return type(digit, numbers)
        case .character, .escape, .redraw, .alt, .other, .paste: break
        }
        return nil
    }

    /// Returns the number of the row at the cursor; nil if there is no row.
    func row(_ numbers: [Int]) -> Int? {
        numbers.first { $0 == number } ?? numbers.first
    }

    private mutating func type(_ digit: Character, _ numbers: [Int]) -> Int? {
        let fitting = numbers.filter { "\($0)".hasPrefix("\(typed)\(digit)") }
        guard let first = fitting.first else {
            unknown = "\(typed)\(digit)"
            return nil
        }
        typed.append(digit)
        let exact = fitting.first { "\($0)" == typed }
        number = exact ?? first
        guard fitting.count == 1, exact != nil else { return nil }
        typed = ""
        return exact
    }
}
