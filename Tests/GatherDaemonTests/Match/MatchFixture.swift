import Dispatch
import FoundationEssentials
import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl
@testable import GatherDaemon

/// A match of gatherd and gatherctl in this process, on one virtual clock: what a person types, and
/// what is shown.
///
/// The socket, the protocol and the database are those of the programs.
final class MatchFixture {
    let daemon: DaemonFixture
    /// The environment of gatherctl.
    var environment: [String: String]

    /// Starts a daemon, and adds players of these names to its squad.
    init(players: String...) throws {
        daemon = try DaemonFixture()
        environment = [
            "HOME": "/home/anna", "TERM": "xterm", "GATHERD_SOCKET": daemon.socketPath,
        ]
        for name in players { try ctl("player", "add", name) }
    }

    var clock: VirtualClock { daemon.clock }

    /// Runs gatherctl, which is to exit with a status and to write these words.
    ///
    /// - Parameter note: What it says besides its output, if anything.
    /// - Returns: Its output, or of a failure the errors, beside which there is to be no output.
    @discardableResult
    func ctl(
        _ arguments: String..., says words: String..., note: String = "", input: String = "",
        status: Int32 = 0, at place: SourceLocation = #_sourceLocation
    ) throws -> String {
        try ctl(arguments, says: words, note: note, input: input, status: status, at: place)
    }

    @discardableResult
    func ctl(
        _ arguments: [String], says words: [String] = [], note: String = "", input: String = "",
        status: Int32 = 0, at place: SourceLocation = #_sourceLocation
    ) throws -> String {
        let files = try ["", "", input].map(Self.file(with:))
        let ended = program(output: files[0], errors: files[1], input: files[2]).run(arguments)
        let texts = try files[..<2].map { file in
            let length = Int(lseek(file.number, 0, SEEK_END))
            return String(decoding: try file.read(length, at: 0), as: UTF8.self)
        }
        let (said, other) = status == 0 ? (texts[0], texts[1]) : (texts[1], texts[0])
        #expect(ended.rawValue == status, "\(arguments): \(texts)", sourceLocation: place)
        #expect(
            note.isEmpty ? other.isEmpty : other.contains(note), "\(arguments): \(texts)",
            sourceLocation: place)
        for word in words {
            #expect(said.contains(word), "\(arguments)", sourceLocation: place)
        }
        return said
    }

    /// Returns the report of a match up to the code of its record, which is to be the last line.
    func report(_ name: String = "last") throws -> String {
        let report = try ctl("report", name)
        let end = #/\nRecord [0-9a-f]{8}: [0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\n$/#
        #expect(report.contains(end))
        return report.replacing(end, with: "")
    }

    /// Runs gatherctl, whose every line is to be JSON.
    func json(_ arguments: String...) throws -> [JSONObject] {
        try ctl(arguments).split(separator: "\n").map { line in
            try #require(try JSONValue(parsing: Array(line.utf8)[...], nesting: 16).object)
        }
    }

    /// Starts gatherctl with what goes on while the test does, such as `watch`.
    func start(_ arguments: String...) throws -> RunningControl {
        let ends = try Self.pipe()
        let program = program(
            output: ends.writer, errors: ends.writer, input: try Self.file(with: ""))
        return RunningControl(program, arguments, output: ends.reader)
    }

    /// The match as another client sees it.
    func match() throws -> GatherSnapshot { try daemon.client().gather(.get) }

    /// The squad as gatherctl has it.
    func squad() throws -> [SquadPlayerFields] {
        let players = try #require(try json("player", "list", "--json").first?["players"]?.array)
        return try players.map { try SquadPlayerFields(json: $0, name: "players") }
    }

    private func program(output: Descriptor, errors: Descriptor, input: Descriptor) -> Program {
        Program(
            environment: Environment(variables: environment, uid: 1_000),
            streams: Streams(
                input: Input(input, isTerminal: false), output: Output(output, isTerminal: false),
                errors: Output(errors, isTerminal: false)),
            time: ControlTime(clock), makeRequestID: { UUID().uuidString },
            connect: { path throws(SystemError) in try UnixSocket.connect(to: path) },
            connectAtOnce: { path throws(SystemError) in try UnixSocket.connect(to: path) },
            openTerminal: { _, _, _ in nil })
    }

    /// A file without a name, at whose beginning the next read or write is.
    private static func file(with text: String) throws -> Descriptor {
        let made = try #require(tmpfile())
        defer { fclose(made) }
        let file = Descriptor(owning: dup(fileno(made)))
        _ = try file.write(Array(text.utf8)[...])
        lseek(file.number, 0, SEEK_SET)
        return file
    }

    private static func pipe() throws -> (reader: Descriptor, writer: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&numbers) == 0)
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }
}

/// A gatherctl that goes on until nobody reads its output any more.
final class RunningControl {
    private var output: Descriptor?
    private var rest: [UInt8] = []
    private let ended = DispatchSemaphore(value: 0)

    fileprivate init(_ program: Program, _ arguments: [String], output: Descriptor) {
        Signals.ignore(SIGPIPE)
        self.output = output
        nonisolated(unsafe) let program = program
        DispatchQueue(label: "gatherctl").async { [ended] in
            _ = program.run(arguments)
            ended.signal()
        }
    }

    deinit {
        output = nil
        if ended.wait(timeout: .now() + 30) == .timedOut {
            Issue.record("gatherctl goes on though nobody reads it")
        }
    }

    /// The next line of its output.
    func nextLine() throws -> String {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeSubrange(...end) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            let output = try #require(output)
            let isReadable = try output.waitUntilReadable(timeout: .seconds(20))
            try #require(isReadable, "no further line")
            let count = try #require(try output.read(into: &buffer))
            try #require(count > 0, "the output has ended")
            rest += buffer[..<count]
        }
    }

    /// The next line that has a text in it.
    @discardableResult
    func line(with text: String) throws -> String {
        while true {
            let line = try nextLine()
            if line.contains(text) { return line }
        }
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
            for: sources, orLossOf: output, orRoomIn: full,
            timeout: timeout == .zero ? .zero : .seconds(20), alarm: nil)
    }
}
