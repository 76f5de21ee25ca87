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
            JSONObject(present: ["id": .string(gather.id), "after": after, "limit": 1_000]))
        #expect(result.calls == [[GatherMethod.Get().call, show]])
    }

    @Test(
        "what can be checked or played again is a match, or a file where no ID begins so",
        arguments: ["verify", "replay"])
    func records(verb: String) throws {
        func offered(_ typed: String) throws -> String {
            try Bench(.replies([Sample.list([Sample.summary()])]))
                .run("__complete", verb, typed).output
        }
        #expect(try offered("") == "last\n6f1c7f0e\tReds 2-1 Blues\n")
        #expect(try offered("6f1c") == "6f1c7f0e\tReds 2-1 Blues\n")
        #expect(try offered("matches") == "@files\n")
    }

    private static let anna = Sample.player(1, "Anna")
    private static let ben = Sample.player(2, "Ben")
    private static let squad = Sample.squad([anna, ben])

    @Test("a substitution needs no team, and after the player who goes off comes the other one")
    func substitution() throws {
        let state = Sample.state(Sample.gather([Self.anna], [], bench: [Self.ben]))
        func result(_ words: String...) throws -> Bench.Result {
            try Bench(.replies([state]), .replies([Self.squad])).run(["__complete", "sub"] + words)
        }
        for team in ["a", "Reds", "re"] { #expect(try result(team, "").output == "Anna\t1\n") }
        let named = try result("Anna", "")
        #expect(named.output == "Anna\t1\nBen\t2\n")
        #expect(named.calls == [[GatherMethod.Get().call], [PlayersMethod.List().call]])
        #expect(try result("anna", "b").output == "Ben\t2\n")
    }

    @Test("a team of a match that is over has nobody who scores, and nothing but Get is called")
    func over() throws {
        var gather = Sample.gather([Self.anna], [])
        gather.phase = .ended
        let bench = Bench(.replies([Sample.state(gather)]))
        let result = try bench.run("__complete", "goal", "Reds", "")
        #expect(result.output == "")
        #expect(result.calls == [[GatherMethod.Get().call]])
    }
}
