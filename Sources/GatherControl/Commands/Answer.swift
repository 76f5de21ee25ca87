/// A word that answers a question: that of the user's language, which the question shows, and the
/// English one, which every language has.
struct Answer: Hashable, Sendable {
    /// The word in the user's language.
    let word: String
    private let accepted: [FoldedName]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - english: The English word.
    ///   - word: That of the user's language.
    init(_ english: String, _ word: String) {
        self.word = word
        accepted = [FoldedName(english), FoldedName(word)]
    }

    static var yes: Answer { Answer("yes", tr("yes", context: "answer")) }
    static var keep: Answer { Answer("keep", tr("keep", context: "answer")) }
    static var send: Answer { Answer("send", tr("send", context: "answer")) }

    /// The word with a capital, for the beginning of the answers.
    var capital: String { "\(word.prefix(1).uppercased())\(word.dropFirst())" }

    /// Returns true if the word was typed, without regard to case, accents and blanks.
    func isTyped(in line: String) -> Bool { Self.typed(line).map(accepted.contains) ?? false }

    /// Returns true if the word was typed, or its first letter.
    func isTypedOrBegun(in line: String) -> Bool {
        guard let typed = Self.typed(line) else { return false }
        let isLetter = typed.letters.count == 1
        return accepted.contains {
            $0 == typed || isLetter && $0.letters.first == typed.letters.first
        }
    }

    /// Returns what was typed; nil for nothing, and for an English no, which means what it says
    /// even where the word for yes begins with this letter.
    private static func typed(_ line: String) -> FoldedName? {
        let typed = FoldedName(line.filter { !$0.isWhitespace })
        return typed.letters.isEmpty || refusals.contains(typed) ? nil : typed
    }

    private static let refusals = [FoldedName("n"), FoldedName("no")]
}
