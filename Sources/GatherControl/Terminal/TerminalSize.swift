/// The size of a terminal, limited to what a screen is made for.
struct TerminalSize: Hashable, Sendable {
    let rows: Int
    let columns: Int

    /// The variables with the size, used if the kernel does not know it.
    private static let variables = ["LINES", "COLUMNS"]

    /// The largest size, so that a terminal that claims to be larger costs no memory.
    private static let largest = (rows: 300, columns: 1_000)

    /// Takes the size from the kernel; nil if it does not know it.
    init?(_ known: (rows: Int, columns: Int)?) {
        guard let known else { return nil }
        self.init(rows: known.rows, columns: known.columns)
    }

    /// Takes the size from the variables, or that of the first terminals.
    ///
    /// - Parameter variable: Returns the value of a variable; one that is not a positive number is
    ///   ignored.
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
