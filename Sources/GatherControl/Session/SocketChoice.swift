import LinuxIO

/// The socket of the daemon to connect to, chosen once.
struct SocketChoice: Hashable {
    /// The path; the name of the other machine, and of its pitch, if the daemon is there.
    var path: String { pitch.map { tr("%1$@, pitch %2$@", place, $0) } ?? place }

    private let place: String
    /// The pitch of another machine; nil for its usual one, and on this machine.
    private let pitch: String?

    /// The commands that each start a daemon there; none on another machine.
    private let starts: [String]

    /// The text that says how to start a daemon there, for the error if none runs.
    var startHint: String {
        switch starts.count {
        case 0: ""
        case 1: tr("start it with '%1$@'", starts[0])
        default: tr("start it with '%1$@' or '%2$@'", starts[0], starts[1])
        }
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
            try self.init(named: path, exists: exists)
        } else if let path = environment["GATHERD_SOCKET"] {
            try self.init(
                named: options.pitch.map { Self.pitch($0, beside: path) } ?? path, exists: exists)
        } else {
            try self.init(pitch: options.pitch, environment, exists: exists)
        }
    }

    init(on host: HostName, pitch: String?) {
        (place, self.pitch, starts) = (host.destination, pitch, [])
    }

    private init(named path: String, exists: (String) -> Bool) throws(UsageError) {
        let directory = Files.directory(of: path)
        // Any other directory of a state is not known here.
        let hasState = exists("\(directory)/\(StandardPaths.lockName)")
        let state = hasState ? " --state-directory \(directory)" : ""
        try self.init(path: path, starts: ["gatherd --socket \(path)\(state) &"])
    }

    /// Chooses the user's own daemon, or the system's if the user has none.
    private init(
        pitch: String?, _ environment: Environment, exists: (String) -> Bool
    ) throws(UsageError) {
        let chosen = StandardPaths.usualSocket(environment) { socket in
            exists(socket) || pitch.map { exists(Self.pitch($0, beside: socket)) } ?? false
        }
        let unit = pitch.map { "gatherd@\($0).socket" } ?? "gatherd.socket"
        let systemctl = chosen == StandardPaths.systemSocket ? "systemctl" : "systemctl --user"
        try self.init(
            path: pitch.map { Self.pitch($0, beside: chosen) } ?? chosen,
            starts: ["\(systemctl) start \(unit)"] + (pitch == nil ? ["gatherd &"] : []))
    }

    private init(path: String, starts: [String]) throws(UsageError) {
        guard path.utf8.count <= UnixSocket.longestPath else {
            throw UsageError(
                tr(
                    "cannot use the socket '%1$@': a path has at most %2$@ bytes", path,
                    UnixSocket.longestPath))
        }
        (place, pitch, self.starts) = (path, nil, starts)
    }

    private static func pitch(_ name: String, beside socket: String) -> String {
        guard let slash = socket.lastIndex(of: "/") else { return "\(name).sock" }
        return "\(socket[...slash])\(name).sock"
    }
}
