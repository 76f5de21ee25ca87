import Glibc
import LinuxIO

/// The one place that knows what the program is made of.
public enum Assembly {
    /// Runs the program with the arguments of the process, without its name; does not return.
    public static func run(_ arguments: [String]) -> Never {
        // A write brings the same news.
        Signals.ignore(SIGPIPE)
        // Whoever started this may have ignored it, and then there is no end to wait for.
        Signals.reset([SIGCHLD])
        let environment = Environment.current(
            StandardPaths.variables + [
                "TERM", "NO_COLOR", "GATHERCTL_PAGER", "PAGER", "PATH", "GATHERCTL_SSH",
            ] + BoardSigns.variables + TerminalSize.variables + PagerSafety.variables)
        let program = Program(
            environment: environment, streams: .standard(), time: SystemTimekeeper(),
            makeRequestID: makeRequestID,
            connect: { (path) throws(SystemError) in
                try UnixSocket.connect(to: path, timeout: Patience.ofCommand.answer)
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

    /// 128 random bits as 32 hexadecimal digits.
    private static func makeRequestID() -> String {
        var random = SystemRandomNumberGenerator()
        // Spelled out, as the generic ways to it cost a tenth of the time the program takes.
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
