import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// A match that is closed because somebody meant it, and no other one.
@Suite struct MeantMatchTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    @Test(
        "another match than the one that is meant is not closed",
        arguments: [GatherMethod.end, .discard])
    func other(method: GatherMethod) throws {
        let client = try match.daemon.client()
        let asked = try client.gather(.open)
        // Somebody else is faster.
        _ = try client.gather(.end)
        let open = try client.gather(.open)
        let late = try client.call(method, ["id": .string(asked.id), "requestId": "late"])
        #expect(late == GatherError.gatherInProgress.reply)
        #expect(try client.call(method, ["id": "nothing"]) == GatherError.noSuchGather.reply)
        #expect(try match.match().revision == open.revision)
        let meant = JSONValue.string(String(open.id.prefix(8)))
        let reply = try client.call(method, ["id": meant, "requestId": "meant"])
        #expect(try Client.gather(in: reply).phase != .open)
        #expect(
            try client.call(method, ["id": meant])
                == GatherError.noGather(endedSecondsAgo: 0).reply)
        // Sent again, it is not asked about any more, and so names no match.
        _ = try client.gather(.open)
        let again = try client.call(method, ["requestId": "meant"])
        #expect(again.parameters["outcome"] == reply.parameters["outcome"])
        #expect(try match.match().phase == .open)
    }
}
