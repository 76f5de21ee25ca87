/// `help`: the help of the program, or of a verb.
enum Help {
    static let verb = Verb(
        name: "help", arguments: "[VERB]", summary: tr("show this help, or that of a verb"),
        failure: tr("cannot show the help: %1$@"), topic: .showing, isLook: true,
        operands: [.verbs],
        manual: "Show the help, or that of a verb."
    ) { (arguments) throws(UsageError) in
        guard let name = arguments.optional() else { return PlainText(text: HelpText.all) }
        return PlainText(text: HelpText.text(try .named(name)))
    }
}
