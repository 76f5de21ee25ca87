import Dispatch
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherClient

/// Calls to a gatherd that goes away in the midst of them.
struct PitchCallsTests {
    /// A gatherd whose answers the test gives.
    private final class Peer {
        private let socket: Descriptor
        private var framer = MessageFramer(limit: 1 << 20, nesting: 8)
        private var buffer = [UInt8](repeating: 0, count: 4_096)

        init(_ listener: Descriptor) throws {
            try #require(try listener.waitUntilReadable(timeout: .seconds(10)))
            socket = try #require(try UnixSocket.accept(from: listener))
        }

        /// Returns the methods of the next calls.
        func receive(_ count: Int) throws -> [String] {
            var methods: [String] = []
            while methods.count < count {
                if let message = try framer.next() {
                    methods.append(try #require(message["method"]?.string))
                    continue
                }
                try #require(try socket.waitUntilReadable(timeout: .seconds(10)))
                let read = try #require(try socket.read(into: &buffer))
                try #require(read > 0)
                framer.append(buffer[..<read])
            }
            return methods
        }

        func reply(to method: String) throws {
            let reply = Reply(["method": .string(method)])
            _ = try socket.write(reply.message[...])
        }
    }

    /// The outcomes of the calls, by their methods.
    private final class Outcomes: Sendable {
        private let outcomes = Lock<[String: String]>([:])
        private let isComplete = DispatchSemaphore(value: 0)
        private let count: Int

        init(_ count: Int) { self.count = count }

        func record(_ method: String, _ result: Result<Reply, PitchCalls.Failure>) {
            let outcome =
                switch result {
                case .success(let reply): reply.parameters["method"]?.string ?? "?"
                case .failure(let failure): "\(failure)"
                }
            let all = outcomes.withLock { outcomes in
                outcomes[method] = outcome
                return outcomes.count
            }
            if all == count { isComplete.signal() }
        }

        func all() throws -> [String: String] {
            try #require(isComplete.wait(timeout: .now() + 10) == .success)
            return outcomes.withLock { $0 }
        }
    }

    @Test func aConnectionThatIsLostWhileACallIsSentLeavesTheOthersToTheNextOne() throws {
        Signals.ignore(SIGPIPE)
        let path = "/tmp/gatherd-calls-\(UInt64.random(in: 0...UInt64.max)).sock"
        let listener = try UnixSocket.listen(at: path)
        defer { try? Files.remove(path) }
        let queue = SerialQueue(label: "calls")
        // The queue is what the calls belong to.
        nonisolated(unsafe) let calls = PitchCalls(path: path, queue: queue)
        let methods = (1...20).map { "a.B\($0)" }
        let outcomes = Outcomes(methods.count)
        queue.dispatch.sync {
            for method in methods {
                calls.call(Call(method)) { outcomes.record(method, $0) }
            }
        }
        // The first answer is read when the connection is closed already: the call that it makes
        // room for cannot be sent.
        queue.dispatch.suspend()
        do {
            let peer = try Peer(listener)
            #expect(try peer.receive(Limits.callsUnderWay) == Array(methods.prefix(16)))
            try peer.reply(to: methods[0])
        }
        queue.dispatch.resume()
        let second = try Peer(listener)
        let rest = Array(methods.suffix(3))
        #expect(try second.receive(3) == rest)
        for method in rest { try second.reply(to: method) }
        let all = try outcomes.all()
        #expect(all[methods[0]] == methods[0])
        for method in methods[1..<17] { #expect(all[method] == "unconfirmed", "\(method)") }
        for method in rest { #expect(all[method] == method) }
        queue.dispatch.sync { calls.close() }
    }
}
