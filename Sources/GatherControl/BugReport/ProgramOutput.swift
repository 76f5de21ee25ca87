import Glibc
import LinuxIO

/// The output of another program, which was run to its end.
struct ProgramOutput: Hashable {
    /// The text it wrote to standard output and standard error, in order of time.
    let text: String
    /// The way it ended; nil if it took too long and was killed.
    let end: SpawnedProcess.End?

    /// The time that a program may take.
    private static let timeout = Duration.seconds(20)

    /// The greatest number of bytes that are read.
    private static let longestOutput = 1 << 20

    /// Variables for an output that is the same everywhere.
    private static let variables = [
        // In this locale LANGUAGE counts, other than in C.
        "LC_ALL=C.UTF-8", "LANGUAGE=", "SYSTEMD_COLORS=0", "SYSTEMD_PAGER=cat", "SYSTEMD_URLIFY=0",
    ]

    /// Runs a program.
    ///
    /// - Parameter variables: Additional environment variables, as `NAME=value`.
    /// - Throws: A `SystemError` if there is no such program.
    init(
        _ arguments: [String], variables: [String] = [], time: any Timekeeper
    ) throws(SystemError) {
        let output = try MemoryFile.of([])
        let process = try SpawnedProcess(
            arguments, variables: Self.variables + variables,
            streams: SpawnedProcess.Streams(
                input: try Files.open("/dev/null"), output: output, errors: output),
            leadsGroup: true)
        let isOver = time.wait(for: try? process.descriptor(), timeout: Self.timeout)
        if !isOver { process.send(SIGKILL) }
        let end = process.end()
        self.end = isOver ? end : nil
        text = String(decoding: try output.read(Self.longestOutput, at: 0), as: UTF8.self)
    }

    /// Describes for people how it ended, unless that was status 0.
    ///
    /// - Parameter name: The program, for people.
    func fault(of name: String) -> String? {
        switch end {
        case .exited(0)?: nil
        case .exited(let status)?: tr("'%1$@' ended with status %2$@", name, status)
        case .killed(let signal)?: tr("'%1$@' was ended by signal %2$@", name, signal)
        case nil: tr("'%1$@' took too long", name)
        }
    }

    /// The lines of the output, without empty ones.
    var lines: [String] { text.split(whereSeparator: \.isNewline).map(String.init) }
}
