/// The exit status of the process.
public enum ExitStatus: Int32, Sendable {
    /// Done, or nothing to do.
    case done = 0
    /// Refused by the daemon, or the question was answered with Cancel.
    case refused = 1
    /// The command line is wrong, or a question cannot be asked.
    case usage = 2
    /// The daemon cannot be reached at the first try.
    case unreachable = 3
    /// The answer was lost and could not be fetched again.
    case unconfirmed = 4
}
