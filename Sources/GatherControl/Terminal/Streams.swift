import Glibc
import LinuxIO

/// The three standard streams of the process.
struct Streams {
    let input: Input
    /// The stream for the answer of a command.
    let output: Output
    let errors: Output

    /// Returns the streams with which this process was started.
    static func standard() -> Streams {
        openMissing()
        func descriptor(_ number: Int32) -> (Descriptor, isTerminal: Bool) {
            (Descriptor(owning: number), isatty(number) == 1)
        }
        let (input, output, errors) = (descriptor(0), descriptor(1), descriptor(2))
        return Streams(
            input: Input(input.0, isTerminal: input.isTerminal),
            output: Output(output.0, isTerminal: output.isTerminal),
            errors: Output(errors.0, isTerminal: errors.isTerminal))
    }

    /// Opens a replacement for each stream that is closed, as the socket must not become standard
    /// output.
    ///
    /// It is open in the wrong direction, so that using it is still an error.
    private static func openMissing() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}
