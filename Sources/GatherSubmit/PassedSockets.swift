import LinuxIO

/// The sockets passed to the process at its start, sd_listen_fds(3).
///
/// libsystemd is not linked just for these three variables.
enum PassedSockets {
    /// The variables that describe them.
    static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    /// Returns the numbers of those named `varlink`; others are a configuration mistake and are
    /// ignored.
    ///
    /// - Parameter processID: The process for which they must be meant.
    static func numbers(_ environment: Environment, processID: Int32) -> [Int32] {
        guard environment["LISTEN_PID"] == "\(processID)",
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "")
            .split(separator: ":", omittingEmptySubsequences: false)
        return zip(names, 0..<count).filter { $0.0 == "varlink" }.map { Int32($0.1) + first }
    }

    /// The number of the first socket, SD_LISTEN_FDS_START.
    private static let first: Int32 = 3
}
