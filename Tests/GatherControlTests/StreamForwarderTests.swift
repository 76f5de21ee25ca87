import Glibc
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct StreamForwarderTests {
    private func read(_ descriptor: Descriptor) throws -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while let count = try descriptor.read(into: &buffer), count > 0 {
            text += buffer[..<count]
        }
        return String(decoding: text, as: UTF8.self)
    }

    @Test("what goes in comes out, in order, until the other side is over")
    func carries() throws {
        let (near, daemon) = try UnixSocket.blockingPair()
        let (input, typist) = try UnixSocket.blockingPair()
        let (output, reader) = try UnixSocket.blockingPair()
        _ = try typist.write(Array("\n\nask".utf8)[...])
        _ = try daemon.write(Array("answer".utf8)[...])
        UnixSocket.shutDownWriting(daemon)
        var forwarder = try StreamForwarder(input: input, output: output, socket: near)
        try forwarder.run(first: Array("hello ".utf8)) { bytes in
            (Array(bytes.drop { $0 == 0x0A }), Array("now ".utf8))
        }
        UnixSocket.shutDownWriting(output)
        let heard = try read(reader)
        #expect(heard.hasPrefix("hello ") && heard.contains("now ") && heard.contains("answer"))
    }

    @Test("a reader that is gone ends it")
    func leaves() throws {
        let (near, daemon) = try UnixSocket.blockingPair()
        let (input, typist) = try UnixSocket.blockingPair()
        var pipe: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&pipe) == 0)
        let output = Descriptor(owning: pipe[1])
        close(pipe[0])
        var forwarder = try StreamForwarder(input: input, output: output, socket: near)
        try forwarder.run(first: []) { (Array($0), []) }
        withExtendedLifetime((daemon, typist)) {}
    }
}
