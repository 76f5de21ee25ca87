import LinuxIO

/// The options of the command line.
struct Options: Equatable {
    /// The action to take.
    enum Action: Equatable {
        case publish
        /// Carry out the commands that come through the broker.
        case command
        /// Read all pitches of a club.
        case club
        /// Try what works, and say so.
        case check
        /// Take back all that is retained of the pitch, or of the club.
        case withdraw
        case showHelp
        case showVersion
    }

    /// An invalid command line; exit status 2.
    struct UsageError: Error, Equatable {
        let message: String
    }

    var action = Action.publish
    private var isOfCommands = false
    /// True if the action is about a club rather than a pitch.
    var isOfClub = false
    /// The values of settings, which override those of files.
    var settings: [Setting: String] = [:]
    /// The socket of gatherd; nil for the usual one.
    var socket: String?
    /// The socket at which a club is served; nil for the usual one.
    var clubSocket: String?
    /// The file of the password; nil for the credential of the service, if there is one.
    var passwordFile: String?

    static let help = """
        usage: gather-mqtt --broker HOST[:PORT] [option ...]
               gather-mqtt --broker HOST[:PORT] --club [option ...]
               gather-mqtt [--club] [option ...] --check | --withdraw

        Publishes the match of gatherd at a broker of MQTT: displays elsewhere show it. With
        --command it carries out commands for the match that come through the broker instead.

          --broker HOST[:PORT]  the broker; the port is 1883, with TLS 8883
          --tls                 connect over TLS, and check the broker's certificate
          --ca FILE             the authorities to trust instead of the system's; with TLS
          --user NAME           the name to sign in with
          --password-file FILE  the file of the password
          --pitch NAME          the name of the pitch at the broker: that of the machine
          --prefix TOPIC        the levels before it: gather
          --home-assistant      describe the pitch to Home Assistant
          --buttons             with buttons there, for which --command has to run as well
          --socket PATH         the socket of gatherd
          --command             carry out the commands that come for the pitch
          --club                read all pitches, and serve fixtures and table on this machine
          --table               make the table of the club; in one place alone
          --order NAME          of teams with equal points: goal-difference, head-to-head
          --serve PATH          the socket at which the club is served
          --check               say what works and what does not, and end
          --withdraw            take back all that is retained of the pitch, and end; with --club
                                fixtures and table
          -h, --help            show this
          --version             show the version

        Settings are read from /etc/gatherd/mqtt.conf as well; see gather-mqtt(8).

        """

    /// Parses the arguments, without the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let (name, attached) = Self.split(argument)
            if let setting = Setting.allCases.first(where: { $0.option == name }) {
                let text =
                    setting.isTruth
                    ? attached ?? "yes" : try Self.text(name, attached, &rest)
                guard setting.accepts(text) else {
                    throw UsageError(message: "\(name) needs \(setting.wanted)")
                }
                settings[setting] = text
                continue
            }
            switch name {
            case "--socket": socket = try Self.path(name, attached, &rest)
            case "--serve": clubSocket = try Self.path(name, attached, &rest)
            case "--password-file": passwordFile = try Self.text(name, attached, &rest)
            default: try flag(argument)
            }
        }
        if isOfClub, action == .publish { action = .club }
        guard !isOfClub || !isOfCommands else {
            throw UsageError(message: "--command is not for --club")
        }
        if !isOfClub, action != .showHelp, action != .showVersion {
            for setting in [Setting.table, .order] where settings[setting] != nil {
                throw UsageError(message: "\(setting.option) needs --club")
            }
            if clubSocket != nil { throw UsageError(message: "--serve needs --club") }
        }
    }

    private mutating func flag(_ argument: String) throws(UsageError) {
        switch argument {
        case "--command": (action, isOfCommands) = (.command, true)
        case "--club": isOfClub = true
        case "--check": action = .check
        case "--withdraw": action = .withdraw
        case "-h", "--help": action = .showHelp
        case "--version": action = .showVersion
        default: throw UsageError(message: "unknown argument '\(argument)'")
        }
    }

    private static func split(_ argument: String) -> (String, String?) {
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
            return (argument, nil)
        }
        return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
    }

    private static func path(
        _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        let path = try text(name, attached, &rest)
        guard path.utf8.count <= UnixSocket.longestPath else {
            let limit = UnixSocket.longestPath
            throw UsageError(message: "\(name) needs a path of at most \(limit) bytes")
        }
        return path
    }

    private static func text(
        _ name: String, _ attached: String?, _ rest: inout ArraySlice<String>
    ) throws(UsageError) -> String {
        guard let text = attached ?? rest.popFirst(), !text.isEmpty else {
            throw UsageError(message: "\(name) needs a value")
        }
        return text
    }
}
