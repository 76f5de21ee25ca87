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
          --pitch NAME          the name of the pitch at the broker (that of the machine)
          --prefix TOPIC        the levels of topics before it (gather)
          --home-assistant      describe the pitch to Home Assistant
          --buttons             describe buttons too; they need a second one with --command
          --socket PATH         the socket of gatherd
          --command             carry out the commands that come for the pitch
          --club                read all pitches, and serve fixtures and table on this machine
          --table               make the table of the club; only in one place of it
          --order NAME          how to order teams with equal points: goal-difference,
                                head-to-head
          --serve PATH          the socket at which the club is served
          --check               say what works and what does not, and end
          --withdraw            remove all that the broker retains of the pitch, and end; with
                                --club fixtures and table
          -h, --help            show this
          --version             show the version

        It also reads settings from /etc/gatherd/mqtt.conf; see gather-mqtt(8).

        """

    /// Parses the arguments, without the program's name.
    init(_ arguments: [String]) throws(OptionError) {
        var reader = ServiceArguments(arguments)
        while let name = try reader.next() {
            if let setting = Setting.allCases.first(where: { $0.option == name }) {
                settings[setting] = try Self.value(of: setting, &reader)
                continue
            }
            switch name {
            case "--socket": socket = try reader.socketPath()
            case "--serve": clubSocket = try reader.socketPath()
            case "--password-file": passwordFile = try reader.text()
            case "--command": (action, isOfCommands) = (.command, true)
            case "--club": isOfClub = true
            case "--check": action = try reader.task(.check)
            case "--withdraw": action = try reader.task(.withdraw)
            case "-h", "--help": action = .showHelp
            case "--version": action = .showVersion
            default: throw reader.unknown
            }
        }
        if isOfClub, action == .publish { action = .club }
        guard !isOfClub || !isOfCommands else {
            throw OptionError(message: "--command is not for --club")
        }
        if !isOfClub, action != .showHelp, action != .showVersion {
            for setting in [Setting.table, .order] where settings[setting] != nil {
                throw OptionError(message: "\(setting.option) needs --club")
            }
            if clubSocket != nil { throw OptionError(message: "--serve needs --club") }
        }
    }

    private static func value(
        of setting: Setting, _ reader: inout ServiceArguments
    ) throws(OptionError) -> String {
        let text = setting.isTruth ? reader.attachedText() ?? "yes" : try reader.text()
        if let objection = setting.objection(to: text) {
            throw OptionError(message: "\(setting.option) \(objection)")
        }
        return text
    }
}
