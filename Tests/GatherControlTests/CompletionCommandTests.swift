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

    @Test("what can be checked is a match, or a file where no ID begins so")
    func records() throws {
        func offered(_ typed: String) throws -> String {
            try Bench(.replies([Sample.list([Sample.summary()])]))
                .run("__complete", "verify", typed).output
        }
        #expect(try offered("") == "last\n6f1c7f0e\tReds 2-1 Blues\n")
        #expect(try offered("6f1c") == "6f1c7f0e\tReds 2-1 Blues\n")
        #expect(try offered("matches") == "@files\n")
    }
}
