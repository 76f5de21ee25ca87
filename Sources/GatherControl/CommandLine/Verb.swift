import GatherAPI

/// A command that a command line requests.
protocol Command: Hashable, Sendable {
    /// True if the command only produces output until the user stops it.
    var isEndless: Bool { get }

    /// Runs the command, and prints the result.
    func run(_ context: Context) throws(Failure)
}

extension Command {
    var isEndless: Bool { false }
}

/// A verb, or one of its forms: the actions that are named by the word after it.
struct Verb: Sendable {
    typealias Reading = @Sendable (inout ArgumentReader) throws(UsageError) -> any Command

    /// The section of the manual and of the README that describes a verb, in the order of both.
    enum Topic: String, CaseIterable {
        // Not translated: the manual is, as a whole.
        case showing = "Showing"
        case match = "The match"
        case countdown = "The countdown"
        case score = "The score"
        case players = "Players and teams"
        case mistakes = "Mistakes"
        case account = "The account"
        case result = "The result"
        case history = "Looking back"
        case program = "This program"
    }

    /// The name; empty for a form that needs no word.
    let name: String
    var synonyms: [String] = []
    /// The arguments after the name, as the help shows them.
    var arguments = ""
    /// The action, in one line of the help.
    @LazyText var summary: String
    /// The text of an error, with a place for the cause: `cannot count the goal: %1$@`.
    @LazyText var failure: String
    /// The section of the manual; nil for a form, which is described with its verb.
    var topic: Topic?
    /// The options beside those of every verb, including the ones of the forms.
    var options: [Option] = []
    /// The actions of a verb that has several; the first is the one without a word.
    var forms: [Verb] = []
    /// Returns the form for a word that is the name of none; nil if there is no such form.
    ///
    /// The error is the one for a word without a meaning.
    var otherForm: (@Sendable (_ word: String, _ unknown: UsageError) -> Verb)?
    /// True if the verb shows something, and changes nothing without a further word.
    var isLook = false
    /// The values that a shell can offer after the name, in order, for a verb without forms.
    var operands: [Completion] = []
    /// True if the last operand may be given several times.
    var repeats = false
    /// True if a player behind a dash is an operand, and is left out.
    var leavesOut = false
    /// True if there is an answer, which `--json` prints as JSON.
    var hasAnswer = true
    /// The manual's text, in the format of ``ManualText``; empty where the summary is enough.
    var manual = ""
    let read: Reading
}

extension Verb {
    var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

    var names: [String] { [name] + synonyms }

    /// The options of every verb that this one has as well: without an answer there is no JSON.
    var commonOptions: [Option] {
        hasAnswer ? Option.ofEveryVerb : Option.ofEveryVerb.filter { $0 != .json }
    }

    /// Returns a usage error that says what the verb cannot do, and why.
    func cannot(_ cause: String) -> UsageError {
        UsageError(filled(failure, [cause]), verb: name)
    }

    /// Returns the verb with a name or a synonym.
    ///
    /// - Throws: A ``UsageError`` with a suggestion if there is none.
    static func named(_ name: String) throws(UsageError) -> Verb {
        if let verb = known(name) { return verb }
        throw unknown(name, in: all)
    }

    /// Returns the verb with a name or a synonym; nil if there is none.
    static func known(_ name: String) -> Verb? {
        table.lazy.map { $0() }.first { $0.name == name || $0.synonyms.contains(name) }
    }

    /// Returns the form for a word, or the first one if there is no word.
    ///
    /// - Throws: A ``UsageError`` with a suggestion if there is no such form.
    func form(_ word: String?) throws(UsageError) -> Verb {
        guard let word else { return forms[0] }
        do { return try namedForm(word) } catch {
            guard let other = otherForm?(word, error) else { throw error }
            return other
        }
    }

    /// Returns the form with a name.
    ///
    /// - Throws: A ``UsageError`` with a suggestion if none of the forms has it.
    func namedForm(_ word: String) throws(UsageError) -> Verb {
        if !word.isEmpty, let form = forms.first(where: { $0.name == word }) { return form }
        throw Self.unknown(word, in: forms, behind: "\(name) ")
    }

    private static func unknown(
        _ word: String, in verbs: [Verb], behind lead: String = ""
    ) -> UsageError {
        let nearest = Suggestion.nearest(
            to: word, in: verbs.flatMap(\.names),
            changing: Set(verbs.filter { !$0.isLook }.flatMap(\.names)))
        let message = tr("cannot do '%1$@': there is no such command", lead + word)
        return UsageError(Suggestion.text(message, nearest.map { lead + $0 }))
    }
}
