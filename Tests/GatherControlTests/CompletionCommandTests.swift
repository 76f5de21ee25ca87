import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite("Values for a shell")
struct CompletionCommandTests {
    @Test(
        "the events that undo can take back are looked for among the newest 60",
        arguments: [70, 3])
    func events(revision: Int) throws {
        var gather = Sample.gather()
        gather.revision = revision
        let reply = Sample.timeline([Sample.entry(revision, "goal for Reds", "1-0")])
        let bench = Bench(.replies([Sample.state(gather), reply]))
        let result = try bench.run("__complete", "undo", "")
        let after = revision > 60 ? JSONValue.int(revision - 60) : nil
        let show = Call(
            HistoryMethod.show.fullName,
            JSONObject(present: ["limit": 1_000, "id": .string(gather.id), "after": after]))
        #expect(result.calls == [[GatherMethod.Get().call, show]])
    }
}
