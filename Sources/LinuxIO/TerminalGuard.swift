import CLinux
import Glibc

/// The modes of a terminal, and a crash of this process that gives them back.
public final class TerminalGuard {
    private let terminal: Descriptor
    private let modes: termios

    /// Notes the modes as they are, before the terminal is taken.
    public init(_ terminal: Descriptor) throws(SystemError) {
        var modes = termios()
        _ = try checked { tcgetattr(terminal.number, &modes) }
        self.terminal = terminal
        self.modes = modes
    }

    deinit { disarm() }

    /// From here on, a crash writes this text to the terminal and sets its modes before it ends
    /// the process.
    ///
    /// - Parameter text: At most 256 bytes of it.
    public func arm(writing text: [UInt8]) {
        var modes = modes
        clinux_guard_terminal(terminal.number, &modes, text, text.count)
    }

    /// Sets the modes as they were, whatever of its output still waits.
    public func restoreModes() {
        var modes = modes
        tcsetattr(terminal.number, TCSANOW, &modes)
    }

    /// The terminal is given back, and a crash leaves it alone.
    public func disarm() {
        clinux_unguard_terminal()
    }
}
