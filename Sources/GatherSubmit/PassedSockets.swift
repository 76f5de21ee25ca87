import LinuxIO

/// The sockets that a process was started with, sd_listen_fds(3).
///
/// libsystemd is not linked for these three variables.
enum PassedSockets {
    /// The variables that tell of them.
    static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    /// The numbers of those named `varlink`; others are somebody else's mistake, and left alone.
    ///
    /// - Parameter processID: The process that it has to be meant for.
    static func numbers(_ environment: Environment, processID: Int32) -> [Int32] {
        guard environment["LISTEN_PID"] == "\(processID)",
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "")
            .split(separator: ":", omittingEmptySubsequences: false)
        return zip(names, 0..<count).filter { $0.0 == "varlink" }.map { Int32($0.1) + first }
    }

    /// SD_LISTEN_FDS_START.
    private static let first: Int32 = 3
}
