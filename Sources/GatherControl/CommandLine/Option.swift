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
    @LazyText var summary: String
    /// The values that a shell can offer.
    let completion: Completion
    /// True if the option makes the command do more than it would without it.
    let isEffect: Bool
    /// The manual's text, in the format of ``ManualText``, for an option of every verb.
    let manual: String

    /// Makes an option.
    ///
    /// - Parameter summary: The effect.
    init(
        _ name: String, _ summary: @escaping @autoclosure @Sendable () -> String,
        letter: Character? = nil, takes value: Value = .none,
        completes completion: Completion = .none, isEffect: Bool = false, manual: String = ""
    ) {
        (self.name, self.letter, self.value) = (name, letter, value)
        _summary = LazyText(wrappedValue: summary())
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
        "socket", tr("gatherd's socket, else $GATHERD_SOCKET or yours"), takes: "PATH",
        completes: .files, manual: "Use the daemon at this socket.")
    static let pitch = Option(
        "pitch", tr("the pitch: NAME.sock beside that socket"), letter: "p", takes: "NAME",
        completes: .pitches,
        manual: """
            Use the daemon of this pitch: its socket is
            .Ar NAME Ns Pa .sock
            in the directory of the socket that would be used without this option.
            A name is 1 to 64 ASCII letters, digits, '_' and '-', and not "gatherd".
            It cannot be given along with --socket.
            """)
    static let host = Option(
        "host", tr("the machine gatherd runs on, reached by ssh"), letter: "H",
        takes: "[USER@]HOST",
        completes: .hosts,
        manual: """
            Use the gatherd(8) of another machine, over ssh(1) as systemctl(1) does: ssh starts
            gatherctl *bridge* there, so that machine needs no new listening socket. HOST is what
            ssh takes, optionally with a colon and a port. --socket and --pitch name a socket of the
            other machine; the environment and the rights are those of the user there. The clock is
            shown as it is there, even if the clocks of the two machines differ or the network is
            slow. *watch* has one connection, and the board two more: one to ask what happened, and
            one to send what is pressed. These two, and every connection that replaces a lost one,
            are made with 'BatchMode', so that ssh asks no questions; without a terminal, all are.
            If ssh fails, it is started again after one second, then less and less often, up to
            every 15 seconds. To avoid typing a password for each command, and to make the keys of
            the board work at all, give ssh a key, or let it share one connection with
            'ControlMaster' and 'ControlPersist' of ssh_config(5). What is about the machine itself,
            such as *web* and *restore*, is refused, with the command that does it there.
            """)
    static let requestID = Option(
        "request-id", tr("count a command once if it is sent again with ID"), takes: "ID",
        manual: """
            Count the command once, even if it is sent again with the same ID of 1 to 64 printable
            ASCII characters. It has to mean the same as before: a kick-off after a length of time
            does not, such as +20m, nor the name of a player who has another name since or was
            removed. Without this option each command has a random ID of its own.
            """)
    static let json = Option(
        "json", tr("print the answer as JSON"), takes: .optional("short|pretty|off"),
        completes: .choices(["short", "pretty", "off"]),
        manual: """
            Print the answer of the daemon as JSON, on one line or on several. A long one comes in
            parts, an object for each: the matches of *history* and of *verify --all*, and the
            events of a match. *on*, *replay*, *simulate*, *sound* and *web* have no answer, so they
            do not take this option.
            """)
    static let noColor = Option("no-color", tr("no colours, and no bold digits"))
    static let noPager = Option(
        "no-pager", tr("do not use a pager for long output"),
        manual: "Print output longer than the screen without a pager.")
    static let quiet = Option("quiet", tr("print nothing on success"), letter: "q")
    static let help = Option(
        "help", tr("show this help, or that of a verb"), letter: "h",
        manual: "Show the help, or that of the verb.")
    static let version = Option("version", tr("show the version"))

    // MARK: - Options of several verbs

    static let yes = Option("yes", tr("do not ask for confirmation"), isEffect: true)
    static let format = Option(
        "format", tr("the format of the file"), takes: "json|csv",
        completes: .choices(ExportFormat.allCases.map(\.rawValue)))
    static let since = Option(
        "since", tr("leave out matches that opened before"), takes: "DATE",
        completes: .choices(["today", "yesterday", "7d", "2w"]))
}
