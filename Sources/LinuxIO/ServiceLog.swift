import Glibc

/// Messages for who runs a service, on standard error, which is the journal's under systemd.
public struct ServiceLog: Sendable {
    /// The priority of a message, sd-daemon(3).
    public enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case info = 6
    }

    private let program: String
    private let isJournal: Bool

    /// Makes a log of a program with this name.
    public init(_ program: String) {
        self.program = program
        // Set by systemd for a unit whose standard error is the journal's.
        isJournal = Environment.current["JOURNAL_STREAM"] != nil
    }

    /// Writes a message.
    public func write(_ priority: Priority, _ message: String) {
        let prefix = isJournal ? "<\(priority.rawValue)>" : "\(program): "
        // If standard error is closed, there is nowhere to report an error.
        ServiceProgram.write("\(prefix)\(message)\n", to: STDERR_FILENO)
    }
}
