/// The lists of verbs and options in gatherctl(1) and in the README, whose other text is written by
/// hand.
///
/// Such a list stands between two comments: `verbs`, with its section in the manual, or `options`;
/// and `end`.
enum VerbList {
    /// Returns a page with its lists regenerated.
    static func page(_ page: String) -> String {
        var lines: [String] = []
        var isInList = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line == ".\\\" end" || line == "<!-- end -->" { isInList = false }
            if !isInList { lines.append(line) }
            guard let list = list(line) else { continue }
            lines += list
            isInList = true
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the lines of the list that a comment begins; nil for any other line.
    private static func list(_ line: String) -> [String]? {
        if line == "<!-- verbs -->" { return table }
        if line == ".\\\" options" { return Option.ofEveryVerb.flatMap(item) }
        guard line.hasPrefix(".\\\" verbs ") else { return nil }
        return Verb.all.filter { line.hasSuffix("verbs \($0.topic?.rawValue ?? "")") }
            .flatMap(item)
    }

    private static var table: [String] {
        let topics = Verb.Topic.allCases.map { topic in
            (topic, Verb.all.filter { $0.topic == topic })
        }
        // Not translated: it is for the README.
        return ["| command | meaning |", "| --- | --- |"]
            + topics.flatMap { topic, verbs in
                ["| **\(topic.rawValue)** | |"] + verbs.flatMap(rows)
            }
    }

    /// Returns the rows of a verb, one for each of its forms.
    private static func rows(_ verb: Verb) -> [String] {
        let lines =
            verb.forms.isEmpty
            ? [(usage: verb.usage, summary: verb.summary)]
            : verb.forms.map { form in
                // Out of the help of its verb, a form without a word is that verb.
                (usage: form.usage(of: verb), summary: (form.name.isEmpty ? verb : form).summary)
            }
        return lines.map { usage, summary in
            let usage = usage.split(separator: "|", omittingEmptySubsequences: false)
            return "| `\(usage.joined(separator: "\\|"))` | \(summary) |"
        }
    }

    private static func item(_ option: Option) -> [String] {
        let letter = option.letter.map { "Fl \($0) , " } ?? ""
        return [".It \(letter)\(ManualText.usage(option.longSpelling))"]
            + text(option.manual, option.summary, usage: option.longSpelling)
    }

    private static func item(_ verb: Verb) -> [String] {
        let forms = verb.forms.filter { !$0.name.isEmpty }.flatMap { form in
            item("Ic \(form.name)", form, usage: form.usage)
        }
        let usage = ([verb] + verb.forms).map(\.arguments).joined(separator: " ")
        return item("Cm \(verb.names.joined(separator: " , Cm "))", verb, usage: usage)
            // Not translated: macros of mdoc(7).
            + (forms.isEmpty ? [] : [".Bl -tag -width Ds"] + forms + [".El"])
    }

    private static func item(_ head: String, _ verb: Verb, usage: String) -> [String] {
        let arguments = verb.arguments.isEmpty ? "" : " \(ManualText.usage(verb.arguments))"
        return [".It \(head)\(arguments)"] + text(verb.manual, verb.summary, usage: usage)
    }

    private static func text(_ manual: String, _ summary: String, usage: String) -> [String] {
        let sentence = "\(summary.prefix(1).uppercased())\(summary.dropFirst())."
        return ManualText(usage: usage).lines(manual.isEmpty ? sentence : manual)
    }
}
