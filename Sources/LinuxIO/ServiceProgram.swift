import Glibc

/// The beginning and the end of a service's process.
public enum ServiceProgram {
    /// Runs a service, and ends with the reason if it cannot start; does not return.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - start: It escapes, so that it keeps the objects that it captures: as this call never
    ///     returns, Swift 6.3 would release those of a closure that does not escape.
    public static func run(_ name: String, _ start: @escaping () throws -> Void) -> Never {
        do {
            try start()
            exit(0)
        } catch let error as OptionError {
            leave(2, "\(name): \(error.message); try '\(name) --help'\n")
        } catch {
            leave(1, "\(name): cannot start: \(error)\n")
        }
    }

    /// Prepares the process, before it opens anything.
    public static func prepare() {
        // Files and sockets are accessible to this user alone.
        umask(0o077)
        // The memory holds tokens and, for a while, passwords.
        Secrecy.forbidCoreDumps()
        Files.openMissingStandardStreams()
        Allocator.useOneArena()
        Allocator.releaseLargeBlocks()
        Signals.ignore(SIGPIPE)
        // Exceeding the file size limit is then an error of the write.
        Signals.ignore(SIGXFSZ)
        // A service that crashes, or that the watchdog kills, must end and be started again.
        Signals.reset([SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP])
    }

    /// Returns the signals that end a service, which has 5 s for it.
    public static func endSignals(of name: String) throws(SystemError) -> EndSignals {
        try EndSignals(
            [SIGTERM, SIGINT], timeout: .seconds(5),
            message: "\(name): cannot come to a clean end, ending\n")
    }

    /// Ends the process with a text; with exit status 1 instead of 0 if that cannot be written.
    public static func leave(
        _ status: Int32, _ text: String, to output: Int32 = STDERR_FILENO
    ) -> Never {
        let isWritten = write(text, to: output)
        exit(!isWritten && status == 0 ? 1 : status)
    }

    /// Writes a text.
    ///
    /// - Returns: False if it cannot be written.
    @discardableResult
    public static func write(_ text: String, to output: Int32) -> Bool {
        var text = text
        return text.withUTF8 { Glibc.write(output, $0.baseAddress, $0.count) } >= 0
    }
}

/// A reason why a service cannot start, or cannot use a file.
public struct ServiceFailure: Error, CustomStringConvertible {
    /// The reason, as shown after the name of the program.
    public let description: String

    /// Makes a failure of a reason.
    public init(description: String) { self.description = description }
}
