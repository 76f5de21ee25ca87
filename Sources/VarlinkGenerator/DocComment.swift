/// A documentation comment: a summary of one sentence, and the rest in a paragraph of its own.
struct DocComment {
    private static let width = 100

    /// The sentences.
    let sentences: [String]

    /// Makes a comment from the prose of an interface; null becomes nil.
    init(_ prose: String) {
        var sentences: [String] = []
        var words: [String] = []
        for word in prose.split(separator: " ") {
            words.append(Self.swiftWord(word))
            guard word.hasSuffix("."), !word.hasSuffix("..") else { continue }
            sentences.append(words.joined(separator: " "))
            words = []
        }
        if !words.isEmpty { sentences.append(words.joined(separator: " ")) }
        self.sentences = sentences
    }

    /// Returns the lines, without indentation.
    func lines(indentation: Int) -> [String] {
        let room = Self.width - indentation - "/// ".count
        let rest = sentences.dropFirst().joined(separator: " ")
        var lines = Self.wrapped(sentences.first ?? "", to: room)
        if !rest.isEmpty { lines += [""] + Self.wrapped(rest, to: room) }
        return lines.map { $0.isEmpty ? "///" : "/// \($0)" }
    }

    /// Returns a text in lines of at most this many characters.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    private static func swiftWord(_ word: Substring) -> String {
        let rest = word.drop { $0.isLetter }
        return word.hasPrefix("null") && rest.count == word.count - 4 ? "nil\(rest)" : String(word)
    }
}
