/// The help, made of the tables that the command line is read with.
enum HelpText {
    /// The help of the program.
    static let all: String = {
        let verbs = VerbSyntax.all.map { (left: $0.usage, right: $0.summary) }
        return """
            gatherctl [OPTION...] [VERB [ARGUMENT...]]

            Controls the match of gatherd: its countdown, its score, its end.

            Verbs:
            \(table(verbs))

            Options:
            \(table(Option.ofEveryVerb.map(row)))

            \(times)

            """
    }()

    /// The help of a verb.
    static func of(_ verb: VerbSyntax) -> String {
        var text = "gatherctl \(verb.usage)\n\n"
        text += "\(verb.summary.prefix(1).uppercased())\(verb.summary.dropFirst()).\n"
        if !verb.synonyms.isEmpty {
            text += "Also written: \(verb.synonyms.joined(separator: ", ")).\n"
        }
        if !verb.options.isEmpty { text += "\n\(table(verb.options.map(row)))\n" }
        if verb.takesTimes { text += "\n\(times)\n" }
        return text + "\nThe options of every verb are in 'gatherctl --help'.\n"
    }

    private static let times = """
        A time T is 12:00, 90s, 45m, 1h30m, or a number of minutes. A length of time D
        is 01:30, 8s, 500ms or 1m30s: it wants a unit.
        """

    private static func row(_ option: Option) -> (left: String, right: String) {
        (option.spelling, option.summary)
    }

    private static let column = 28

    /// Two columns; what is too long for the first has a line of its own.
    private static func table(_ rows: [(left: String, right: String)]) -> String {
        rows.map { left, right in
            let padding = column - left.count
            return padding > 1
                ? "  \(left)\(String(repeating: " ", count: padding))\(right)"
                : "  \(left)\n  \(String(repeating: " ", count: column))\(right)"
        }.joined(separator: "\n")
    }
}

extension VerbSyntax {
    /// The name and what follows it.
    fileprivate var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    fileprivate var takesTimes: Bool {
        arguments.contains("T") || arguments.contains("D")
    }
}
