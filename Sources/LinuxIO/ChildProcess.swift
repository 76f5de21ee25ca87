import CLinux
import Glibc

/// Another program, started by this one.
public enum ChildProcess {
    /// Starts a program with a socket as its descriptor 3; it shares standard output and error with
    /// this process.
    ///
    /// Nothing waits for its end, so the process has to ignore `SIGCHLD` to leave no zombie.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's name.
    ///   - variable: An additional environment variable, as `NAME=value`.
    public static func start(
        _ path: String, _ arguments: [String], passing socket: Descriptor, variable: String
    ) throws(SystemError) {
        let strings = ([path] + arguments).map { strdup($0) }
        defer { for string in strings { free(string) } }
        let code = (strings + [nil]).withUnsafeBufferPointer { list in
            // SAFETY: the list ends in a null pointer, and it and its strings outlive the call.
            clinux_spawn(path, list.baseAddress, socket.number, variable)
        }
        guard code == 0 else { throw SystemError(code) }
    }
}
