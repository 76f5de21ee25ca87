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
            ("puase", "pause"), ("resme", "resume"), ("togle", "toggle"), ("hsitory", "history"),
            ("submisions", "submissions"), ("submisionz", "submissions"), ("edn", "end"),
            ("endd", "end"), ("discrad", "discard"), ("disca", "discard"), ("unod", "undo"),
            ("wacth", "watch"), ("stauts", "status"), ("cancle", "cancel"), ("teams", "team"),
        ])
    func found(typed: String, word: String) {
        #expect(Self.verb(typed) == word)
    }

    @Test(
        "none is better than a wrong one, or a change for who wanted to look",
        arguments: [
            "add", "stop", "and", "send", "ends", "bend", "close", "finish", "remove", "di",
            "begin", "stand", "count", "import", "quit", "exit", "delete", "load", "a", "x", "hat",
            "restart", "record", "kill", "halt", "leave", "over", "get", "few", "go", "red", "star",
            "rest", "store", "sore", "core", "cancer", "goals", "starts", "no", "in", "sit", "let",
            "logo", "loin", "cause", "match", "paused", "fridge", "disc", "ned", "us", "put",
        ])
    func none(typed: String) {
        #expect(Self.verb(typed) == nil)
    }

    @Test(
        "a look can be found by less", arguments: [("hist", "history"), ("stat", "status")])
    func looks(typed: String, word: String) {
        #expect(Self.verb(typed) == word)
    }

    @Test("so it is with options, and with the words of a verb")
    func options() {
        func option(_ typed: String) -> String? {
            Suggestion.nearest(
                to: typed, in: Array(Set(Option.all.map(\.name))),
                changing: Set(Option.all.filter(\.isEffect).map(\.name)))
        }
        func form(_ typed: String, of forms: [Verb]) -> String? {
            Suggestion.nearest(
                to: typed, in: forms.map(\.name),
                changing: Set(forms.filter { !$0.isLook }.map(\.name)))
        }
        #expect(option("reqest-id") == "request-id")
        #expect(option("requets-di") == "request-id")
        #expect(option("tmie") == "time")
        #expect(option("yse") == "yes")
        for typed in ["foo", "no", "es", "get", "forge-t", "all", "f", "wat"] {
            #expect(!["ago", "yes", "forget"].contains(option(typed)), "\(typed)")
        }
        #expect(form("re", of: Players.verb.forms) == nil)
        #expect(form("remote", of: Players.verb.forms) == nil)
        #expect(form("remvoe", of: Players.verb.forms) == "remove")
        #expect(form("rest", of: Players.verb.forms) == nil)
        #expect(form("lits", of: Players.verb.forms) == "list")
        #expect(form("our", of: Teams.verb.forms) == nil)
    }

    /// The verb that is suggested for a word.
    private static func verb(_ typed: String) -> String? {
        do throws(UsageError) {
            return try Verb.named(typed).name
        } catch {
            guard error.message.contains("did you mean") else { return nil }
            return error.message.split(separator: "'").last { $0 != "?" }.map(String.init)
        }
    }

    @Test("a long text is nobody's verb")
    func long() {
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 100_000), in: ["a"]) == nil)
    }
}
