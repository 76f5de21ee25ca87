import LinuxIO

/// The command that was given, as it is copied into a shell to run for another user or on another
/// machine.
struct GivenCommand {
    private let words: [String]

    /// Makes the command as another user of this machine gives it.
    init(_ options: Options, for socket: SocketChoice) {
        words = ["gatherctl"] + socket.options + options.words
    }

    /// Makes the command as it is given on the other machine that the options name.
    init(there options: Options) {
        let socket = options.socket.map { ["--socket", $0] } ?? []
        let pitch = options.pitch.map { $0.isEmpty ? [] : ["--pitch", $0] } ?? []
        words = ["gatherctl"] + socket + pitch + options.words
    }

    /// Returns the command line for root, or for another user.
    ///
    /// - Parameter user: A name or a number as sudo(8) takes it; nil for root.
    func sudo(_ user: String? = nil) -> String {
        Self.line(["sudo"] + (user.map { ["-u", $0] } ?? []) + words)
    }

    /// Returns the command line that runs it on another machine.
    func ssh(_ host: HostName) -> String {
        let remote = Self.line(words)
        // The shell there reads it once more.
        let isPlain = words.allSatisfy { ShellWord.of($0) == $0 }
        let port = host.port.map { ["-p", $0] } ?? []
        return Self.line(["ssh"] + port + [host.destination])
            + " \(isPlain ? remote : ShellWord.of(remote))"
    }

    private static func line(_ words: [String]) -> String {
        words.map { ShellWord.of($0, plain: .letters) }.joined(separator: " ")
    }
}
