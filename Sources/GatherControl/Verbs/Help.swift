/// `help`: the help of the program, of a verb, or of one of its forms.
enum Help {
    static let verb = Verb(
        name: "help", arguments: "[VERB [SUBCOMMAND]]",
        summary: tr("show this help, or that of a verb"),
        failure: tr("cannot show the help: %1$@"), topic: .program, isLook: true,
        operands: [.verbs, .forms],
        manual: """
            Show the help, or that of a verb, or of a subcommand such as *player* *add*.
            """
    ) { (arguments) throws(UsageError) in
        guard let name = arguments.optional() else { return PlainText(text: HelpText.all) }
        let verb = try Verb.named(name)
        guard !verb.forms.isEmpty, let word = arguments.optional() else {
            return PlainText(text: HelpText.text(verb))
        }
        return PlainText(text: HelpText.text(verb, try verb.namedForm(word)))
    }
}
