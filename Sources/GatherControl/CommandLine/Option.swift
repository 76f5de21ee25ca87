/// An option of the command line; two with the same name are equal.
struct Option: Hashable, Sendable {
    /// The kind of value that an option takes.
    enum Value: Hashable, ExpressibleByStringLiteral {
        case none
        case required(String)
        /// A value can only follow after an equals sign.
        case optional(String)

        init(stringLiteral name: String) { self = .required(name) }
    }

    let name: String
    /// The letter after a single dash.
    let letter: Character?
    /// The value it takes, with its name in the help.
    let value: Value
    /// The effect of the option, in one line of the help.
    let summary: String
    /// The values that a shell can offer.
    let completion: Completion
    /// True if the option makes the command do more than it would without it.
    let isEffect: Bool
    /// The manual's text, in the format of ``ManualText``, for an option of every verb.
    let manual: String

    init(
        _ name: String, _ summary: String, letter: Character? = nil, takes value: Value = .none,
        completes completion: Completion = .none, isEffect: Bool = false, manual: String = ""
    ) {
        (self.name, self.letter, self.value, self.summary) = (name, letter, value, summary)
        (self.completion, self.isEffect, self.manual) = (completion, isEffect, manual)
    }

    static func == (one: Option, other: Option) -> Bool { one.name == other.name }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The option as it is written, such as `-p, --pitch NAME`.
    var spelling: String { (letter.map { "-\($0), " } ?? "") + longSpelling }

    /// The option as it is written without its letter, such as `--pitch NAME`.
    var longSpelling: String {
        switch value {
        case .none: "--\(name)"
        case .required(let value): "--\(name) \(value)"
        case .optional(let value): "--\(name)[=\(value)]"
        }
    }
}

extension Option {
    static var all: [Option] { ofEveryVerb + Verb.all.flatMap(\.options) }

    /// The options that every verb has.
    static let ofEveryVerb = [
        socket, pitch, host, requestID, json, noColor, noPager, quiet, help, version,
    ]

    static let socket = Option(
        "socket", "gatherd's socket; else $GATHERD_SOCKET, or yours", takes: "PATH",
        completes: .files, manual: "Use the daemon at this socket.")
    static let pitch = Option(
        "pitch", "the pitch: NAME.sock beside that socket", letter: "p", takes: "NAME",
        completes: .pitches,
        manual: """
            Use the daemon of this pitch: its socket is
            .Ar NAME Ns Pa .sock
            in the directory of the socket that is chosen otherwise.
            A name is 1 to 32 ASCII letters, digits, '_' and '-', and not "gatherd".
            It cannot be given along with --socket.
            """)
    static let host = Option(
        "host", "the machine gatherd runs on, reached by ssh", letter: "H", takes: "[USER@]HOST",
        completes: .hosts,
        manual: """
            Do it with the gatherd(8) of another machine, which is reached by ssh(1) as systemctl(1)
            does: ssh starts gatherctl *bridge* over there, and nothing listens that did not before.
            HOST is what ssh takes, and may be followed by a colon and a port. --socket and --pitch
            are of the other machine, and so are its environment and the rights of its user. The
            clock is shown as it is over there, however far the two machines' clocks are apart, and
            however long the way is. A *watch* has one connection, and the board two more: for what
            happened, and for what is pressed. These, and another in the place of one that is lost,
            are made with 'BatchMode': then ssh asks no more questions. Where it fails it is run
            again a second later, and then less and less often, up to every 15 seconds. So that it
            asks no password for each command, and what is pressed on the board can be sent at all,
            let it use a key of its own, or have it share one connection with 'ControlMaster' and
            'ControlPersist' of ssh_config(5).
            """)
    static let requestID = Option(
        "request-id", "count once what is sent twice under one ID", takes: "ID",
        manual: """
            Count once what is sent twice under one ID of 1 to 64 printable ASCII characters. Unless
            it is given, each command has a random one of its own.
            """)
    static let json = Option(
        "json", "print the answer as JSON", takes: .optional("short|pretty|off"),
        completes: .choices(["short", "pretty", "off"]),
        manual: "Print the answer of the daemon as JSON, on one line or on several.")
    static let noColor = Option("no-color", "no colours, and no bold digits")
    static let noPager = Option(
        "no-pager", "print what is longer than the screen as it is",
        manual: "Print as it is what is longer than the screen.")
    static let quiet = Option("quiet", "say nothing when it has worked", letter: "q")
    static let help = Option(
        "help", "show this help, or that of a verb", letter: "h",
        manual: "Show the help, or that of the verb.")
    static let version = Option("version", "show the version")

    // MARK: - Options of several verbs

    static let yes = Option("yes", "do not ask", isEffect: true)
    static let format = Option(
        "format", "how it is written", takes: "FORMAT",
        completes: .choices(ExportFormat.allCases.map(\.rawValue)))
    static let since = Option(
        "since", "not those that opened before", takes: "DATE",
        completes: .choices(["today", "yesterday", "7d", "2w"]))
}
