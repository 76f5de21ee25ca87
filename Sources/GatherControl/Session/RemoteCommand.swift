import LinuxIO

/// What is run here, and there, to reach the daemon of another machine.
struct RemoteCommand: Hashable {
    private let words: [String]
    private let host: HostName
    private let remote: String

    init(_ host: HostName, _ options: Options, _ environment: Environment) {
        self.host = host
        let given = environment["GATHERCTL_SSH"]?.split(separator: " ").map(String.init) ?? []
        words = given.isEmpty ? ["ssh"] : given
        var remote = ["gatherctl"]
        if let socket = options.socket { remote += ["--socket", Self.quoted(socket)] }
        if let pitch = options.pitch { remote += ["--pitch", pitch] }
        self.remote = (remote + ["bridge"]).joined(separator: " ")
    }

    var program: String { words[0] }

    /// The program and its arguments.
    ///
    /// - Parameters:
    ///   - isAttended: Whether somebody is there to answer its questions.
    ///   - isFirst: Whether it may take its time: nobody waits for the answer to what was asked
    ///     before.
    func arguments(isAttended: Bool, isFirst: Bool) -> [String] {
        // What is gone is found out, and nobody waits for ever for what does not answer.
        var options = ["-xT", "-oServerAliveInterval=5", "-oServerAliveCountMax=3"]
        if !isAttended { options.append("-oBatchMode=yes") }
        options.append("-oConnectTimeout=\(isFirst ? 10 : 5)")
        if let port = host.port { options += ["-p", port] }
        return words + options + ["--", host.destination, remote]
    }

    /// As the shell over there takes it for one word.
    private static func quoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
