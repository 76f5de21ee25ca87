import Glibc

/// The sockets passed to the process at its start, sd_listen_fds(3), for programs that do not link
/// libsystemd just for these three variables.
public enum PassedDescriptors {
    /// Returns the numbers of those with a name; others are a configuration mistake, and ignored.
    ///
    /// - Parameters:
    ///   - name: The name, FileDescriptorName= of systemd.socket(5).
    ///   - processID: The process for which they must be meant.
    public static func numbers(
        named name: String, _ environment: Environment, processID: Int32
    ) -> [Int32] {
        guard environment["LISTEN_PID"] == "\(processID)",
            let count = environment["LISTEN_FDS"].flatMap(Int.init), count > 0
        else { return [] }
        let names = (environment["LISTEN_FDNAMES"] ?? "")
            .split(separator: ":", omittingEmptySubsequences: false)
        return zip(names, 0..<count).filter { $0.0 == name }.map { Int32($0.1) + first }
    }

    /// Returns the sockets of calls that were passed, or one at a path, with its file.
    ///
    /// - Parameter option: The option that names a path, in case that none is known.
    public static func listening(
        at path: String?, _ environment: Environment, program: String, option: String
    ) throws -> (sockets: [Descriptor], file: SocketFile?) {
        let passed = numbers(named: "varlink", environment, processID: getpid())
        if !passed.isEmpty { return (passed.map(Descriptor.init(owning:)), nil) }
        guard let path else {
            throw OptionError(message: "no home directory is known: say \(option) PATH")
        }
        var file = SocketFile(path: path, program: program)
        return ([try file.listen()], file)
    }

    /// The number of the first socket, SD_LISTEN_FDS_START.
    private static let first: Int32 = 3
}
