import CLinux
import Glibc

/// Input of a line from a terminal that does not show it.
public enum SecretInput {
    /// The signals that would end the process and leave the terminal without its echo.
    private static let terminating = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    /// Reads a line without its end; nil at the end of the input.
    ///
    /// The terminal is restored when this returns. What was typed before the echo was off is
    /// discarded, since it could be seen; so the question is asked after that. If a signal ends the
    /// process, the terminal is restored first; this does not return then.
    ///
    /// - Parameters:
    ///   - terminal: The terminal.
    ///   - limit: The maximum number of bytes in the line.
    ///   - prompt: Asks the question, once the echo is off.
    public static func line(
        from terminal: Descriptor, limit: Int, prompt: () -> Void
    ) throws(SystemError) -> [UInt8]? {
        let signals = Descriptor(
            owning: try checked { clinux_signals_open(terminating, Int32(terminating.count)) })
        defer { clinux_signals_unblock(terminating, Int32(terminating.count)) }
        var before = termios()
        _ = try checked { tcgetattr(terminal.number, &before) }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Text typed ahead is not the secret, and was visible.
        _ = try checked { tcsetattr(terminal.number, TCSAFLUSH, &silent) }
        prompt()
        let result = Result { () throws(SystemError) in
            try read(terminal, limit: limit, unless: signals)
        }
        _ = tcsetattr(terminal.number, TCSAFLUSH, &before)
        let line = try result.get()
        let number = clinux_signals_read(signals.number)
        if number > 0 {
            // Swift's runtime would react to some signals with a backtrace and a prompt.
            signal(number, SIG_DFL)
            clinux_signals_unblock(terminating, Int32(terminating.count))
            kill(getpid(), number)
        }
        return line
    }

    private static func read(
        _ terminal: Descriptor, limit: Int, unless signals: Descriptor
    ) throws(SystemError) -> [UInt8]? {
        var line: [UInt8] = []
        var byte: [UInt8] = [0]
        while line.count < limit {
            var waits = [terminal, signals].map {
                pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0)
            }
            _ = try checked { poll(&waits, 2, -1) }
            if waits[1].revents != 0 { return nil }
            guard let count = try terminal.read(into: &byte) else { continue }
            if count == 0 { return line.isEmpty ? nil : line }
            if byte[0] == UInt8(ascii: "\n") { break }
            line.append(byte[0])
        }
        return line
    }
}
