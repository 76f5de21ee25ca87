/// What a command line asks for.
protocol Command: Hashable, Sendable {
    /// Whether it is nothing but output, until somebody ends it.
    var isEndless: Bool { get }

    /// Does it, and prints what came of it.
    func run(_ context: Context) throws(Failure)
}

extension Command {
    var isEndless: Bool { false }
}

/// A verb, or one of its forms: the things it can do, named by the word after it.
struct Verb: Sendable {
    typealias Reading = @Sendable (inout ArgumentReader) throws(UsageError) -> any Command

    /// The section of the manual that a verb stands in.
    enum Topic: String {
        case showing = "Showing"
        case match = "The match"
        case countdown = "The countdown"
        case score = "The score"
        case players = "Players and teams"
        case mistakes = "Mistakes"
        case account = "The account"
        case result = "The result"
    }

    /// Its name; that of a form is empty where it needs no word.
    let name: String
    var synonyms: [String] = []
    /// What follows the name, as the help has it.
    var arguments = ""
    /// What it does, in one line of the help.
    let summary: String
    /// What it does, for `cannot <verb> <object>` where its arguments are wrong.
    let task: String
    /// Nil for a form, which stands with its verb.
    var topic: Topic?
    /// The options it takes beside those of every verb, the ones of its forms among them.
    var options: [Option] = []
    /// What it can do, where that is several things; the first is what it does without a word.
    var forms: [Verb] = []
    /// Set where it shows something, and changes nothing without a further word.
    var isLook = false
    /// The values that a shell can offer after the name, in order, where it has no forms.
    var operands: [Completion] = []
    /// Set where the last operand may be given several times.
    var repeats = false
    /// What the manual says of it, as ``ManualText`` reads it; empty where the summary is enough.
    var manual = ""
    let read: Reading
}

extension Verb {
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    var names: [String] { [name] + synonyms }

    /// The verb of a name or a synonym.
    static func named(_ name: String) throws(UsageError) -> Verb {
        if let verb = known(name) { return verb }
        throw unknown("verb", name, in: all)
    }

    /// The verb of a name or a synonym; nil if there is none.
    static func known(_ name: String) -> Verb? {
        table.lazy.map { $0() }.first { $0.name == name || $0.synonyms.contains(name) }
    }

    /// The form of a word; the first one without a word.
    func form(_ word: String?) throws(UsageError) -> Verb {
        guard let word else { return forms[0] }
        if !word.isEmpty, let form = forms.first(where: { $0.name == word }) { return form }
        throw Self.unknown("command", word, in: forms, behind: "\(name) ")
    }

    private static func unknown(
        _ kind: String, _ word: String, in verbs: [Verb], behind lead: String = ""
    ) -> UsageError {
        let nearest = Suggestion.nearest(
            to: word, in: verbs.flatMap(\.names),
            changing: Set(verbs.filter { !$0.isLook }.flatMap(\.names)))
        let question = nearest.map { "; did you mean '\(lead)\($0)'?" } ?? ""
        return UsageError("cannot do '\(lead)\(word)': there is no such \(kind)\(question)")
    }
}
