import Testing

/// The form of comments, as Swift's API Design Guidelines have it.
struct CommentTests {
    /// The words before `func` or `init` in a declaration.
    private static let modifiers: Set<Substring> = [
        "public", "private", "fileprivate", "static", "mutating", "override", "final",
    ]

    /// Verbs that do not say what a function does.
    private static let vague: Set<Substring> = ["Has", "Is", "Says", "Notes", "Tells", "This"]

    private static func isFunction(_ line: Substring) -> Bool {
        let words = line.split(separator: " ").drop { word in
            modifiers.contains(word) || word.hasPrefix("@")
        }
        guard let first = words.first else { return false }
        return first == "func" || first.hasPrefix("init(") || first.hasPrefix("init?(")
    }

    /// Returns true for a summary such as "Returns the score.".
    private static func beginsWithVerb(_ summary: Substring) -> Bool {
        guard let word = summary.split(whereSeparator: { !$0.isLetter }).first,
            let initial = word.first, summary.hasPrefix(word)
        else { return false }
        return initial.isUppercase && word.last == "s" && !vague.contains(word)
    }

    /// The summaries of functions that do not begin with what the function does.
    private static func wrongSummaries(in file: SourceFile) -> [String] {
        file.lines.enumerated().compactMap { index, line in
            guard isFunction(line) else { return nil }
            let comment = file.lines[..<index].reversed().drop { isAttribute($0) }
                .prefix { $0.drop { $0 == " " }.hasPrefix("///") }
            guard let summary = comment.last?.drop(while: { $0 == " " || $0 == "/" }),
                !beginsWithVerb(summary)
            else { return nil }
            return "\(file.path):\(index + 1 - comment.count): \(summary)"
        }
    }

    private static func isAttribute(_ line: Substring) -> Bool {
        line.drop { $0 == " " }.hasPrefix("@")
    }

    @Test("the comment of a function begins with a verb: what it does")
    func functions() {
        let files = SourceTree.swiftFiles(below: "Sources").filter {
            !$0.path.contains("/Generated/")
        }
        #expect(files.flatMap(Self.wrongSummaries) == [])
    }

    @Test("a comment that begins with a noun or a reason is found")
    func nouns() {
        #expect(Self.isFunction("    private static func name(of side: Side) -> String {"))
        #expect(Self.isFunction("    @Sendable init?(_ text: String) {"))
        #expect(!Self.isFunction("    let function: () -> Void"))
        #expect(Self.beginsWithVerb("Returns the name of a side."))
        #expect(!Self.beginsWithVerb("The name of a side."))
        #expect(!Self.beginsWithVerb("Says how it is."))
        #expect(!Self.beginsWithVerb("`status` of a side."))
    }
}
