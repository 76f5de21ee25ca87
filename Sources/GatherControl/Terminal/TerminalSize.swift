/// How large a terminal is, as far as a screen is made for it.
struct TerminalSize: Hashable, Sendable {
    let rows: Int
    let columns: Int

    /// The variables that tell it where nobody else does.
    static let variables = ["LINES", "COLUMNS"]

    /// No terminal that anybody looks at is larger; one that says it is costs no memory.
    private static let largest = (rows: 300, columns: 1_000)

    /// The size that the kernel tells; nil if it does not know.
    init?(_ known: (rows: Int, columns: Int)?) {
        guard let known else { return nil }
        self.init(rows: known.rows, columns: known.columns)
    }

    /// The size that the variables tell, or that of the first terminals.
    ///
    /// - Parameter variable: The value of a variable; one that makes no sense is none.
    init(_ variable: (String) -> String?) {
        let numbers = Self.variables.map { name in
            variable(name).flatMap { Int(digits: $0[...]) }.flatMap { $0 > 0 ? $0 : nil }
        }
        self.init(rows: numbers[0] ?? 24, columns: numbers[1] ?? 80)
    }

    private init(rows: Int, columns: Int) {
        self.rows = min(rows, Self.largest.rows)
        self.columns = min(columns, Self.largest.columns)
    }
}
