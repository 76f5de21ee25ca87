/// The prose of a comment in mdoc: each sentence on lines of its own, and quotations in macros.
struct ManualProse {
    private static let width = 78
    private static let punctuation: Set<Character> = [",", ".", ";", ":", ")"]

    /// The names that are variables where they are quoted: the parameters of a method.
    let names: Set<String>

    /// Returns the lines of a text.
    func lines(of text: String) -> [String] {
        var lines: [String] = []
        var plain: [String] = []
        var quoted: [String] = []
        func flush() {
            let wrapped = DocComment.wrapped(plain.joined(separator: " "), to: Self.width)
            lines += wrapped.map { $0.hasPrefix("'") || $0.hasPrefix(".") ? "\\&\($0)" : $0 }
            plain = []
        }
        for word in text.split(separator: " ") {
            let bare = String(word.reversed().drop { Self.punctuation.contains($0) }.reversed())
            let isQuote = !quoted.isEmpty || word.hasPrefix("'")
            if isQuote {
                quoted.append(bare)
                guard bare.hasSuffix("'") else {
                    quoted[quoted.count - 1] = String(word)
                    continue
                }
                flush()
                let inner = quoted.joined(separator: " ").dropFirst().dropLast()
                let marks = word.dropFirst(bare.count).map { " \($0)" }.joined()
                // A dot alone would be taken for the end of the sentence.
                let text = inner == "." ? "\\&." : String(inner)
                lines.append(".\(names.contains(text) ? "Va" : "Ql") \(text)\(marks)")
                quoted = []
            } else {
                // A minus sign rather than a hyphen.
                let isNegative = word.first == "-" && word.dropFirst().first?.isNumber == true
                plain.append(isNegative ? "\\\(word)" : String(word))
                if word.hasSuffix("."), !word.hasSuffix("..") { flush() }
            }
        }
        plain += quoted
        flush()
        return lines
    }
}
