/// What is wrong with a command line.
struct UsageError: Error, Hashable {
    /// What cannot be done, and why.
    let message: String

    /// The verb whose help tells more, once it is known.
    var verb: String?

    init(_ message: String) {
        self.message = message
    }

    /// The error as the program says it.
    var failure: Failure {
        let help = verb.map { "gatherctl \($0) --help" } ?? "gatherctl --help"
        return Failure(.usage, message, hint: "try '\(help)'")
    }
}
