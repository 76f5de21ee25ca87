/// The words and punctuation of a definition, and its comments by their lines.
struct InterfaceTokens {
    struct Token {
        var text: String
        var line: Int
    }

    /// All tokens in order.
    private(set) var tokens: [Token] = []

    /// The text of each comment that has a line of its own, by the line.
    private(set) var comments: [Int: String] = [:]

    /// The lines on which a comment follows code.
    private(set) var trailingComments: Set<Int> = []

    private static let signs: Set<Character> = ["(", ")", ",", ":", "?"]

    /// Splits a definition into its tokens.
    init(_ text: String) throws(GrammarError) {
        // In Swift, the line break of DOS is a single character, and is a newline as well.
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            try cut(line, number: index + 1)
        }
    }

    private mutating func cut(_ line: Substring, number: Int) throws(GrammarError) {
        var rest = line.drop(while: \.isWhitespace)
        var isFirst = true
        while let character = rest.first {
            let length: Int
            if character == "#" {
                if isFirst {
                    comments[number] = String(rest)
                } else {
                    trailingComments.insert(number)
                }
                return
            } else if rest.hasPrefix("->") || rest.hasPrefix("[]") {
                length = 2
            } else if rest.hasPrefix("[string]") {
                length = 8
            } else if Self.signs.contains(character) {
                length = 1
            } else {
                length = rest.prefix { $0.isLetter || $0.isNumber || "._-".contains($0) }.count
            }
            guard length > 0, !(length > 2 && rest.prefix(length).contains("->")) else {
                throw GrammarError(line: number, problem: "unexpected '\(character)'")
            }
            tokens.append(Token(text: String(rest.prefix(length)), line: number))
            rest = rest.dropFirst(length).drop(while: \.isWhitespace)
            isFirst = false
        }
    }
}
