import Glibc
import LinuxIO
import Testing

@Suite struct MultipleWaitTests {
    /// An output that somebody may stop reading.
    private static func output() throws -> (reader: Descriptor, writer: Descriptor) {
        var numbers: [Int32] = [-1, -1]
        guard pipe(&numbers) == 0 else { throw SystemError() }
        return (Descriptor(owning: numbers[0]), Descriptor(owning: numbers[1]))
    }

    @Test("what can be read is told by its place")
    func readable() throws {
        let (wait, pairs) = (MultipleWait(), try (0..<3).map { _ in try UnixSocket.pair() })
        let output = try Self.output()
        _ = try pairs[1].0.write([1])
        _ = try pairs[2].0.write([1])
        #expect(wait.wait(for: pairs.map(\.1), orLossOf: output.writer).ready == [1, 2])
    }

    @Test("an output without a reader is told, behind the others")
    func lost() throws {
        let (wait, pair) = (MultipleWait(), try UnixSocket.pair())
        var ends: (reader: Descriptor?, writer: Descriptor) = try Self.output()
        ends.reader = nil
        #expect(wait.wait(for: [pair.1], orLossOf: ends.writer).ready == [1])
    }

    @Test("it wakes at the moment, also at one that is over, and not before")
    func moment() throws {
        let (wait, output) = (MultipleWait(), try Self.output())
        let until = ClockReading.current.boottime + .milliseconds(20)
        #expect(wait.wait(for: [], orLossOf: output.writer, until: until).ready == [])
        #expect(ClockReading.current.boottime >= until)
        #expect(wait.wait(for: [], until: until).isDue)
        #expect(!wait.wait(for: [], timeout: .milliseconds(1), until: until + .seconds(60)).isDue)
        #expect(wait.wait(for: [], orLossOf: output.writer, until: until).ready == [])
        // An earlier moment does not end a later wait.
        let pair = try UnixSocket.pair()
        _ = try pair.0.write([1])
        #expect(wait.wait(for: [pair.1], orLossOf: output.writer).ready == [0])
    }

    @Test("an output that is full is told when it takes more, behind its loss")
    func room() throws {
        let (wait, output) = (MultipleWait(), try Self.output())
        try UnixSocket.makeNonBlocking(output.writer)
        while try output.writer.write([UInt8](repeating: 0, count: 4_096)[...]) != nil {}
        let until = ClockReading.current.boottime + .milliseconds(20)
        let full = output.writer
        #expect(wait.wait(for: [], orLossOf: full, orRoomIn: full, until: until).ready == [])
        var buffer = [UInt8](repeating: 0, count: 65_536)
        _ = try output.reader.read(into: &buffer)
        #expect(wait.wait(for: [], orLossOf: full, orRoomIn: full).ready == [1])
        #expect(wait.wait(for: [], orLossOf: full, until: until).ready == [])
    }
}
