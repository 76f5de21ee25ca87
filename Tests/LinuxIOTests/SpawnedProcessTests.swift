import Glibc
import LinuxIO
import Testing

struct SpawnedProcessTests {
    /// What a line of the shell says on standard output, and how it ends.
    private func run(
        _ line: String, input: String = "", variables: [String] = []
    ) throws -> (output: String, end: SpawnedProcess.End) {
        let output = try MemoryFile.of([])
        let process = try SpawnedProcess(
            ["sh", "-c", line], variables: variables,
            streams: SpawnedProcess.Streams(
                input: try MemoryFile.of(Array(input.utf8)), output: output),
            leadsGroup: true)
        let end = process.end()
        return (String(decoding: try output.read(4_096, at: 0), as: UTF8.self), end)
    }

    @Test("a program gets its input, its output is taken, and its end is known")
    func streams() throws {
        let (output, end) = try run("cat; exit 3", input: "two\nlines\n")
        #expect(output == "two\nlines\n")
        #expect(end == .exited(3))
        #expect(try run("kill -TERM $$").end == .killed(SIGTERM))
    }

    @Test("variables come in the place of those that have their name")
    func variables() throws {
        setenv("GATHER_TEST", "old", 1)
        defer { unsetenv("GATHER_TEST") }
        let (output, _) = try run(
            "env | grep -c ^GATHER_TEST=; echo $GATHER_TEST $GATHER_TES",
            variables: ["GATHER_TEST=new=er", "GATHER_TES=short"])
        #expect(output == "1\nnew=er short\n")
    }

    @Test("a program leads a group, and a signal ends all of it")
    func group() throws {
        let (reader, writer) = try UnixSocket.blockingPair()
        let process = try SpawnedProcess(
            ["sh", "-c", "sleep 600 & echo ready; wait"],
            streams: SpawnedProcess.Streams(output: writer), leadsGroup: true)
        var buffer = [UInt8](repeating: 0, count: 64)
        #expect(try reader.read(into: &buffer) == 6)
        #expect(!process.hasEnded)
        process.send(SIGTERM)
        #expect(process.end() == .killed(SIGTERM))
        #expect(process.hasEnded)
        UnixSocket.shutDownWriting(writer)
        withExtendedLifetime(writer) {}
    }

    @Test("a descriptor tells of the end, before anybody waits for it")
    func descriptor() throws {
        let process = try SpawnedProcess(
            ["tail", "-f", "/dev/null"], streams: SpawnedProcess.Streams(), leadsGroup: true)
        let descriptor = try process.descriptor()
        let isOver = try descriptor.waitUntilReadable(timeout: .zero)
        #expect(!isOver)
        process.send(SIGKILL)
        let hasEnded = try descriptor.waitUntilReadable(timeout: .seconds(30))
        #expect(hasEnded && process.hasEnded)
        #expect(process.end() == .killed(SIGKILL))
    }

    @Test("a program that is not there is an error")
    func missing() {
        #expect(throws: SystemError(ENOENT)) {
            try SpawnedProcess(
                ["no-such-program"], streams: SpawnedProcess.Streams(), leadsGroup: false)
        }
    }
}
