import Glibc

/// Messages for who runs the program, on standard error, which is the journal's under systemd.
struct Log {
    /// The priority of a message, sd-daemon(3).
    enum Priority: Int {
        case warning = 4
        case info = 6
    }

    private let isJournal: Bool

    init() {
        // Set by systemd for a unit whose standard error is the journal's.
        isJournal = getenv("JOURNAL_STREAM") != nil
    }

    /// Writes a message.
    func write(_ priority: Priority, _ message: String) {
        let prefix = isJournal ? "<\(priority.rawValue)>" : "gather-mqtt: "
        var line = "\(prefix)\(message)\n"
        // If standard error is closed, there is nowhere to report an error.
        line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
