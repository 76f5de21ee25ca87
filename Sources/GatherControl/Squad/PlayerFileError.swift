/// What is wrong with a file of players, and where.
struct PlayerFileError: Error, Hashable {
    /// Where it is, in bytes from the beginning.
    let offset: Int

    /// The name of the field, where there is one.
    var field: String?

    /// What is wrong.
    let problem: String

    /// Makes an error of its parts.
    init(_ offset: Int, field: String? = nil, _ problem: String) {
        self.offset = offset
        self.field = field
        self.problem = problem
    }

    /// The error in a line: `line 3, column 6 (age): ...`.
    func text(in bytes: [UInt8]) -> String {
        let before = bytes[..<min(offset, bytes.count)]
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        // Columns are what people count, in a line that may begin with a byte order mark.
        let column =
            String(decoding: before[start...], as: UTF8.self).filter { $0 != "\u{FEFF}" }
            .count + 1
        let name = field.map { " (\($0))" } ?? ""
        return "line \(line), column \(column)\(name): \(problem)"
    }
}
