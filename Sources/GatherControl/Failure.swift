import GatherAPI

/// The reason for which a command ends early: the exit status, and the message on standard error.
struct Failure: Error, Hashable {
    /// The exit status of the process.
    let status: ExitStatus
    /// The message; nil to end without one.
    let message: String?
    /// A suggestion of what to try instead, on a line of its own.
    var hint: String?
    /// Further lines, already made printable.
    var details: [String] = []

    init(_ status: ExitStatus, _ message: String?, hint: String? = nil, details: [String] = []) {
        self.status = status
        self.message = message
        self.hint = hint
        self.details = details
    }

    /// Makes the failure of an action.
    ///
    /// - Parameter text: The text that names the action, with a place for the cause.
    init(
        _ status: ExitStatus, _ text: String, cause: any CustomStringConvertible,
        hint: String? = nil, details: [String] = []
    ) {
        self.init(status, filled(text, [cause]), hint: hint, details: details)
    }

    /// Returns the failure with its texts changed.
    func with(_ change: (String) -> String) -> Failure {
        Failure(status, message.map(change), hint: hint.map(change), details: details.map(change))
    }

    /// The output is no longer read, which is no error.
    static let outputClosed = Failure(.done, nil)
}
