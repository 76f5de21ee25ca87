import GatherAPI

/// A parsed command line: the options, and the command.
struct CommandLine {
    /// The options that every verb has.
    let options: Options

    /// The command that the verb stands for.
    let command: any Command

    /// Reads the arguments of the process, without the name of the program.
    init(_ arguments: [String]) throws(UsageError) {
        let sorted = try SortedArguments(arguments)
        if sorted.options.has(.version) {
            (options, command) = (Options(), PlainText(text: "gatherctl \(Version.current)\n"))
            return
        }
        let verb = try sorted.operands.first.map(Verb.named)
        if sorted.options.has(.help) {
            var options = Options()
            options.paging = !sorted.options.has(.noPager)
            self.options = options
            command = PlainText(text: HelpText.text(verb, sorted.form))
            return
        }
        var options = try Options(sorted.options)
        options.words = sorted.words(without: [.socket, .pitch, .host])
        self.options = options
        let meant = verb ?? Status.verb
        command = try Self.command(meant, sorted, options)
        if options.quiet, command.isEndless {
            throw UsageError(filled(meant.failure, [tr("'--quiet' leaves nothing to see")]))
        }
    }

    private static func command(
        _ verb: Verb, _ sorted: SortedArguments, _ options: Options
    ) throws(UsageError) -> any Command {
        do {
            var arguments = ArgumentReader(
                operands: sorted.operands.dropFirst(), options: sorted.options,
                failure: verb.$failure,
                countBeforeDashes: sorted.countBeforeDashes.map { $0 - 1 })
            try arguments.begin(verb, named: verb.name)
            var reading = verb
            if !verb.forms.isEmpty {
                reading = try verb.form(arguments.optional())
                let name = reading.name.isEmpty ? verb.name : "\(verb.name) \(reading.name)"
                try arguments.begin(reading, named: name)
            }
            let command = try reading.read(&arguments)
            try arguments.finish()
            return command
        } catch {
            var error = error
            (error.message, error.verb) = (options.aimed(error.message), verb.name)
            throw error
        }
    }
}

/// A text that needs no daemon: a help text, or the version.
struct PlainText: Command {
    let text: String

    func run(_ context: Context) throws(Failure) { try context.streams.output.write(text) }
}
