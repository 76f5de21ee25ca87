import Glibc
import LinuxIO
import Varlink

@testable import GatherControl

/// A test bench for gatherctl: the program with a fake daemon, a virtual clock and pipes.
final class Bench {
    /// The result of a run of the program.
    struct Result {
        let status: ExitStatus
        let output: String
        let errors: String
        /// The calls that were sent on each connection.
        let calls: [[Call]]
    }

    /// The streams that are terminals.
    struct Terminals {
        var input = false
        var output = false
        var errors = false

        static let none = Terminals()
        static let all = Terminals(input: true, output: true, errors: true)
    }

    let daemon: FakeDaemon
    let time = VirtualTimekeeper()
    var environment = [
        "HOME": "/home/anna", "GATHERD_SOCKET": "/run/test.sock", "TERM": "xterm",
    ]
    var uid: UInt32 = 1_000
    var input = ""
    var terminals = Terminals.none
    private(set) var paths: [String] = []
    /// The terminal that a board is shown on; nil for a type that is not in terminfo.
    var boardTerminal: FakeTerminal?
    private(set) var boardTypes: [String] = []

    convenience init(_ scripts: FakeDaemon.Script...) { self.init(scripts) }

    init(_ scripts: [FakeDaemon.Script]) {
        daemon = FakeDaemon(scripts)
    }

    /// Runs the program.
    func run(_ arguments: String...) throws -> Result { try run(arguments) }

    /// Runs the program.
    func run(_ arguments: [String]) throws -> Result {
        let output = try Self.pipe()
        let errors = try Self.pipe()
        let status = program(output: output.writer, errors: errors.writer).run(arguments)
        return Result(
            status: status, output: Self.read(output.reader), errors: Self.read(errors.reader),
            calls: try daemon.received())
    }

    /// Runs a watch until the daemon's scripts are over, or nothing more would happen.
    func watch(_ arguments: String...) throws -> Result {
        try runEndless(["watch"] + arguments) { [self] leave in
            daemon.whenOver = leave
            time.whenStuck = leave
        }
    }

    /// Follows the log until the daemon's scripts are over, or nothing more would happen.
    func follow(_ arguments: String...) throws -> Result {
        try runEndless(["log", "-f"] + arguments) { [self] leave in
            daemon.whenOver = leave
            time.whenStuck = leave
        }
    }

    /// Runs a watch for so long.
    func watchUntil(_ end: Duration, _ arguments: String...) throws -> Result {
        try runEndless(["watch"] + arguments) { [self] leave in
            time.whenStuck = leave
            let before = time.afterWait
            time.afterWait = { elapsed in
                before(elapsed)
                if elapsed >= end { leave() }
            }
        }
    }

    private func runEndless(
        _ arguments: [String], leaving: (@escaping () -> Void) -> Void
    ) throws -> Result {
        let errors = try Self.pipe()
        var (reader, output) = try Self.openEnds()
        var text = ""
        leaving {
            if let open = reader { text = Self.read(open) }
            reader = nil
        }
        let status = program(output: output, errors: errors.writer).run(arguments)
        return Result(
            status: status, output: text, errors: Self.read(errors.reader),
            calls: try daemon.received())
    }

    /// Runs the program with an output that fails.
    func run(_ arguments: String..., into path: String) throws -> Result {
        let errors = try Self.pipe()
        let output = Descriptor(owning: open(path, O_WRONLY))
        let status = program(output: output, errors: errors.writer).run(arguments)
        return Result(
            status: status, output: "", errors: Self.read(errors.reader),
            calls: try daemon.received())
    }

    /// Runs the program with an output that nobody reads.
    func runUnread(_ arguments: String...) throws -> Result {
        let errors = try Self.pipe()
        let output = try Self.pipe().writer
        let status = program(output: output, errors: errors.writer).run(arguments)
        return Result(
            status: status, output: "", errors: Self.read(errors.reader),
            calls: try daemon.received())
    }

    private func program(output: Descriptor, errors: Descriptor) -> Program {
        Program(
            environment: Environment(variables: environment, uid: uid),
            streams: Streams(
                input: Input(typed(), isTerminal: terminals.input),
                output: Output(output, isTerminal: terminals.output),
                errors: Output(errors, isTerminal: terminals.errors)),
            time: time, makeRequestID: { "cafe" },
            connect: { [self] path throws(SystemError) in
                paths.append(path)
                return try daemon.connect()
            },
            connectAtOnce: { [self] path throws(SystemError) in
                paths.append(path)
                return try daemon.connect()
            },
            openTerminal: { [self] _, type, _ throws(SystemError) in
                boardTypes.append(type)
                return boardTerminal
            })
    }

    /// Returns an input with the typed text, and then the end.
    private func typed() -> Descriptor {
        guard let pipe = try? Self.pipe() else { return Descriptor(owning: -1) }
        _ = input.isEmpty ? 0 : try? pipe.writer.write(Array(input.utf8)[...])
        return pipe.reader
    }

    /// Returns a pipe whose reading end is closed when it is set to nil.
    private static func openEnds() throws -> (reader: Descriptor?, writer: Descriptor) {
        let pipe = try pipe()
        return (pipe.reader, pipe.writer)
    }

    private static func pipe() throws(SystemError) -> (reader: Descriptor, writer: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        guard Glibc.pipe(&numbers) == 0 else { throw SystemError() }
        let pipe = (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
        // Otherwise a program that is started would inherit both ends and keep them open.
        for end in numbers { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        try UnixSocket.makeNonBlocking(pipe.0)
        // The pipe needs room for all output, as it is read only after the end of the program.
        _ = fcntl(pipe.1.number, setPipeSize, 1 << 20)
        return pipe
    }

    /// F_SETPIPE_SZ of fcntl(2).
    private static let setPipeSize: Int32 = 1_031

    private static func read(_ reader: Descriptor) -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while let count = try? reader.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
