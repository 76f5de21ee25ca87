/// A text over several lines.
enum TextLines {
    /// The text in lines that are at most so wide, broken between words where there are any.
    static func wrapped(_ text: String, columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if line.isEmpty || TextWidth.of(longer) <= columns {
                line = longer
            } else {
                lines.append(line)
                line = String(word)
            }
        }
        return lines + [line]
    }
}
