import CLinux
import Glibc

/// The modes of a terminal, restored if this process crashes.
public final class TerminalGuard {
    private let terminal: Descriptor
    private let modes: termios

    /// Records the modes before they are changed.
    public init(_ terminal: Descriptor) throws(SystemError) {
        var modes = termios()
        _ = try checked { tcgetattr(terminal.number, &modes) }
        self.terminal = terminal
        self.modes = modes
    }

    deinit { disarm() }

    /// Makes a crash write a text to the terminal and restore its modes, before it ends the
    /// process.
    ///
    /// - Parameter text: The text, of which at most 256 bytes are used.
    public func arm(writing text: [UInt8]) {
        var modes = modes
        clinux_guard_terminal(terminal.number, &modes, text, text.count)
    }

    /// Restores the modes without waiting for pending output.
    public func restoreModes() {
        var modes = modes
        tcsetattr(terminal.number, TCSANOW, &modes)
    }

    /// Ends the guarding; a crash leaves the terminal alone from now on.
    public func disarm() {
        clinux_unguard_terminal()
    }
}
