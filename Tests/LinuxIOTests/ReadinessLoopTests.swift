import Dispatch
import LinuxIO
import Testing

struct ReadinessLoopTests {
    private let queue = DispatchQueue(label: "ReadinessLoopTests")

    /// A loop over sockets, of which each that is ready is read; what was read, by their numbers.
    private func loop(
        of sockets: [Descriptor], in set: ReadinessSet, onWake: @escaping @Sendable () -> Bool
    ) throws -> (loop: ReadinessLoop, reads: AsyncStream<(number: Int, byte: UInt8?)>) {
        let (reads, continuation) = AsyncStream.makeStream(of: (number: Int, byte: UInt8?).self)
        for (number, socket) in sockets.enumerated() {
            try set.add(socket, number: number, wanted: .readable)
        }
        let loop = try ReadinessLoop(of: set, on: queue) { [queue] ready in
            dispatchPrecondition(condition: .onQueue(queue))
            if ready.isEmpty { return onWake() }
            for (number, _) in ready {
                var buffer: [UInt8] = [0]
                let count = (try? sockets[number].read(into: &buffer)) ?? nil
                if count == 0 { set.remove(sockets[number]) }
                continuation.yield((number, count == 1 ? buffer[0] : nil))
            }
            return false
        }
        return (loop, reads)
    }

    @Test("what is ready is served on the queue as long as it is, a byte at a time and at its end")
    func serves() async throws {
        var (readers, writers): ([Descriptor], [Descriptor]) = ([], [])
        for _ in 0..<3 {
            let (reader, writer) = try UnixSocket.pair()
            readers.append(reader)
            writers.append(writer)
        }
        let (loop, reads) = try loop(of: readers, in: ReadinessSet()) { false }
        var iterator = reads.makeAsyncIterator()
        for number in [2, 0, 1] {
            _ = try writers[number].write([1, 2])
            for byte in UInt8(1)...2 {
                let read = await iterator.next()
                #expect(read?.number == number)
                #expect(read?.byte == byte)
            }
        }
        writers.removeLast()
        let end = await iterator.next()
        #expect(end?.number == 2)
        #expect(end?.byte == nil)
        withExtendedLifetime((loop, writers)) {}
    }

    @Test("whoever is woken is called with nothing, and again as long as more is to be done")
    func wakes() async throws {
        let (calls, continuation) = AsyncStream.makeStream(of: Int.self)
        let left = Lock(5)
        let (loop, _) = try loop(of: [], in: ReadinessSet()) {
            let left = left.withLock { left in
                left -= 1
                return left
            }
            continuation.yield(left)
            return left > 0
        }
        loop.wake()
        var iterator = calls.makeAsyncIterator()
        for left in (0..<5).reversed() { #expect(await iterator.next() == left) }
        left.withLock { $0 = 1 }
        loop.wake()
        #expect(await iterator.next() == 0)
        withExtendedLifetime(loop) {}
    }

    @Test("a set in a set is ready while something in it is, and told by its own number")
    func nested() throws {
        let (outer, inner) = (try ReadinessSet(), try ReadinessSet())
        let (ours, theirs) = try UnixSocket.pair()
        try outer.add(inner, number: 7)
        try inner.add(ours, number: 8, wanted: .readable)
        #expect(outer.ready().isEmpty)
        _ = try theirs.write([1])
        #expect(outer.ready().map(\.number) == [7])
        #expect(inner.ready().map(\.number) == [8])
        try inner.change(ours, number: 8, wanted: [])
        #expect(outer.ready().isEmpty)
        try inner.change(ours, number: 9, wanted: .readable)
        #expect(inner.ready(atMost: 1).map(\.number) == [9])
        inner.remove(ours)
        #expect(outer.ready().isEmpty)
    }

    @Test("a few at a time are all told in turn")
    func turns() throws {
        let set = try ReadinessSet()
        let pairs = try (0..<10).map { _ in try UnixSocket.pair() }
        for (number, pair) in pairs.enumerated() {
            try set.add(pair.0, number: number, wanted: .readable)
            _ = try pair.1.write([1])
        }
        let told = (0..<5).flatMap { _ in set.ready(atMost: 2).map(\.number) }
        #expect(told.sorted() == Array(0..<10))
    }

    @Test("a loop that nobody holds ends, and lets go of what it served")
    func ends() throws {
        let (ours, theirs) = try UnixSocket.pair()
        let ended = DispatchSemaphore(value: 0)
        var loop: ReadinessLoop? = try loop(witnessedBy: Witness(ended: ended), of: ours)
        _ = try theirs.write([1])
        withExtendedLifetime(loop) {}
        loop = nil
        #expect(ended.wait(timeout: .now() + 60) == .success)
    }

    private func loop(witnessedBy witness: Witness, of socket: Descriptor) throws -> ReadinessLoop {
        try loop(of: [socket], in: ReadinessSet()) {
            withExtendedLifetime(witness) { false }
        }.loop
    }
}

/// Tells when nobody holds it any more.
private final class Witness: Sendable {
    private let ended: DispatchSemaphore

    init(ended: DispatchSemaphore) { self.ended = ended }

    deinit { ended.signal() }
}
