import LinuxIO

/// The options of the submitter's command line.
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
    /// The number of a socket that was passed without the usual variables.
    var descriptor: Int32?
    var idle = Limits.idle

    static let help = """
        usage: gather-submit [--descriptor NUMBER] [--idle MILLISECONDS]

        Carries requests to a Football Gather server, for gatherd, which starts it or has systemd
        start it: it serves the sockets named 'varlink' of those it is passed.

          --descriptor NUMBER   serve the socket that was passed under this number
          --idle MILLISECONDS   end after so long with nothing to do: 30000
          -h, --help            show this
          --version             show the version

        """

    /// Parses the arguments, without the program's name.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--descriptor":
                descriptor = try Self.number(after: argument, &rest, in: 3...65_535)
            case "--idle":
                idle = .milliseconds(try Self.number(after: argument, &rest, in: 1...86_400_000))
            case "-h", "--help": action = .showHelp
            case "--version": action = .showVersion
            default: throw UsageError(message: "unknown argument '\(argument)'")
            }
        }
    }

    private static func number(
        after name: String, _ rest: inout ArraySlice<String>, in range: ClosedRange<Int32>
    ) throws(UsageError) -> Int32 {
        guard let number = rest.popFirst().flatMap(Int32.init), range.contains(number) else {
            throw UsageError(
                message: "\(name) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}
