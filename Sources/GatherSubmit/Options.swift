import LinuxIO

/// The options of the submitter's command line.
struct Options: Equatable {
    /// The action to take.
    enum Action: Equatable {
        case serve
        case showHelp
        case showVersion
    }

    var action = Action.serve
    /// The number of a socket that was passed without the usual variables.
    var descriptor: Int32?
    var idle = Limits.idle

    static let help = """
        usage: gather-submit [--descriptor NUMBER] [--idle MILLISECONDS]

        Carries requests to a Football Gather server, for gatherd. gatherd or systemd starts it, and
        passes it the sockets with the name 'varlink' that it serves.

          --descriptor NUMBER   serve the socket that was passed under this number
          --idle MILLISECONDS   end after this time with nothing to do (30000)
          -h, --help            show this
          --version             show the version

        """

    /// Parses the arguments, without the program's name.
    init(_ arguments: [String]) throws(OptionError) {
        var reader = ServiceArguments(arguments)
        while let name = try reader.next() {
            switch name {
            case "--descriptor": descriptor = Int32(try reader.number(in: 3...65_535))
            case "--idle": idle = .milliseconds(try reader.number(in: 1...86_400_000))
            case "-h", "--help": action = .showHelp
            case "--version": action = .showVersion
            default: throw reader.unknown
            }
        }
    }
}
