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

    @Test("a long text is nobody's verb")
    func long() {
        #expect(Suggestion.nearest(to: String(repeating: "a", count: 100_000), in: ["a"]) == nil)
    }
}
