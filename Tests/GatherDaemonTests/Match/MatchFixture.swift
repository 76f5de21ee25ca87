import GatherAPI
import Glibc
import LinuxIO
import Testing

@testable import GatherControl
@testable import GatherDaemon

/// A match of gatherd and gatherctl in this process, on one virtual clock: what a person types, and
/// what is shown.
///
/// The socket, the protocol and the database are those of the programs.
final class MatchFixture {
    let daemon: DaemonFixture
    /// The environment of gatherctl.
    var environment = ["HOME": "/home/anna", "TERM": "xterm"]
    private var requests = 0

    init() throws {
        daemon = try DaemonFixture()
    }

    var clock: VirtualClock { daemon.clock }

    /// Runs gatherctl, which is to exit with a status.
    ///
    /// - Returns: What it wrote, errors too.
    @discardableResult
    func ctl(
        _ arguments: String..., input: String = "", status: Int32 = 0,
        at place: SourceLocation = #_sourceLocation
    ) throws -> String {
        try ctl(arguments, input: input, status: status, at: place)
    }

    @discardableResult
    func ctl(
        _ arguments: [String], input: String = "", status: Int32 = 0,
        at place: SourceLocation = #_sourceLocation
    ) throws -> String {
        let screen = try Self.file(with: "")
        let program = Program(
            environment: Environment(variables: environment, uid: 1_000),
            streams: Streams(
                input: Input(try Self.file(with: input), isTerminal: false),
                output: Output(screen, isTerminal: false),
                errors: Output(screen, isTerminal: false)),
            time: ControlTime(clock),
            makeRequestID: { [self] in
                requests += 1
                return "request \(requests)"
            },
            connect: { path throws(SystemError) in try UnixSocket.connect(to: path) },
            connectAtOnce: { path throws(SystemError) in try UnixSocket.connect(to: path) },
            openTerminal: { _, _, _ in nil })
        let ended = program.run(["--socket", daemon.socketPath] + arguments)
        let length = Int(lseek(screen.number, 0, SEEK_END))
        let text = String(decoding: try screen.read(length, at: 0), as: UTF8.self)
        #expect(ended.rawValue == status, "\(arguments): \(text)", sourceLocation: place)
        return text
    }

    /// The match as another client sees it.
    func match() throws -> GatherSnapshot { try daemon.client().gather(.get) }

    /// A file without a name, at whose beginning the next read or write is.
    private static func file(with text: String) throws -> Descriptor {
        let made = try #require(tmpfile())
        defer { fclose(made) }
        let file = Descriptor(owning: dup(fileno(made)))
        _ = try file.write(Array(text.utf8)[...])
        lseek(file.number, 0, SEEK_SET)
        return file
    }
}

/// The time of gatherctl, which is that of a virtual clock.
///
/// It waits for the daemon, which needs no time on that clock.
private final class ControlTime: Timekeeper {
    private let clock: VirtualClock
    private let system = SystemTimekeeper()

    init(_ clock: VirtualClock) {
        self.clock = clock
    }

    func now() -> ClockReading { clock.now() }

    func wait(
        for sources: [Descriptor], orLossOf output: Descriptor?, orRoomIn full: Descriptor?,
        timeout: Duration?, alarm: Duration?
    ) -> [Int] {
        system.wait(
            for: sources, orLossOf: output, orRoomIn: full, timeout: .seconds(20), alarm: nil)
    }
}
