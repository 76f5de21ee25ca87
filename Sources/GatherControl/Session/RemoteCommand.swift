import LinuxIO

/// The commands that run here and on another machine to reach the daemon there.
struct RemoteCommand: Hashable {
    private let ssh: [String]
    private let host: HostName
    private let remote: String

    init(_ host: HostName, _ options: Options, _ environment: Environment) {
        self.host = host
        let given = environment["GATHERCTL_SSH"]?.split(separator: " ").map(String.init) ?? []
        ssh = given.isEmpty ? ["ssh"] : given
        var remote = ["gatherctl"]
        if let socket = options.socket {
            remote += ["--socket", ShellWord.of(socket, plain: .none)]
        }
        if let pitch = options.pitch { remote += ["--pitch", pitch] }
        self.remote = (remote + ["bridge"]).joined(separator: " ")
    }

    var program: String { ssh[0] }

    /// Returns the program and its arguments.
    ///
    /// - Parameters:
    ///   - isAttended: True if a user is there to answer its questions.
    ///   - isFirst: True for the first connection, which may take longer: no earlier call waits for
    ///     its answer.
    func arguments(isAttended: Bool, isFirst: Bool) -> [String] {
        // These notice a lost connection, and limit the wait for a host that does not answer.
        var options = ["-xT", "-oServerAliveInterval=5", "-oServerAliveCountMax=3"]
        if !isAttended { options.append("-oBatchMode=yes") }
        options.append("-oConnectTimeout=\(isFirst ? 10 : 5)")
        if let port = host.port { options += ["-p", port] }
        return ssh + options + ["--", host.destination, remote]
    }
}
