import CLinux
import Glibc

/// Another program that runs and is waited for.
///
/// Whoever starts one waits for its end, or leaves it to be waited for by who comes after this
/// process.
public final class SpawnedProcess {
    /// How a process has ended.
    public enum End: Hashable, Sendable {
        /// By itself, with a status.
        case exited(Int32)
        /// By a signal.
        case killed(Int32)
    }

    /// The three streams of a process.
    public struct Streams {
        let input: Descriptor?
        let output: Descriptor?
        let errors: Descriptor?

        /// Makes streams of descriptors; those that are not given are this process's own.
        public init(
            input: Descriptor? = nil, output: Descriptor? = nil, errors: Descriptor? = nil
        ) {
            (self.input, self.output, self.errors) = (input, output, errors)
        }
    }

    private let id: pid_t
    private let leadsGroup: Bool
    private var ended: End?

    /// Starts a program, which is looked for in `PATH` where its name has no slash.
    ///
    /// - Parameters:
    ///   - arguments: Its name, and what follows it.
    ///   - variables: More for its environment, as `NAME=value`; they come first.
    ///   - leadsGroup: Whether it is to lead a process group of its own.
    public init(
        _ arguments: [String], variables: [String] = [], streams: Streams, leadsGroup: Bool
    ) throws(SystemError) {
        let words = arguments.map { strdup($0) }
        let more = variables.map { strdup($0) }
        defer { for text in words + more { free(text) } }
        var id: pid_t = 0
        // SAFETY: both lists end in a null pointer, and they and their strings outlive the call.
        let code = (words + [nil]).withUnsafeBufferPointer { words in
            (more + [nil]).withUnsafeBufferPointer { more in
                clinux_spawn_program(
                    words.baseAddress, more.baseAddress, streams.input?.number ?? STDIN_FILENO,
                    streams.output?.number ?? STDOUT_FILENO,
                    streams.errors?.number ?? STDERR_FILENO, leadsGroup, &id)
            }
        }
        withExtendedLifetime(streams) {}
        guard code == 0 else { throw SystemError(code) }
        self.id = id
        self.leadsGroup = leadsGroup
    }

    /// Sends a signal to the process, or to its whole group where it leads one.
    ///
    /// Until its end has been asked for, the number is its own, also if it has ended.
    public func send(_ signal: Int32) {
        guard ended == nil else { return }
        _ = kill(leadsGroup ? -id : id, signal)
    }

    /// Whether it has ended, or is about to be found ended; it is still there for ``send(_:)``.
    public var hasEnded: Bool { ended != nil || clinux_has_ended(id) }

    /// How it has ended; waits for that.
    public func end() -> End {
        if let ended { return ended }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        // WIFEXITED and the like of wait(2), which are macros.
        let signal = status & 0x7F
        let end: End = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
        ended = end
        return end
    }
}
