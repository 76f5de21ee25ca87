import GatherAPI
import Testing
import Varlink

struct RedactionTests {
    @Test("who may only look is not shown what a server said, its ID of a gather, nor whose it is")
    func submission() throws {
        let redacted = Samples.submission.redacted
        #expect((redacted.lastError, redacted.remoteID) == (nil, nil))
        #expect(redacted.owner == nil)
        #expect(redacted.state == Samples.submission.state)
        #expect(redacted.attempts == Samples.submission.attempts)
        #expect(redacted.nextAttemptAt == Samples.submission.nextAttemptAt)
        #expect(redacted.redacted == redacted)
    }

    @Test("who may only look is shown how a player plays, and nothing of the person")
    func player() {
        let player = SquadPlayerFields(
            id: 7,
            profile: ProfileFields(
                name: "Ada", age: 20, skill: .amateur, position: .winger,
                favouriteTeam: "CF United"),
            remoteID: 3)
        let profile = ProfileFields(name: "Ada", skill: .amateur, position: .winger)
        #expect(player.redacted == SquadPlayerFields(id: 7, profile: profile))
    }

    @Test("of a state, only what is not for all is left out, and all else is as it was")
    func state() throws {
        var expected = Samples.gather
        expected.submission = Samples.submission.redacted
        let state: JSONObject = ["gather": Samples.gather.json, "salvaged": Samples.salvage.json]
        let redacted = try #require(Redaction.state(state))
        #expect(redacted == ["gather": expected.json, "salvaged": Samples.salvage.json])
        #expect(Redaction.state(redacted) == nil)
    }

    @Test("a state with nothing to leave out is the same for all")
    func nothing() {
        var gather = Samples.gather
        gather.submission = nil
        #expect(Redaction.state(["gather": gather.json]) == nil)
        #expect(Redaction.state(["gather": .null]) == nil)
        #expect(Redaction.state([:]) == nil)
    }

    @Test("what cannot be read is not shown")
    func unreadable() {
        let state: JSONObject = ["gather": .object(["submission": .object(["lastError": "a"])])]
        #expect(Redaction.state(state) == ["gather": .object(["submission": .null])])
    }
}
