import GatherAPI
import GatherCore
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// Commands that are given with a device, through the program of another user.
@Suite struct DeviceTests {
    private let log = RecordingLog()
    private let fixture: DaemonFixture
    private let client: Client

    init() throws {
        fixture = try DaemonFixture(log: log)
        client = try fixture.client()
    }

    private func actFor(_ name: String, on client: Client? = nil) throws {
        let reply = try (client ?? self.client).call(.actFor, ["device": .string(name)])
        #expect(reply == Reply([:]))
    }

    private func entries() throws -> [TimelineEntry] {
        let client = try fixture.client()
        try client.send(HistoryMethod.Show().call.message)
        let reply = try #require(try client.receive())
        return try HistoryMethod.Show.Reply(reply.parameters).entries
    }

    @Test func theRecordHasTheDeviceOfTheConnectionFromThenOn() throws {
        let before = try client.gather(.open)
        try actFor(" Anna's phone ")
        #expect(try client.gather(.get).revision == before.revision, "it changes no match")
        _ = try client.gather(.start)
        try actFor("Ben's phone")
        _ = try client.call(.undo)
        _ = try fixture.client().gather(.start)
        let devices = [nil, "Anna's phone", "Ben's phone", nil]
        #expect(try entries().map(\.operatorDevice) == devices)
        #expect(try entries().allSatisfy { $0.operatorUID.map(UInt32.init) == UnixUser.own })
        try fixture.restart()
        #expect(try entries().map(\.operatorDevice) == devices)
        #expect(log.record.prefix(4).map(\.device) == devices)
    }

    @Test func anEventWithoutADeviceIsToldWithoutTheField() throws {
        _ = try client.gather(.start)
        try actFor("Anna's phone")
        _ = try client.gather(.pause)
        try client.send(HistoryMethod.Show().call.message)
        let reply = try #require(try client.receive())
        let entries = try #require(reply.parameters["entries"]?.array).compactMap(\.object)
        #expect(entries.map { $0["operatorDevice"] } == [nil, nil, "Anna's phone"])
    }

    @Test(
        "a name is one to 64 characters that a line can have",
        arguments: [
            ("x", "x"), (" x\t", "x"), (String(repeating: "é", count: 64), nil), ("", "bad"),
            (" ", "bad"), ("a\nb", "bad"), ("a\u{1B}[2J", "bad"), ("a\u{202E}b", "bad"),
            (String(repeating: "é", count: 65), "bad"),
            (String(repeating: "e" + String(repeating: "\u{301}", count: 600), count: 1), "bad"),
        ])
    func names(given: String, taken: String?) throws {
        let reply = try client.call(.actFor, ["device": .string(given)])
        if taken == "bad" { #expect(reply == VarlinkError.invalidParameter("device").reply) }
        _ = try client.gather(.start)
        let device = taken == "bad" ? nil : taken ?? given
        #expect(try entries().map(\.operatorDevice) == [device, device])
    }

    @Test func aNameThatIsRefusedLeavesTheOneBefore() throws {
        try actFor("Anna's phone")
        for wrong: JSONObject in [[:], ["device": 1], ["device": .null], ["device": ""]] {
            #expect(
                try client.call(.actFor, wrong) == VarlinkError.invalidParameter("device").reply)
        }
        _ = try client.gather(.start)
        #expect(try entries().allSatisfy { $0.operatorDevice == "Anna's phone" })
    }

    @Test func callsThatAreSentAtOnceAreRecordedInTheirOrder() throws {
        var bytes: [UInt8] = []
        let goal: JSONObject = ["team": "teamA", "delta": 1]
        _ = try client.gather(.start)
        for name in ["one", "two"] {
            bytes += Call(GatherMethod.actFor.fullName, ["device": .string(name)]).message
            bytes += Call(GatherMethod.addToScore.fullName, goal).message
        }
        try client.send(bytes)
        for _ in 0..<4 { #expect(try client.receive()?.error == nil) }
        #expect(try entries().map(\.operatorDevice) == [nil, nil, "one", "two"])
    }

    @Test func onlyWhoMayNameADeviceDoes() throws {
        for (mayControl, mayName) in [(true, false), (false, false), (true, true)] {
            let peer = Peer(uid: 7, mayControl: mayControl, mayNameDevice: mayName)
            for parameters: JSONObject in [["device": "x"], ["nonsense": 1]] {
                let call = Call(GatherMethod.actFor.fullName, parameters)
                let answer = try fixture.answer(call, from: peer)
                switch answer {
                case .device(let name): #expect(mayName && name == "x")
                case .reply(let reply):
                    let error: VarlinkError =
                        mayName ? .invalidParameter("device") : .permissionDenied
                    #expect(reply == error.reply)
                default: Issue.record("\(answer)")
                }
            }
        }
    }

    @Test func aSecondPressNamesTheDeviceOfTheFirst() throws {
        let other = try fixture.client()
        _ = try client.gather(.start)
        try actFor("Anna's phone")
        try actFor("Ben's phone", on: other)
        func press(_ client: Client, _ id: String) throws -> Outcome {
            let reply = try client.call(
                .addToScore,
                ["team": "teamA", "delta": 1, "guarded": true, "requestId": .string(id)])
            return try Outcome(json: try #require(reply.parameters["outcome"]), name: "outcome")
        }
        #expect(try press(client, "one").changed)
        #expect(try press(client, "two").changed, "one device may count several")
        let taken = try press(other, "three")
        #expect(!taken.changed && taken.countedByDevice == "Anna's phone")
        #expect(try press(other, "three") == taken, "sent again")
        // Two devices behind one connection are two people as well.
        try actFor("Carl's phone")
        let third = try press(client, "four")
        #expect(!third.changed && third.countedByDevice == "Anna's phone")
        try actFor("Anna's phone")
        #expect(try press(client, "five").changed)
    }
}
