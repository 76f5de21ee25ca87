/// An error in the command line.
struct UsageError: Error, Hashable {
    /// The action that is not possible, and the reason.
    var message: String

    /// The verb whose help is suggested, once it is known.
    var verb: String?

    init(_ message: String, verb: String? = nil) {
        self.message = message
        self.verb = verb
    }

    /// The error as the program reports it.
    var failure: Failure {
        let help = verb.map { "gatherctl \($0) --help" } ?? "gatherctl --help"
        return Failure(.usage, message, hint: tr("try '%1$@'", help))
    }
}
