import CLinux
import Glibc

/// Another program that runs and whose end is waited for.
///
/// The code that starts one waits for its end, or leaves that to the parent that follows when this
/// process has ended.
public final class SpawnedProcess {
    /// The way in which a process ended.
    public enum End: Hashable, Sendable {
        /// It exited with a status.
        case exited(Int32)
        /// It was killed by a signal.
        case killed(Int32)
    }

    /// The three streams of a process.
    public struct Streams {
        let input: Descriptor?
        let output: Descriptor?
        let errors: Descriptor?

        /// Makes streams from descriptors; those that are omitted are this process's own.
        public init(
            input: Descriptor? = nil, output: Descriptor? = nil, errors: Descriptor? = nil
        ) {
            (self.input, self.output, self.errors) = (input, output, errors)
        }
    }

    private let id: pid_t
    private let leadsGroup: Bool
    private var ended: End?

    /// Starts a program, which is searched in `PATH` if its name has no slash.
    ///
    /// - Parameters:
    ///   - arguments: The program's name and its arguments.
    ///   - variables: Additional environment variables, as `NAME=value`; they come first.
    ///   - leadsGroup: True to make it the leader of a new process group.
    public init(
        _ arguments: [String], variables: [String] = [], streams: Streams, leadsGroup: Bool
    ) throws(SystemError) {
        let argv = arguments.map { strdup($0) }
        let more = variables.map { strdup($0) }
        defer { for text in argv + more { free(text) } }
        var id: pid_t = 0
        // SAFETY: both lists end in a null pointer, and they and their strings outlive the call.
        let code = (argv + [nil]).withUnsafeBufferPointer { argv in
            (more + [nil]).withUnsafeBufferPointer { more in
                clinux_spawn_program(
                    argv.baseAddress, more.baseAddress, streams.input?.number ?? STDIN_FILENO,
                    streams.output?.number ?? STDOUT_FILENO,
                    streams.errors?.number ?? STDERR_FILENO, leadsGroup, &id)
            }
        }
        withExtendedLifetime(streams) {}
        guard code == 0 else { throw SystemError(code) }
        self.id = id
        self.leadsGroup = leadsGroup
    }

    /// Runs a program in this process, instead of what it runs now.
    ///
    /// - Returns: The error because of which it is not run.
    public static func replaceThisProcess(_ arguments: [String]) -> SystemError {
        let argv = arguments.map { strdup($0) }
        defer { for text in argv { free(text) } }
        guard let program = arguments.first else { return SystemError(ENOENT) }
        // SAFETY: the list ends in a null pointer, and it and its strings outlive the call.
        _ = (argv + [nil]).withUnsafeBufferPointer { list in
            list.baseAddress.map { execvp(program, $0) }
        }
        return SystemError(errno)
    }

    /// Returns a descriptor that is readable when the process has ended, pidfd_open(2).
    public func descriptor() throws(SystemError) -> Descriptor {
        Descriptor(owning: try checked { clinux_process_open(id) })
    }

    /// Sends a signal to the process, or to its whole group if it leads one.
    ///
    /// Its number is not reused before ``end()`` has been called, even if it has ended.
    public func send(_ signal: Int32) {
        guard ended == nil else { return }
        _ = kill(leadsGroup ? -id : id, signal)
    }

    /// True if the process has ended; ``send(_:)`` is still safe until ``end()``.
    public var hasEnded: Bool { ended != nil || clinux_has_ended(id) }

    /// Waits for the end and returns how the process ended.
    public func end() -> End {
        if let ended { return ended }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        // These are WIFEXITED and similar macros of wait(2), which are not imported.
        let signal = status & 0x7F
        let end: End = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
        ended = end
        return end
    }
}
