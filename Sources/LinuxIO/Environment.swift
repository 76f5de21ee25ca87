import CLinux
import Glibc

/// The variables and the user of this process.
public struct Environment: Sendable {
    /// The effective user.
    public let uid: UInt32

    /// True if the program was started by another user than the one whose rights it has, as far as
    /// the kernel knows.
    ///
    /// It is then set-user-ID, or has capabilities of its own.
    public let isSetID: Bool

    /// The variables; nil for those of this process.
    private let variables: [String: String]?
    private let loginFile: String?

    /// The environment of this process.
    public static var current: Environment { Environment() }

    /// Makes an environment for a test.
    ///
    /// - Parameter loginFile: The file that contains the ID of the logged-in user.
    public init(
        variables: [String: String], uid: UInt32, isSetID: Bool = false, loginFile: String? = nil
    ) {
        self.variables = variables
        self.uid = uid
        self.isSetID = isSetID
        self.loginFile = loginFile
    }

    private init() {
        variables = nil
        uid = geteuid()
        isSetID = getuid() != uid || clinux_is_set_id()
        loginFile = "/proc/self/loginuid"
    }

    /// The user who logged in, even if the process now has another user; nil if none did.
    public var loginUID: UInt32? {
        guard let loginFile, let bytes = try? Files.contents(of: loginFile, limit: 16),
            let uid = UInt32(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
        else { return nil }
        // In proc_pid_loginuid(5), -1 stands for no user.
        return uid == .max ? nil : uid
    }

    /// Reads a Boolean word in the way of systemd; nil for any other.
    public static func truth(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "1", "yes", "y", "true", "t", "on": true
        case "0", "no", "n", "false", "f", "off": false
        default: nil
        }
    }

    /// Returns the value of a variable, which may be empty; nil if it is not set.
    public func given(_ name: String) -> String? {
        guard let variables else { return getenv(name).map { String(cString: $0) } }
        return variables[name]
    }

    /// The value of a variable; an empty one counts as not set.
    public subscript(name: String) -> String? {
        let value = given(name)
        return value?.isEmpty == false ? value : nil
    }
}

/// The default paths of the daemon's socket and state.
///
/// Both programs use them.
public enum StandardPaths {
    /// The name of the file in the directory of the state that a running daemon locks.
    public static let lockName = "gatherd.lock"

    /// The environment variable with the name of the pitch that a service is for.
    public static let pitchVariable = "GATHERD_PITCH"

    /// The socket of the machine's own daemon.
    public static let systemSocket = "/run/gatherd/gatherd.sock"

    /// Returns the directory of the state, or nil if none is known.
    ///
    /// It is `$STATE_DIRECTORY`; else, for root, `/var/lib/gatherd`; else `$XDG_STATE_HOME/gatherd`
    /// or `~/.local/state/gatherd`.
    public static func stateDirectory(
        _ environment: Environment, of program: String = "gatherd"
    ) -> String? {
        // systemd separates several directories by colons; the first one is used.
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
            return String(given)
        }
        if environment.uid == 0 { return "/var/lib/\(program)" }
        if let base = environment["XDG_STATE_HOME"] { return "\(base)/\(program)" }
        return environment["HOME"].map { "\($0)/.local/state/\(program)" }
    }

    /// Returns the directory with what people have written for the daemon, or nil if none is known.
    ///
    /// It is `$CONFIGURATION_DIRECTORY`; else, for root, `/etc/gatherd`; else
    /// `$XDG_CONFIG_HOME/gatherd` or `~/.config/gatherd`.
    public static func configurationDirectory(_ environment: Environment) -> String? {
        if let given = environment["CONFIGURATION_DIRECTORY"]?.split(separator: ":").first {
            return String(given)
        }
        if environment.uid == 0 { return "/etc/gatherd" }
        if let base = environment["XDG_CONFIG_HOME"] { return "\(base)/gatherd" }
        return environment["HOME"].map { "\($0)/.config/gatherd" }
    }

    /// Returns the socket of a user's daemon.
    public static func socket(_ environment: Environment, stateDirectory: String?) -> String? {
        socket(systemSocket, environment, stateDirectory)
    }

    /// Returns the socket of a user in the place of one in `/run`, such as
    /// `/run/gatherd/gatherd.sock`.
    ///
    /// For root it is that one, else `$XDG_RUNTIME_DIR/gatherd/gatherd.sock`, else `gatherd.sock`
    /// in the state directory of gatherd.
    private static func socket(
        _ system: String, _ environment: Environment, _ stateDirectory: String?
    ) -> String? {
        if environment.uid == 0 { return system }
        let parts = system.split(separator: "/")
        if let base = environment["XDG_RUNTIME_DIR"] { return "\(base)/\(parts[1])/\(parts[2])" }
        return stateDirectory.map { "\($0)/\(parts[2])" }
    }

    /// Returns the socket that a client of this user connects to: that of the user's own daemon, or
    /// of the machine's if the user has none.
    ///
    /// - Parameter isThere: Returns true if a daemon listens at a path, or may.
    public static func usualSocket(
        _ environment: Environment, isThere: (String) -> Bool = Files.exists
    ) -> String {
        let own = socket(environment, stateDirectory: stateDirectory(environment))
        return own.map { isThere($0) || !isThere(systemSocket) ? $0 : systemSocket } ?? systemSocket
    }

    /// Returns the socket at which a user's gather-web pairs devices.
    public static func remoteSocket(_ environment: Environment) -> String? {
        socket(systemRemoteSocket, environment, stateDirectory(environment))
    }

    /// Returns the socket at which a user's gather-mqtt serves a club.
    public static func clubSocket(_ environment: Environment) -> String? {
        socket(systemClubSocket, environment, stateDirectory(environment))
    }

    /// The socket at which the machine's own gather-mqtt serves a club.
    public static let systemClubSocket = "/run/gather-club/club.sock"

    /// The Unix socket at which the machine's own gather-web serves proxies.
    public static let systemPageSocket = "/run/gather-web/gather-web.sock"

    /// The port of the page.
    public static let pagePort: UInt16 = 8_080

    /// The port of the remote.
    public static let remotePort: UInt16 = 8_081

    /// The socket at which the machine's own gather-web pairs devices.
    public static let systemRemoteSocket = "/run/gather-remote/gather-remote.sock"
}
