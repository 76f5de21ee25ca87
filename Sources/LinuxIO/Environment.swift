import CLinux
import Glibc

/// The variables and the user of this process.
public struct Environment: Sendable {
    /// The effective user.
    public let uid: UInt32

    /// Whether somebody else started the program than the user whose rights it has, as far as the
    /// kernel knows: it is set-user-ID, or has capabilities of its own.
    public let isSetID: Bool

    private let variables: [(name: String, value: String)]
    private let loginFile: String?

    /// Makes an environment for a test.
    ///
    /// - Parameter loginFile: Where the user is named who has logged in.
    public init(
        variables: [String: String], uid: UInt32, isSetID: Bool = false, loginFile: String? = nil
    ) {
        self.variables = variables.map { (name: $0.key, value: $0.value) }
        self.uid = uid
        self.isSetID = isSetID
        self.loginFile = loginFile
    }

    private init(_ names: [String]) {
        variables = names.compactMap { name in
            getenv(name).map { (name: name, value: String(cString: $0)) }
        }
        uid = geteuid()
        isSetID = getuid() != uid || clinux_is_set_id()
        loginFile = "/proc/self/loginuid"
    }

    /// The user who has logged in, whoever that is by now; nil where nobody has.
    public var loginUID: UInt32? {
        guard let loginFile, let bytes = try? Files.contents(of: loginFile, limit: 16),
            let uid = UInt32(String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber })
        else { return nil }
        // proc_pid_loginuid: -1 is nobody.
        return uid == .max ? nil : uid
    }

    /// The environment of this process, those variables of it that are asked for.
    public static func current(_ names: [String]) -> Environment {
        Environment(names)
    }

    /// The value of a variable, which may be empty; nil if it is not set.
    public func given(_ name: String) -> String? {
        variables.first { $0.name == name }?.value
    }

    /// The value of a variable; one that is empty counts as not set.
    public subscript(name: String) -> String? {
        let value = given(name)
        return value?.isEmpty == false ? value : nil
    }
}

/// Where the daemon's socket and state are when nothing else is said.
///
/// Both programs ask here.
public enum StandardPaths {
    /// The variables that decide.
    public static let variables = [
        "HOME", "STATE_DIRECTORY", "XDG_RUNTIME_DIR", "XDG_STATE_HOME", "GATHERD_SOCKET",
    ]

    /// The socket of the machine's own daemon.
    public static let systemSocket = "/run/gatherd/gatherd.sock"

    /// The directory of the state, nil if none is known.
    ///
    /// `$STATE_DIRECTORY`; else, for root, `/var/lib/gatherd`; else `$XDG_STATE_HOME/gatherd` or
    /// `~/.local/state/gatherd`.
    public static func stateDirectory(_ environment: Environment) -> String? {
        // systemd separates several directories by colons; the first is the one that is meant.
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first {
            return String(given)
        }
        if environment.uid == 0 { return "/var/lib/gatherd" }
        if let base = environment["XDG_STATE_HOME"] { return "\(base)/gatherd" }
        return environment["HOME"].map { "\($0)/.local/state/gatherd" }
    }

    /// The socket of a user's daemon: for root the system's, else
    /// `$XDG_RUNTIME_DIR/gatherd/gatherd.sock`, else `gatherd.sock` in the state directory.
    public static func socket(_ environment: Environment, stateDirectory: String?) -> String? {
        if environment.uid == 0 { return systemSocket }
        if let base = environment["XDG_RUNTIME_DIR"] { return "\(base)/gatherd/gatherd.sock" }
        return stateDirectory.map { "\($0)/gatherd.sock" }
    }
}
