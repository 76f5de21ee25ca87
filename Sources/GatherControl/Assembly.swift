import Glibc
import LinuxIO

/// The composition root: the only place that names the concrete types of the program.
public enum Assembly {
    /// Runs the program with the arguments of the process, without its name; does not return.
    public static func run(_ arguments: [String]) -> Never {
        // A write to a closed pipe reports the same error by EPIPE.
        Signals.ignore(SIGPIPE)
        // The parent process may have ignored SIGCHLD; waiting for a child would then never end.
        Signals.reset([SIGCHLD])
        let environment = Environment.current
        Catalogue.open(environment)
        let program = Program(
            environment: environment, streams: .standard(), time: SystemTimekeeper(),
            makeRequestID: makeRequestID,
            connect: { (path) throws(SystemError) in
                try UnixSocket.connect(to: path, timeout: RetryPolicy.ofCommand.answer)
            },
            connectAtOnce: { (path) throws(SystemError) in
                try UnixSocket.connect(to: path, timeout: .milliseconds(1))
            },
            openTerminal: { (streams, type, hasColors) throws(SystemError) in
                try NCursesTerminal(
                    streams, type: type, hasColors: hasColors,
                    fallbackSize: TerminalSize { environment[$0] })
            })
        exit(program.run(arguments).rawValue)
    }

    /// Makes a request ID: 128 random bits as 32 hexadecimal digits.
    private static func makeRequestID() -> String {
        var random = SystemRandomNumberGenerator()
        // Spelled out, as the generic ways cost a tenth of the program's running time.
        var id = ""
        for _ in 0..<2 {
            var bits: UInt64 = random.next()
            for _ in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: bits & 0xF)
                id.unicodeScalars.append(Unicode.Scalar(digit < 10 ? 0x30 + digit : 0x57 + digit))
                bits >>= 4
            }
        }
        return id
    }
}
