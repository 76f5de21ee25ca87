/// A converter from text that is easy to read to mdoc(7).
///
/// An empty line begins a paragraph, and a line that begins with a full stop is mdoc already. In
/// the others, options, variables such as `$PAGER`, pages such as `less(1)` and the verb's
/// arguments are recognised by their form; `'x'` and `"x"` are quotations, `*x*` is a word to be
/// typed, and `_x_` a file.
struct ManualText {
    /// The placeholders of a usage, such as `PLAYER`.
    private let arguments: Set<String>

    private static let width = 78
    private static let macros: [Character: String] = ["'": "Ql", "\"": "Dq", "*": "Cm", "_": "Pa"]

    /// Makes a converter for a verb with this usage.
    init(usage: String) {
        arguments = Set(
            usage.split { !$0.isLetter && !$0.isNumber }.map(String.init).filter {
                $0 == $0.uppercased()
            })
    }

    /// Returns a text as lines of mdoc.
    func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line = ""
        func end() {
            if !line.isEmpty { lines.append(line) }
            line = ""
        }
        var isLiteral = false
        for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
            // Not translated: macros.
            if part.hasPrefix(".Bd -literal") || part == ".Ed" { isLiteral = part != ".Ed" }
            guard !isLiteral, !part.isEmpty, !part.hasPrefix(".") else {
                end()
                lines.append(part.isEmpty ? ".Pp" : String(part))
                continue
            }
            var words = part.split(separator: " ").map(String.init)[...]
            while let word = words.popFirst() {
                if let macro = macro(word, &words) {
                    end()
                    lines.append(macro)
                } else {
                    if line.count + word.count >= Self.width { end() }
                    line += line.isEmpty ? word : " \(word)"
                    if word.hasSuffix("."), !word.hasSuffix("..") { end() }
                }
            }
        }
        end()
        return lines
    }

    /// Returns the macro for a word, with the words after it that belong to the same quotation; nil
    /// for a plain word.
    private func macro(_ word: String, _ rest: inout ArraySlice<String>) -> String? {
        var word = word
        let lead = word.hasPrefix("(") ? "( " : ""
        let sign = word.first { $0 != "(" } ?? " "
        if Self.macros[sign] != nil {
            while !Self.bare(word).hasSuffix("\(sign)") || Self.bare(word).count < 2,
                let next = rest.popFirst()
            { word += " \(next)" }
        }
        let inner = Self.bare(word)
        let marks = word.drop { $0 == "(" }.dropFirst(inner.count).map { " \($0)" }.joined()
        func line(_ macro: String, _ text: some StringProtocol) -> String {
            ".\(macro) \(lead)\(text)\(marks)"
        }
        if let name = Self.macros[sign] { return line(name, inner.dropFirst().dropLast()) }
        if inner.hasPrefix("--") { return line("Fl", inner.dropFirst()) }
        if inner.hasPrefix("$") { return line("Ev", inner.dropFirst()) }
        if inner == "gatherctl" { return ".Nm\(marks)" }
        if arguments.contains(inner) { return line("Ar", inner) }
        guard inner.hasSuffix(")"), let open = inner.lastIndex(of: "(") else { return nil }
        let section = inner[inner.index(after: open)...].dropLast()
        return section.count == 1 && section.first?.isNumber == true
            ? line("Xr", "\(inner[..<open]) \(section)") : nil
    }

    /// Returns a word without the brackets and punctuation around it.
    private static func bare(_ word: String) -> String {
        var bare = word.drop { $0 == "(" }
        while let last = bare.last, ".,;:)".contains(last) {
            // The brackets of a manual page belong to the word.
            if last == ")", bare.contains("(") { break }
            bare.removeLast()
        }
        return String(bare)
    }
}

extension ManualText {
    /// Converts a usage such as `[--time T] [ID|last]` from the help to the arguments of a macro
    /// line.
    static func usage(_ text: String) -> String {
        var text = text
        // Not translated: macros of mdoc(7).
        for (mark, macro) in [
            ("@]", "@ Oc Ns "), ("[=", " Ns Oo = Ns "), ("[", " Oo "), ("]", " Oc "), ("|", " | "),
            ("...", " No ... "),
        ] {
            text = text.split(separator: mark, omittingEmptySubsequences: false)
                .joined(separator: macro)
        }
        return text.split(separator: " ").map(macro).joined(separator: " ")
    }

    private static func macro(_ word: Substring) -> String {
        switch word {
        case "Oo", "Oc", "No", "Ns", "|", "=", "...": return String(word)
        case "-": return "Cm -"
        default: break
        }
        // Not translated: macros of mdoc(7).
        if word == word.uppercased(), let sign = word.first, word != "--" {
            return "+-".contains(sign) ? "Cm \(sign) Ns Ar \(word.dropFirst())" : "Ar \(word)"
        }
        return word.hasPrefix("-") ? "Fl \(word.dropFirst())" : "Cm \(word)"
    }
}
