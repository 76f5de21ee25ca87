/// Why a command ends early: what the process returns, and what it says on standard error.
struct Failure: Error, Hashable {
    /// What the process returns.
    let status: ExitStatus
    /// What is said, or nil to end without a word.
    let message: String?
    /// What to try instead, on a line of its own.
    var hint: String?
    /// What there is to say besides, each on a line of its own and fit for a terminal already.
    var details: [String] = []

    init(
        _ status: ExitStatus, _ message: String?, hint: String? = nil, details: [String] = []
    ) {
        self.status = status
        self.message = message
        self.hint = hint
        self.details = details
    }

    /// Nobody reads the output any more, and that is all right.
    static let outputClosed = Failure(.done, nil)
}
