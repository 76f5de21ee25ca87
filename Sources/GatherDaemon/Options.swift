import GatherCore
import LinuxIO

/// The options of the daemon's command line.
struct Options: Equatable {
    /// The action to take.
    enum Action: Equatable {
        case serve
        /// Read everything, report faults, and end.
        case check
        /// Check an export on standard input, and end.
        case checkExport(code: String?)
        /// Check a backup, and end.
        case checkBackup(file: String)
        /// Put a backup in the place of the database, and end.
        case restore(file: String, isForced: Bool)
        case showHelp
        case showVersion

        /// True if neither a socket nor a directory is used.
        var needsNothing: Bool {
            switch self {
            case .serve, .check, .restore: false
            case .checkExport, .checkBackup, .showHelp, .showVersion: true
            }
        }
    }

    var action = Action.serve
    /// The path of the socket to create, unless one is passed.
    var socket: String
    var stateDirectory: String
    /// True if standard input moves the clock of the match, for `gatherctl replay`; it is not in
    /// the help.
    var movesClock = false
    /// The directory with what people have written for the daemon.
    var configurationDirectory: String?
    /// The directory of the unit's systemd credentials.
    var credentials: String?
    /// The settings in force, in the order of ``Setting``.
    private(set) var inForce: [SettingInForce] = []

    /// The directories with files of formats, in the order of precedence.
    var directories: [String] {
        [stateDirectory] + [configurationDirectory].compactMap(\.self)
    }

    /// The path of gather-submit's socket, or of the program itself.
    var submitter: String { self[.submitter].value ?? Self.ownSubmitter }

    /// The delay before a gather's result is sent.
    var submitAfter: Duration {
        self[.submitAfter].value.flatMap(TimeSpan.duration) ?? Limits.submissionGrace
    }

    static let help = """
        usage: gatherd [--socket PATH] [--state-directory DIR] [--group NAME] [--submitter PATH]
                       [--submit-after TIME] [--remote-user NAME] [--check]
               gatherd --check-export [--code CODE]
               gatherd --check-backup FILE
               gatherd --restore FILE [--force] [--state-directory DIR]

        Owns a match: its countdown, its score, its end. Control it with gatherctl.

          --socket PATH          where to listen, unless systemd passes a socket; without it
                                 $GATHERD_SOCKET, or a socket of your own
          --state-directory DIR  where the match is kept
          --group NAME           let its members control the match, beside root and this user
          --submitter PATH       gather-submit, or the socket where systemd starts it; without
                                 it the program beside gatherd
          --submit-after TIME    how long a result waits before it is sent (60 s)
          --remote-user NAME     let this user, too, say which device a command comes from
          --check                read the configuration and the state, say what is wrong, and end
          --check-export         check an export of gatherctl on standard input, and end
          --check-backup FILE    check a file of 'gatherctl backup', and end
          --restore FILE         put a backup in the place of the database, and end
          --force                do so even if the database is newer than the backup
          --code CODE            find the event after which a match had this code
          -h, --help             show this
          --version              show the version

        """

    /// Parses the arguments, without the program's name.
    ///
    /// - Parameter configuration: What the files say, which an option overrides.
    init(
        _ arguments: [String], environment: Environment, configuration: Configuration = .none
    ) throws(OptionError) {
        var socket: String?
        var directory: String?
        var given: [Setting: String] = [:]
        var code: String?
        var isForced = false
        var reader = ServiceArguments(arguments)
        while let name = try reader.next() {
            switch name {
            case "--socket": socket = try reader.text()
            case "--state-directory": directory = try reader.text()
            case "--check": action = try reader.task(.check)
            case "--moved-clock": movesClock = true
            case "--check-export": action = try reader.task(.checkExport(code: nil))
            case "--check-backup":
                action = try reader.task(.checkBackup(file: try reader.text()))
            case "--restore":
                action = try reader.task(.restore(file: try reader.text(), isForced: false))
            case "--force": isForced = true
            case "--code":
                let text = try reader.text()
                code = EventChain.code(read: text)
                guard code != nil else {
                    throw OptionError(message: "'\(text)' is not a code: 16 letters and digits")
                }
            case "-h", "--help": action = .showHelp
            case "--version": action = .showVersion
            default:
                guard let setting = Setting.allCases.first(where: { $0.option == name }) else {
                    throw reader.unknown
                }
                given[setting] = try reader.text()
            }
        }
        if case .checkExport = action {
            action = .checkExport(code: code)
        } else if code != nil {
            throw OptionError(message: "'--code' is for '--check-export'")
        }
        if case .restore(let file, _) = action {
            action = .restore(file: file, isForced: isForced)
        } else if isForced {
            throw OptionError(message: "'--force' is for '--restore'")
        }
        // Help is for whoever has set something wrong as well.
        if action.needsNothing {
            (self.socket, stateDirectory) = ("", "")
            return
        }
        directory = directory ?? StandardPaths.stateDirectory(environment)
        // A gatherctl for which it is set would not reach a daemon elsewhere.
        socket =
            socket ?? environment["GATHERD_SOCKET"]
            ?? StandardPaths.socket(environment, stateDirectory: directory)
        guard let directory, let socket else {
            throw OptionError(message: "no home directory is known: say --state-directory DIR")
        }
        guard socket.utf8.count <= UnixSocket.longestPath else {
            throw OptionError(
                message:
                    "the path of a socket has at most \(UnixSocket.longestPath) bytes: '\(socket)'")
        }
        self.socket = socket
        self.stateDirectory = directory
        credentials = environment["CREDENTIALS_DIRECTORY"]
        configurationDirectory = StandardPaths.configurationDirectory(environment)
        for setting in Setting.allCases {
            inForce.append(try Self.inForce(setting, given, configuration, environment))
        }
    }

    /// The setting in force.
    subscript(setting: Setting) -> SettingInForce {
        inForce.first { $0.setting == setting }
            ?? SettingInForce(setting: setting, value: nil, origin: .builtIn)
    }

    /// Returns a setting from an option, else from a file, else from the environment.
    ///
    /// The units set their defaults in the environment, so the files of an administrator override
    /// them.
    private static func inForce(
        _ setting: Setting, _ given: [Setting: String], _ configuration: Configuration,
        _ environment: Environment
    ) throws(OptionError) -> SettingInForce {
        if let text = given[setting] {
            return try checked(SettingInForce(setting: setting, value: text, origin: .option))
        }
        if let value = configuration[setting] {
            let origin = SettingInForce.Origin.file(place: value.place)
            return SettingInForce(setting: setting, value: value.text, origin: origin)
        }
        if let text = environment[setting.variable] {
            return try checked(SettingInForce(setting: setting, value: text, origin: .variable))
        }
        return SettingInForce(setting: setting, value: nil, origin: .builtIn)
    }

    private static func checked(_ setting: SettingInForce) throws(OptionError) -> SettingInForce {
        // A path of the command line may be relative to where the daemon is started.
        guard setting.setting != .submitter, let value = setting.value,
            let objection = setting.setting.objection(to: value)
        else { return setting }
        throw OptionError(message: "\(setting.originText): \(objection)")
    }

    /// The gather-submit that was installed, or built, with this program.
    private static var ownSubmitter: String {
        let directory = Files.ownProgram.map(Files.directory(of:)) ?? "/usr/bin"
        let places = ["\(directory)/gather-submit", "\(directory)/../libexec/gather-submit"]
        return places.first(where: Files.exists) ?? places[0]
    }
}
