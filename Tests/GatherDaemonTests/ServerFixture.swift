import Dispatch
import GatherCore
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// A server by itself, whose clients are whoever a test says, and whose readings end when a test
/// says.
final class ServerFixture {
    let clock = VirtualClock()
    let log = RecordingLog()
    /// Called on the server's queue with each call, before it is answered.
    let onCall = Lock<@Sendable (String) -> Void>({ _ in })
    private let executor = QueueExecutor(label: "test.server")
    private let match = DispatchQueue(label: "test.match")
    private let comer = Lock(Peer(uid: 0, mayControl: true))
    private let begun = DispatchSemaphore(value: 0)
    private let readings = Lock<[@Sendable (ReadingJob.Turn) -> Void]>([])
    private let server: VarlinkServer

    /// - Parameters:
    ///   - descriptors: How many connections there can be.
    ///   - endsReadings: Whether a reading ends at once.
    init(descriptors: Int = 80, endsReadings: Bool = false) {
        Signals.ignore(SIGPIPE)
        let (comer, readings, begun, match, onCall) = (comer, readings, begun, match, onCall)
        server = VarlinkServer(
            executor: executor, log: log, clock: clock, descriptors: descriptors,
            parts: .init(
                peer: { _ in comer.withLock { $0 } },
                answer: { call, _ in
                    onCall.withLock { $0 }(call.method)
                    return Self.answer(call)
                },
                noTicksWanted: {}, match: match, delay: { StoreError.noAnswer },
                // Nothing is behind its gate, so that it is the store that is asked.
                archive: Archive(gate: ArchiveGate(), clock: clock),
                askStore: { _, done in
                    if endsReadings {
                        match.async { done(.done(Reply([:]).message)) }
                    } else {
                        readings.withLock { $0.append(done) }
                        begun.signal()
                    }
                }))
    }

    /// It calls back, and is not to own itself.
    private final class Weak: Sendable {
        private struct Server { weak var server: VarlinkServer? }

        private let held: Lock<Server>
        var server: VarlinkServer? { held.withLock { $0.server } }

        init(server: VarlinkServer) { held = Lock(Server(server: server)) }
    }

    private static func answer(_ call: Call) -> Answer {
        switch call.method {
        case "test.Watch": .subscription(first: ["state": 0], ticks: false)
        case "test.Read": .reading(ReadingJob(HistoryReading(limit: 1, before: nil)))
        default: .reply(Reply([:]))
        }
    }

    /// Connects somebody.
    func socket(of peer: Peer) throws -> Descriptor {
        let (ours, theirs) = try UnixSocket.blockingPair()
        comer.withLock { $0 = peer }
        try onQueue { server throws in try server.serve(ours) }
        return theirs
    }

    /// Connects somebody who knows the protocol.
    func client(of peer: Peer) throws -> Client { Client(socket: try socket(of: peer)) }

    /// Connects somebody who has subscribed, and has the first state.
    func watcher(of peer: Peer) throws -> Client {
        let client = try client(of: peer)
        try client.send(Call("test.Watch", more: true).message)
        #expect(try client.receive()?.parameters["state"] == 0)
        return client
    }

    /// Does something with the server, on its queue.
    func onQueue<Value: Sendable>(
        _ body: (isolated VarlinkServer) throws -> Value
    ) throws -> Value {
        try executor.queue.sync { try server.assumeIsolated(body) }
    }

    /// Does something while the server's queue does nothing else.
    func holdingQueue(_ body: () throws -> Void) rethrows {
        try executor.queue.sync(execute: body)
    }

    /// Publishes a state with this number.
    func publish(_ state: Int) throws {
        try onQueue { $0.publish(["state": .int(state)], reason: "test", isTick: false) }
    }

    /// Publishes a state with this number when a call of "test.Get" is answered.
    func publishWhenCalled(_ state: Int) {
        let server = Weak(server: server)
        onCall.withLock { onCall in
            onCall = { method in
                guard method == "test.Get" else { return }
                server.server?.assumeIsolated {
                    $0.publish(["state": .int(state)], reason: "test", isTick: false)
                }
            }
        }
    }

    /// Publishes a state with this number.
    ///
    /// - Returns: Which clients have it in the same turn.
    func arrivals(ofPublication state: Int, to clients: [Client]) throws -> [Bool] {
        try executor.queue.sync {
            server.assumeIsolated {
                $0.publish(["state": .int(state)], reason: "test", isTick: false)
            }
            return try clients.map { try $0.isAnswered() }
        }
    }

    /// Ends a reading, as soon as it has begun.
    func endReading() throws {
        try #require(begun.wait(timeout: .now() + 20) == .success, "no reading has begun")
        let end = readings.withLock { $0.removeFirst() }
        end(.done(Reply(["read": true]).message))
    }

    /// Begins the end.
    ///
    /// - Returns: What is signalled when it has come.
    func stop() throws -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        try onQueue { $0.stop { done.signal() } }
        return done
    }
}
