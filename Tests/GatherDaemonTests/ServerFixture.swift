import Dispatch
import GatherCore
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// A server without a store and a match.
///
/// The test decides the user of each client, and the end of each reading.
final class ServerFixture {
    let clock = VirtualClock()
    let log = RecordingLog()
    /// The number of calls that were answered.
    let calls = Lock(0)
    /// The state that is published before a call of "test.Get" is answered.
    private let whenCalled = Lock<Int?>(nil)
    private let owner = QueueOwner<VarlinkServer>(label: "test.server")
    private let match = DispatchQueue(label: "test.match")
    private let comer = Lock(Peer(uid: 0, mayControl: true))
    private let begun = DispatchSemaphore(value: 0)
    private let readings = Lock<[@Sendable (ReadingJob.Turn) -> Void]>([])

    /// - Parameters:
    ///   - descriptors: How many connections there can be.
    ///   - endsReadings: Whether a reading ends at once.
    init(descriptors: Int = 80, endsReadings: Bool = false) {
        Signals.ignore(SIGPIPE)
        let (comer, readings, begun, match) = (comer, readings, begun, match)
        let (owner, log, clock) = (owner, log, clock)
        let (calls, whenCalled) = (calls, whenCalled)
        owner.begin {
            weak var made: VarlinkServer?
            let parts = VarlinkServer.Parts(
                peer: { _ in comer.withLock { $0 } },
                answer: { call, _ in
                    calls.withLock { $0 += 1 }
                    if call.method == "test.Get", let state = whenCalled.withLock({ $0 }) {
                        made?.publish(["state": .int(state)], reason: "test", isTick: false)
                    }
                    return Self.answer(call)
                },
                ticksUnsubscribed: {}, allClosed: {}, match: QueueOwner(label: "test.match"),
                delay: { StoreError.noAnswer },
                // The gate of the archive is empty, so that all readings go to the store.
                archive: Archive(gate: ArchiveGate(), clock: clock), gate: ArchiveGate(),
                advanceInStore: { _, done in
                    if endsReadings {
                        match.async { done(.reply(.init(Reply([:])))) }
                    } else {
                        readings.withLock { $0.append(done) }
                        begun.signal()
                    }
                })
            let server = VarlinkServer(
                queue: owner.queue, log: log, clock: clock, descriptors: descriptors, parts: parts)
            made = server
            return server
        }
    }

    deinit { owner.queue.dispatch.sync { owner.end() } }

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
        _ body: (VarlinkServer) throws -> Value
    ) throws -> Value {
        try #require(try owner.sync(body))
    }

    /// Does something while the server's queue does nothing else.
    func holdingQueue(_ body: () throws -> Void) rethrows {
        try owner.queue.dispatch.sync(execute: body)
    }

    /// Publishes a state with this number.
    func publish(_ state: Int) throws {
        try onQueue { $0.publish(["state": .int(state)], reason: "test", isTick: false) }
    }

    /// Publishes a state with this number when a call of "test.Get" is answered.
    func publishWhenCalled(_ state: Int) {
        whenCalled.withLock { $0 = state }
    }

    /// Publishes a state with this number.
    ///
    /// - Returns: Which clients have it in the same turn.
    func arrivals(ofPublication state: Int, to clients: [Client]) throws -> [Bool] {
        try onQueue { server in
            server.publish(["state": .int(state)], reason: "test", isTick: false)
            return try clients.map { try $0.isAnswered() }
        }
    }

    /// Ends a reading, as soon as it has begun or goes on.
    func endReading() throws { try answerReading(Reply(["read": true])) }

    /// Answers a reading, as soon as it has begun or goes on.
    func answerReading(_ reply: Reply) throws {
        try #require(begun.wait(timeout: .now() + 20) == .success, "no reading has begun")
        let answer = readings.withLock { $0.removeFirst() }
        answer(.reply(.init(reply)))
    }

    /// True if a reading waits for its next reply.
    var isReading: Bool { readings.withLock { !$0.isEmpty } }

    /// Begins the end.
    ///
    /// - Returns: What is signalled when it has come.
    func stop() throws -> DispatchSemaphore {
        let done = DispatchSemaphore(value: 0)
        try onQueue { $0.stop { done.signal() } }
        return done
    }
}
