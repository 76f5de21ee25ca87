import GatherAPI

/// What was typed: options, and what the verb asks for.
struct CommandLine: Hashable {
    /// What holds for every verb.
    let options: Options

    /// What is asked for.
    let request: Request

    /// Reads the arguments of the process, without the name of the program.
    init(_ arguments: [String]) throws(UsageError) {
        let words = try Words(arguments[...])
        if words.options.has(.version) {
            (options, request) = (Options(), .text("gatherctl \(Version.current)\n"))
            return
        }
        let verb = try words.operands.first.map(VerbSyntax.named)
        if words.options.has(.help) {
            (options, request) = (Options(), .text(verb.map(HelpText.of) ?? HelpText.all))
            return
        }
        options = try Options(words.options)
        request = try Self.request(verb ?? VerbSyntax.all[0], words)
        if options.quiet, request.isEndless {
            let task = (verb ?? VerbSyntax.all[0]).task
            throw UsageError("cannot \(task): '--quiet' leaves nothing to see")
        }
    }

    private static func request(_ verb: VerbSyntax, _ words: Words) throws(UsageError) -> Request {
        do {
            try checkOptions(of: verb, words)
            var arguments = ArgumentReader(
                operands: words.operands.dropFirst(), options: words.options, task: verb.task,
                countBeforeDashes: words.countBeforeDashes.map { $0 - 1 })
            let request = try verb.read(&arguments)
            try arguments.finish()
            return request
        } catch {
            var error = error
            error.verb = verb.name
            throw error
        }
    }

    private static func checkOptions(
        of verb: VerbSyntax, _ words: Words
    ) throws(UsageError) {
        let foreign = words.options.options.first {
            !Option.ofEveryVerb.contains($0) && !verb.options.contains($0)
        }
        if let foreign {
            throw UsageError(
                "cannot \(verb.task): '\(verb.name)' has no option '--\(foreign.rawValue)'")
        }
    }
}
