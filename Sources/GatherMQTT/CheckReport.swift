/// The lines of a trial: what works and what does not.
struct CheckReport {
    private(set) var lines: [String] = []
    /// True if all works.
    private(set) var isGood = true

    /// Adds a line about something that works or does not.
    mutating func add(_ isGood: Bool, _ text: String) {
        if !isGood { self.isGood = false }
        lines.append((isGood ? "ok      " : "FAILED  ") + text)
    }

    /// Adds a line about something that need not work.
    mutating func note(_ text: String) { lines.append("note    " + text) }
}
