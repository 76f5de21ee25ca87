import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct SessionTests {
    private static let done = FakeDaemon.Script.replies([Sample.reply()])
    private static let silent = FakeDaemon.Script.replies([])
    private static let lost = FakeDaemon.Script.replies([], thenEnds: true)

    private let time = VirtualTimekeeper()

    @Test(
        "a lost connection is made anew, and the same bytes sent again",
        arguments: [
            lost, .gone, .bytes([0x7B], thenEnds: true),
            .bytes(Array("rubbish\0".utf8), thenEnds: false),
            .bytes(Array("{\"error\":1}\0".utf8), thenEnds: false),
        ])
    func again(script: FakeDaemon.Script) throws {
        let daemon = FakeDaemon([script, .away(ENOENT), .away(ECONNREFUSED), Self.done])
        let reply = try session(daemon).call(Change.undo(number: nil).call(requestID: "x"))
        #expect(reply == Sample.reply())
        let calls = try daemon.received()
        #expect(calls.last == [Change.undo(number: nil).call(requestID: "x")])
        #expect(calls.last == calls.first)
        // 20, 40 and 80 ms.
        #expect(time.elapsed <= .milliseconds(140))
    }

    @Test("a daemon that is away at first is not waited for")
    func away() {
        let daemon = FakeDaemon([.away(ENOENT), Self.done])
        #expect(throws: SessionError.unreachable(SystemError(ENOENT))) {
            try session(daemon).call(Call("a.B"))
        }
        #expect(time.elapsed == .zero)
    }

    @Test("after five seconds of trying, there is no answer")
    func never() {
        let daemon = FakeDaemon([Self.lost])
        #expect(throws: SessionError.noAnswer) { try session(daemon).call(Call("a.B")) }
        #expect(time.elapsed >= .seconds(5) && time.elapsed < .milliseconds(5_200))
    }

    @Test("a daemon that hangs is not asked again")
    func hangs() throws {
        let daemon = FakeDaemon([Self.silent, Self.done])
        #expect(throws: SessionError.noAnswer) { try session(daemon).call(Call("a.B")) }
        #expect(time.elapsed == .seconds(5))
        #expect(try daemon.received().count == 1)
    }

    @Test("a daemon that hangs after a loss has what is left of the five seconds")
    func hangsLater() {
        let daemon = FakeDaemon([Self.lost, Self.silent])
        #expect(throws: SessionError.noAnswer) { try session(daemon).call(Call("a.B")) }
        #expect(time.elapsed == .seconds(5))
    }

    @Test("an answer that came while nobody looked is not late")
    func lateLook() throws {
        let daemon = FakeDaemon([Self.done])
        let lane = CallLane(policy: .ofCommand) { () throws(SystemError) in try daemon.connect() }
        #expect(lane.send(Call("a.B"), id: 1, at: .zero))
        #expect(lane.checkDeadlines(at: .seconds(6)).map(\.answer) == [.reply(Sample.reply())])
        #expect(!lane.isBusy)
    }

    @Test("one of which a part alone came in time is")
    func latePart() throws {
        let bytes = Sample.reply().message.dropLast(2)
        let daemon = FakeDaemon([.bytes(Array(bytes), thenEnds: false)])
        let lane = CallLane(policy: .ofCommand) { () throws(SystemError) in try daemon.connect() }
        #expect(lane.send(Call("a.B"), id: 1, at: .zero))
        #expect(lane.checkDeadlines(at: .seconds(6)).map(\.answer) == [.none])
    }

    @Test("a second call uses the same connection")
    func second() throws {
        let daemon = FakeDaemon([.replies([Sample.state(nil), Sample.reply()])])
        let session = session(daemon)
        #expect(try session.call(Call("a.B")) == Sample.state(nil))
        #expect(try session.call(Call("a.C")) == Sample.reply())
        #expect(try daemon.received() == [[Call("a.B"), Call("a.C")]])
    }

    @Test("a second call over a connection lost meanwhile is made again, too")
    func secondLost() throws {
        let first = FakeDaemon.Script.replies([Sample.state(nil)], thenEnds: true)
        let daemon = FakeDaemon([first, Self.done])
        let session = session(daemon)
        _ = try session.call(Call("a.B"))
        #expect(try session.call(Call("a.C")) == Sample.reply())
    }

    private func session(_ daemon: FakeDaemon) -> Session {
        Session(path: "/run/test.sock", time: time) { _ throws(SystemError) in
            try daemon.connect()
        }
    }
}
