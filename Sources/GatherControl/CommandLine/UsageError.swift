/// An error in the command line.
struct UsageError: Error, Hashable {
    /// The action that is not possible, and the reason.
    var message: String

    /// The verb whose help is suggested, once it is known.
    var verb: String?

    /// The word that was given for a team and is none, if that is the error.
    var unknownTeam: String?

    init(_ message: String) {
        self.message = message
    }

    /// The error as the program reports it.
    var failure: Failure {
        let help = verb.map { "gatherctl \($0) --help" } ?? "gatherctl --help"
        return Failure(.usage, message, hint: tr("try '%1$@'", help))
    }
}
