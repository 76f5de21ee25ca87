import LinuxIO

/// The socket of the daemon to connect to, chosen once.
struct SocketChoice: Hashable {
    /// The path; the name of the other machine, and of its pitch, if the daemon is there.
    var path: String { pitch.map { tr("%1$@, pitch %2$@", place, $0) } ?? place }

    private let place: String
    /// The pitch of another machine; nil for its usual one, and on this machine.
    private let pitch: String?

    /// The origin of the path, by which a daemon is started there.
    private enum Origin: Hashable {
        /// It is on another machine.
        case elsewhere
        /// The path was named.
        case named
        /// It is the usual one, or that of a pitch beside it.
        case usual(isOfMachine: Bool, pitch: String?)
    }

    private let origin: Origin

    /// True if it is the usual one of this user, and was not named.
    var isUsual: Bool {
        if case .usual = origin { true } else { false }
    }

    /// The options by which another user of this machine names it.
    var options: [String] {
        switch origin {
        case .usual(isOfMachine: true, let pitch): pitch.map { ["--pitch", $0] } ?? []
        case .named, .usual: ["--socket", place]
        case .elsewhere: []
        }
    }

    /// Returns the text that says how to start a daemon there, for the error if none runs; nil
    /// where nothing is known to do it.
    ///
    /// - Parameter exists: Returns true if there is a file at a path.
    func startHint(exists: (String) -> Bool = Files.exists) -> String? {
        switch origin {
        case .elsewhere: nil
        case .named: StartHint.text([program(exists)])
        case .usual(let isOfMachine, let pitch):
            StartHint.text([
                StartHint.unit("gatherd", pitch: pitch, isOfMachine: isOfMachine, exists: exists),
                pitch == nil ? "gatherd &" : nil,
            ])
        }
    }

    /// Returns the text that says where the log of the daemon is, for the error if it does not
    /// answer; nil where no service is known to be it.
    ///
    /// - Parameter exists: Returns true if there is a file at a path.
    func logHint(exists: (String) -> Bool = Files.exists) -> String? {
        guard case .usual(let isOfMachine, let pitch) = origin else { return nil }
        return StartHint.log("gatherd", pitch: pitch, isOfMachine: isOfMachine, exists: exists)
    }

    /// Returns the command that starts a daemon at a path that was named.
    private func program(_ exists: (String) -> Bool) -> String {
        let program = "gatherd --socket \(ShellWord.of(place, plain: .letters))"
        let directory = Files.directory(of: place)
        if exists("\(directory)/\(StandardPaths.lockName)") {
            return "\(program) --state-directory \(ShellWord.of(directory, plain: .letters)) &"
        }
        // A daemon that was killed leaves its socket behind, and its state may be anywhere: another
        // one would hide its match.
        // Not translated: a command, and a name to be replaced in it.
        return exists(place) ? "\(program) --state-directory DIR &" : "\(program) &"
    }

    /// Chooses the socket.
    ///
    /// - Parameter exists: Returns true if there is a file at a path.
    init(
        _ options: Options, _ environment: Environment, exists: (String) -> Bool = Files.exists
    ) throws(UsageError) {
        if let host = options.host {
            self.init(on: host, pitch: options.pitch)
        } else if let path = options.socket {
            try self.init(path: path, .named)
        } else if let path = environment["GATHERD_SOCKET"] {
            try self.init(path: options.pitch.map { Self.pitch($0, beside: path) } ?? path, .named)
        } else {
            try self.init(pitch: options.pitch, environment, exists: exists)
        }
    }

    init(on host: HostName, pitch: String?) {
        (place, self.pitch, origin) = (host.destination, pitch, .elsewhere)
    }

    /// Chooses the user's own daemon, or the system's if the user has none.
    private init(
        pitch: String?, _ environment: Environment, exists: (String) -> Bool
    ) throws(UsageError) {
        let chosen = StandardPaths.usualSocket(environment) { socket in
            exists(socket) || pitch.map { exists(Self.pitch($0, beside: socket)) } ?? false
        }
        try self.init(
            path: pitch.map { Self.pitch($0, beside: chosen) } ?? chosen,
            .usual(isOfMachine: chosen == StandardPaths.systemSocket, pitch: pitch))
    }

    private init(path: String, _ origin: Origin) throws(UsageError) {
        guard path.utf8.count <= UnixSocket.longestPath else {
            throw UsageError(
                tr(
                    "cannot use the socket '%1$@': a path has at most %2$@ bytes", path,
                    UnixSocket.longestPath))
        }
        (place, pitch, self.origin) = (path, nil, origin)
    }

    private static func pitch(_ name: String, beside socket: String) -> String {
        guard let slash = socket.lastIndex(of: "/") else { return "\(name).sock" }
        return "\(socket[...slash])\(name).sock"
    }
}
