import Dispatch
import GatherCore
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

@Suite("The server among strangers")
struct ServerTests {
    private let root = Peer(uid: 0, mayControl: true)

    private func stranger(_ uid: UInt32) -> Peer { Peer(uid: uid, mayControl: false) }

    // MARK: - The end

    /// Whether something comes in a time that is far more than it takes.
    private func comes(_ end: DispatchSemaphore) -> Bool {
        end.wait(timeout: .now() + 20) == .success
    }

    @Test("a reading that does not end keeps nobody from a clean end")
    func endlessReading() throws {
        let fixture = ServerFixture()
        let reader = try fixture.client(of: stranger(71))
        try reader.send(Call("test.Read").message)
        #expect(try comes(fixture.stop()))
        #expect(try reader.receive() == nil)
    }

    @Test(
        "a reading with several replies goes on when its client has taken the last one",
        arguments: [true, false])
    func continuedReading(mayControl: Bool) throws {
        let fixture = ServerFixture()
        let reader = try fixture.client(of: Peer(uid: 71, mayControl: mayControl))
        try reader.send(Call("test.Read", more: true).message)
        let part = String(repeating: "x", count: 3 * Limits.longReplyBytes / 2)
        for number in 1...3 {
            let reply = Reply(["number": .int(number), "part": .string(part)], continues: true)
            try fixture.answerReading(reply)
            try fixture.onQueue { _ in }
            #expect(!fixture.isReading)
            #expect(try reader.receive() == reply)
        }
        try fixture.endReading()
        #expect(try reader.receive() == Reply(["read": true]))
        // The connection serves other calls after it.
        try reader.send(Call("test.Get").message)
        #expect(try reader.receive() == Reply([:]))
    }

    @Test("a client that leaves between two replies ends the reading")
    func abandonedReading() throws {
        let fixture = ServerFixture()
        var reader: Client? = try fixture.client(of: stranger(71))
        try reader?.send(Call("test.Read", more: true).message)
        let part = String(repeating: "x", count: 3 * Limits.longReplyBytes / 2)
        try fixture.answerReading(Reply(["part": .string(part)], continues: true))
        reader = nil
        let end = try fixture.stop()
        #expect(comes(end))
        #expect(!fixture.isReading)
    }

    @Test("a reading that ends in time is answered before the end")
    func reading() throws {
        let fixture = ServerFixture()
        let reader = try fixture.client(of: stranger(71))
        try reader.send(Call("test.Read").message)
        let end = try fixture.stop()
        try fixture.endReading()
        #expect(try reader.receive()?.parameters["read"] == true)
        #expect(comes(end))
        #expect(try reader.receive() == nil)
    }

    @Test("who sends calls without end gets those answered that had come, and no others")
    func pipelined() throws {
        let fixture = ServerFixture(endsReadings: true)
        let socket = try fixture.socket(of: stranger(71))
        let call = Call("test.Read").message
        let group = DispatchGroup()
        DispatchQueue(label: "sender").async(group: group) {
            let sender = Client(socket: socket)
            while (try? sender.send(call)) != nil {}
        }
        let answers = Lock(0)
        DispatchQueue(label: "receiver").async(group: group) {
            let receiver = Client(socket: socket)
            while (try? receiver.receive()) ?? nil != nil { answers.withLock { $0 += 1 } }
        }
        while answers.withLock({ $0 }) < 100 { sched_yield() }
        let before = try fixture.onQueue { _ in fixture.calls.withLock { $0 } }
        let end = try fixture.stop()
        #expect(comes(end))
        group.wait()
        #expect(fixture.calls.withLock { $0 } - before <= 2 * Limits.readBytes / call.count)
    }

    // MARK: - Publishing

    @Test("what is new goes to those who may control first, and to the others a turn later")
    func operatorsFirst() throws {
        let fixture = ServerFixture()
        let strangers = try (71...74).map { try fixture.watcher(of: stranger($0)) }
        let watcher = try fixture.watcher(of: root)
        try fixture.onQueue { _ in }
        let arrived = try fixture.arrivals(ofPublication: 1, to: [watcher] + strangers)
        #expect(arrived == [true, false, false, false, false])
        for client in [watcher] + strangers {
            #expect(try client.receive()?.parameters["state"] == 1)
        }
    }

    @Test("who subscribes before the others have got something is not sent what is older")
    func subscribedMeanwhile() throws {
        let fixture = ServerFixture()
        let caller = try fixture.client(of: stranger(71))
        let watcher = try fixture.watcher(of: stranger(72))
        let late = try fixture.client(of: stranger(73))
        fixture.publishWhenCalled(1)
        // Both are served in one turn, in this order.
        try fixture.holdingQueue {
            try caller.send(Call("test.Get").message)
            try late.send(Call("test.Watch", more: true).message)
        }
        #expect(try watcher.receive()?.parameters["state"] == 1)
        #expect(try late.receive()?.parameters["state"] == 0)
        try fixture.publish(2)
        #expect(try late.receive()?.parameters["state"] == 2)
        #expect(try watcher.receive()?.parameters["state"] == 2)
    }

    // MARK: - Room

    @Test("idle strangers are let go, also where the one with the most has none but subscriptions")
    func idle() throws {
        let fixture = ServerFixture(descriptors: 80)
        let watchers = try (0..<40).map { _ in try fixture.watcher(of: stranger(71)) }
        let idle = try (0..<30).map { _ in try fixture.client(of: stranger(72)) }
        let comer = try fixture.client(of: stranger(73))
        try comer.send(Call("test.Get").message)
        #expect(try comer.receive()?.error == nil)
        // The oldest have gone, and some are kept.
        let isGone = try idle.map { try $0.isAnswered() }
        let gone = isGone.firstIndex(of: false) ?? isGone.count
        #expect(gone == 30 - Limits.connectionsKept)
        #expect(!isGone[gone...].contains(true))
        for client in idle[..<gone] { #expect(try client.receive() == nil) }
        try fixture.publish(1)
        for watcher in watchers { #expect(try watcher.receive()?.parameters["state"] == 1) }
        #expect(fixture.log.all == [])
    }

    @Test("that a user gets no more connections is said once a minute")
    func saidOnce() throws {
        // One of these is for those who may control.
        let fixture = ServerFixture(descriptors: 8)
        var clients = try (0..<7).map { _ in try fixture.client(of: stranger(71)) }
        func line(_ uid: Int) -> String {
            "warning: user \(uid) gets no more connections: there is no room"
        }
        for _ in 0..<20 {
            let refused = try fixture.client(of: stranger(71))
            #expect(try refused.receive() == nil)
            // What is given back can be had again, which is nothing to speak of.
            let last = clients.removeLast()
            try last.send([0])
            #expect(try last.receive() == nil)
            let comer = try fixture.client(of: stranger(71))
            try comer.send(Call("test.Get").message)
            #expect(try comer.receive()?.error == nil)
            clients.append(comer)
            fixture.clock.advance(by: .seconds(2))
        }
        #expect(fixture.log.all == [line(71)])
        for _ in 0..<3 { _ = try fixture.client(of: stranger(72)) }
        #expect(fixture.log.all == [line(71), line(72)])
        fixture.clock.advance(by: .seconds(20))
        for _ in 0..<3 { _ = try fixture.client(of: stranger(71)) }
        #expect(fixture.log.all == [line(71), line(72), line(71)])
    }
}
