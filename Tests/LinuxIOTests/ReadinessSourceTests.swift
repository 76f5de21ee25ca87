import Dispatch
import LinuxIO
import Testing

struct ReadinessSourceTests {
    private let queue = DispatchQueue(label: "ReadinessSourceTests")

    /// A source, and what its handler read.
    private func source(
        _ descriptor: Descriptor
    ) -> (source: ReadinessSource, reads: AsyncStream<[UInt8]>) {
        let (reads, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let source = ReadinessSource(.readable, of: descriptor, on: queue) { [queue] in
            dispatchPrecondition(condition: .onQueue(queue))
            var buffer = [UInt8](repeating: 0, count: 16)
            let count = (try? descriptor.read(into: &buffer)) ?? nil
            if let count, count > 0 { continuation.yield(Array(buffer[..<count])) }
        }
        return (source, reads)
    }

    private func next<Element: Sendable>(_ stream: AsyncStream<Element>) async -> Element? {
        for await element in stream { return element }
        return nil
    }

    @Test("the handler is called when there is something to read, as often as there is")
    func readable() async throws {
        let (ours, theirs) = try UnixSocket.pair()
        let (source, reads) = source(ours)
        source.isWanted = true
        for number in UInt8(1)...3 {
            #expect(try theirs.write([number]) == 1)
            #expect(await next(reads) == [number])
        }
        source.cancel()
    }

    @Test("the handler is not called while that is not wanted")
    func notWanted() async throws {
        let (ours, theirs) = try UnixSocket.pair()
        let (source, reads) = source(ours)
        #expect(!source.isWanted)
        let (otherOurs, otherTheirs) = try UnixSocket.pair()
        let (other, otherReads) = self.source(otherOurs)
        other.isWanted = true
        #expect(try theirs.write([1]) == 1)
        #expect(try otherTheirs.write([2]) == 1)
        #expect(await next(otherReads) == [2])
        var buffer: [UInt8] = [0]
        #expect(try ours.read(into: &buffer) == 1, "nobody has read it")
        source.isWanted = true
        source.isWanted = true
        #expect(try theirs.write([3]) == 1)
        #expect(await next(reads) == [3])
        source.cancel()
        other.cancel()
    }

    @Test("the handler is called when there is room to write")
    func writable() async throws {
        let (ours, theirs) = try UnixSocket.pair()
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let source = ReadinessSource(.writable, of: ours, on: queue) { continuation.yield() }
        source.isWanted = true
        #expect(await next(calls) != nil)
        source.isWanted = false
        withExtendedLifetime(theirs) {}
        source.cancel()
    }

    /// Makes a source that alone holds its descriptor; gives it and the other end.
    private func lonelySource() throws -> (source: ReadinessSource, peer: Descriptor) {
        let (peer, descriptor) = try UnixSocket.pair()
        return (ReadinessSource(.readable, of: descriptor, on: queue) {}, peer)
    }

    @Test("the descriptor is open until the source is cancelled, and then closed")
    func cancelCloses() throws {
        for wanted in [true, false] {
            let (source, peer) = try lonelySource()
            source.isWanted = wanted
            queue.sync {}
            #expect(!UnixSocket.isHungUp(peer))
            source.cancel()
            #expect(try peer.waitUntilReadable(timeout: .seconds(60)))
            #expect(UnixSocket.isHungUp(peer))
        }
    }

    @Test("a source that is let go closes its descriptor as well, wanted or not")
    func releaseCloses() throws {
        for wanted in [true, false] {
            var (source, peer): (ReadinessSource?, Descriptor) = try lonelySource()
            source?.isWanted = wanted
            source = nil
            #expect(try peer.waitUntilReadable(timeout: .seconds(60)))
            peer = try UnixSocket.pair().0
        }
    }

    @Test("turning it on and off, cancelling twice and letting it go in any state is no trap")
    func states() throws {
        for script in ["", "+", "+-", "+-+", "x", "+x", "+-x", "xx", "x+", "x-", "++--x", "-"] {
            let (ours, theirs) = try UnixSocket.pair()
            let source = ReadinessSource(.readable, of: ours, on: queue) {}
            for step in script {
                switch step {
                case "+": source.isWanted = true
                case "-": source.isWanted = false
                default: source.cancel()
                }
            }
            withExtendedLifetime(theirs) {}
        }
        queue.sync {}
    }
}
