import GatherCore
import LinuxIO

/// The options of the daemon's command line.
struct Options: Equatable {
    /// The action to take.
    enum Action: Equatable {
        case serve
        case showHelp
        case showVersion
    }

    /// An invalid command line; exit status 2.
    struct UsageError: Error, Equatable {
        let message: String
    }

    var action = Action.serve
    /// The path of the socket to create, unless one is passed.
    var socket: String
    var stateDirectory: String
    /// The directory with what people have written for the daemon.
    var configurationDirectory: String?
    /// The path of gather-submit's socket, or of the program itself.
    var submitter: String
    /// The directory of the unit's systemd credentials.
    var credentials: String?
    /// The delay before a gather's result is sent.
    var submitAfter = Limits.submissionGrace
    /// The group whose members may control the match, besides root and the daemon's user.
    var group: String?

    /// The environment variables with the same meaning, besides those of ``StandardPaths``.
    static let variables = ["CREDENTIALS_DIRECTORY", "GATHERD_SUBMITTER"]

    static let help = """
        usage: gatherd [--socket PATH] [--state-directory DIR] [--group NAME] [--submitter PATH]
                       [--submit-after SECONDS]

        Owns a match: its countdown, its score, its end. Control it with gatherctl.

          --socket PATH          where to listen, unless systemd passes a socket
          --state-directory DIR  where the match is kept
          --group NAME           let its members control the match, beside root and this user
          --submitter PATH       gather-submit, or the socket where systemd starts it; else
                                 $GATHERD_SUBMITTER, or the one beside gatherd
          --submit-after SECONDS
                                 how long a result waits before it is sent: 60
          -h, --help             show this
          --version              show the version

        """

    /// Parses the arguments, without the program's name.
    init(_ arguments: [String], environment: Environment) throws(UsageError) {
        var socket: String?
        var directory: String?
        var submitter = environment["GATHERD_SUBMITTER"]
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let (name, attached) = Self.split(argument)
            switch name {
            case "--socket": socket = try Self.value(of: name, attached, &rest)
            case "--state-directory": directory = try Self.value(of: name, attached, &rest)
            case "--group": group = try Self.value(of: name, attached, &rest)
            case "--submit-after":
                submitAfter = .seconds(try Self.seconds(after: name, attached, &rest))
            case "--submitter": submitter = try Self.value(of: name, attached, &rest)
            case "-h", "--help": action = .showHelp
            case "--version": action = .showVersion
            default: throw UsageError(message: "unknown argument '\(argument)'")
            }
        }
        directory = directory ?? StandardPaths.stateDirectory(environment)
        socket = socket ?? StandardPaths.socket(environment, stateDirectory: directory)
        guard let directory, let socket else {
            throw UsageError(message: "no home directory is known: say --state-directory DIR")
        }
        guard socket.utf8.count <= UnixSocket.longestPath else {
            throw UsageError(
                message:
                    "the path of a socket has at most \(UnixSocket.longestPath) bytes: '\(socket)'")
        }
        self.socket = socket
        self.stateDirectory = directory
        self.submitter = submitter ?? Self.ownSubmitter
        credentials = environment["CREDENTIALS_DIRECTORY"]
        configurationDirectory = StandardPaths.configurationDirectory(environment)
    }

    /// The gather-submit that was installed, or built, with this program.
    private static var ownSubmitter: String {
        let directory = Files.directory(of: Files.ownProgram ?? "")
        let places = ["\(directory)/gather-submit", "\(directory)/../libexec/gather-submit"]
        return places.first(where: Files.exists) ?? places[0]
    }

    private static func split(_ argument: String) -> (String, String?) {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
            return (argument, nil)
        }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    private static func seconds(
        after name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> Int {
        let text = try value(of: name, attached, &rest)
        guard let number = Int(text), (0...86_400).contains(number) else {
            throw UsageError(message: "\(name) needs a number of seconds, at most 86400")
        }
        return number
    }

    private static func value(
        of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
            throw UsageError(message: "\(name) needs a value")
        }
        return value
    }
}
