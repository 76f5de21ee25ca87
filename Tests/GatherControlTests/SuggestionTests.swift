import Testing

@testable import GatherControl

@Suite struct SuggestionTests {
    @Test(
        "the distance counts letters put in, left out, replaced and swapped",
        arguments: [
            ("goal", "goal", 0), ("gaol", "goal", 1), ("goa", "goal", 1), ("goals", "goal", 1),
            ("gold", "goal", 2), ("", "goal", 4), ("undo", "", 4), ("strat", "start", 1),
        ])
    func distance(first: String, second: String, distance: Int) {
        #expect(Suggestion.distance(first, second) == distance)
    }

    @Test("a beginning is a suggestion if it is the only one")
    func beginning() {
        #expect(Suggestion.nearest(to: "hi", in: ["history", "help"]) == "history")
        #expect(Suggestion.nearest(to: "h", in: ["history", "help"]) == nil)
    }

    @Test("capital letters are a mistake, too")
    func capitals() {
        #expect(Suggestion.nearest(to: "START", in: ["start", "status"]) == "start")
    }

    @Test(
        "a word that was mistyped is found among those there are",
        arguments: [
            ("strat", "start"), ("gaol", "goal"), ("scroe", "score"), ("goool", "goal"),
            ("pauze", "pause"), ("resme", "resume"), ("togle", "toggle"), ("hsitory", "history"),
            ("submisions", "submissions"), ("submisionz", "submissions"), ("edn", "end"),
            ("endd", "end"), ("discrad", "discard"), ("disc", "discard"), ("unod", "undo"),
            ("wacth", "watch"), ("stauts", "status"), ("cancle", "cancel"), ("teams", "team"),
        ])
    func found(typed: String, word: String) {
        #expect(Suggestion.nearest(to: typed, in: Self.verbs) == word)
    }

    @Test(
        "none is better than a wrong one, or one that loses something",
        arguments: [
            "add", "stop", "and", "send", "ends", "bend", "close", "finish", "remove", "di",
            "begin", "stand", "count", "import", "quit", "exit", "delete", "load", "a", "x", "hat",
            "restart", "record", "kill", "halt", "leave", "over",
        ])
    func none(typed: String) {
        #expect(Suggestion.nearest(to: typed, in: Self.verbs) == nil)
    }

    @Test("so it is with options, and with the words of a verb")
    func options() {
        func option(_ typed: String) -> String? {
            Suggestion.nearest(to: typed, in: Option.allCases.map(\.rawValue))
        }
        #expect(option("reqest-id") == "request-id")
        #expect(option("requets-di") == "request-id")
        #expect(option("tima") == "time")
        #expect(option("yse") == "yes")
        for typed in ["foo", "no", "es", "get", "forge-t", "all", "f", "wat"] {
            #expect(!["ago", "yes", "forget"].contains(option(typed)), "\(typed)")
        }
        #expect(Suggestion.nearest(to: "re", in: VerbForm.player.map(\.name)) == nil)
        #expect(Suggestion.nearest(to: "remote", in: VerbForm.player.map(\.name)) == nil)
        #expect(Suggestion.nearest(to: "remvoe", in: VerbForm.player.map(\.name)) == "remove")
        #expect(Suggestion.nearest(to: "our", in: VerbForm.team.map(\.name)) == nil)
    }

    private static let verbs = VerbSyntax.all.flatMap { [$0.name] + $0.synonyms }

    @Test("a long text is nobody's verb")
    func long() {
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 100_000), in: ["a"]) == nil)
    }
}
