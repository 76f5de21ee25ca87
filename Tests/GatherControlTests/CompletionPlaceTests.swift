import Testing

@testable import GatherControl

@Suite("The place on the command line that a shell asks about")
struct CompletionPlaceTests {
    @Test("what fits there")
    func wanted() {
        let sides = Completion.sides
        for (words, wanted) in [
            ([], .verbs), ([""], .verbs), (["sta"], .verbs), (["-q", ""], .verbs),
            (["goal", ""], sides), (["goal", "a", ""], .scorers),
            (["goal", "a", "Ada", ""], .none),
            (["goal", "--own-goal", "b", ""], .scorers),
            (["sub", "Ada", ""], .substitutes), (["sub", "a", "Ada", ""], .players),
            (["replay", ""], .records), (["replay", "x.json", ""], .gathers),
            (["team", "a", "Ada", "Ben", ""], .players),
            (["help", "player", "add", ""], .none), (["help", "goal", ""], .none),
            (["help", "xyzzy", ""], .none),
            (["help", "mqtt", ""], .choices(["check", "off"])),
            (["team", "nobody", ""], .none), (["unknown", ""], .none), (["undo", ""], .events),
            (["player", "import", ""], .files), (["-p", ""], .pitches), (["-qp", ""], .pitches),
            (["watch", "--format", ""], .none), (["on", "goal", "--", ""], .programs),
            (["on", "goal", "--", "sh", ""], .files), (["export", "last", ""], .gathers),
            (["adjust", "-30s", ""], .none), (["--socket", "goal", ""], .verbs),
            (["--pitch", "=", ""], .pitches), (["--pitch", "="], .pitches),
            (["--pitch", "=", "north", "goal", ""], sides), (["--pitch=no"], .pitches),
        ] as [([String], Completion)] {
            #expect(CompletionPlace(words).wanted == .values(wanted), "\(words)")
        }
    }

    @Test("the options of the verb, or of what it is to do")
    func options() {
        func options(_ words: [String]) -> [String] {
            guard case .options(let options) = CompletionPlace(words).wanted else { return [] }
            return options.filter { !Option.ofEveryVerb.contains($0) }.map(\.name)
        }
        #expect(options(["--"]).isEmpty)
        #expect(options(["end", "-"]) == ["yes", "wait"])
        #expect(options(["player", "sync", "--d"]) == ["dry-run", "yes"])
        #expect(options(["on", "goal", "--", "-"]).isEmpty)
    }

    @Test("behind a dash are the players who are left out, once somebody is to play")
    func leftOut() {
        let place = CompletionPlace(["team", "draw", "all", "-ko"])
        #expect(place.wanted == .values(.players))
        #expect((place.lead, place.typed) == ("-", "ko"))
        for words in [["draw", "-"], ["draw", "all", "--"], ["a", "Ada", "-"]] {
            guard case .options = CompletionPlace(["team"] + words).wanted else {
                Issue.record("no options")
                return
            }
        }
    }

    @Test("JSON is offered where there is an answer", arguments: ["status", "replay", "on"])
    func json(verb: String) {
        guard case .options(let options) = CompletionPlace([verb, "--"]).wanted else {
            Issue.record("no options")
            return
        }
        #expect(options.contains(.json) == (verb == "status"))
        #expect(options.contains(.quiet))
    }

    @Test("what stands before a value stays, and what is known of the daemon is kept")
    func lead() {
        let place = CompletionPlace(["-H", "pi", "--pitch", "=", "north", "watch", "--json=sh"])
        #expect((place.lead, place.typed) == ("--json=", "sh"))
        #expect(place.options[.host] == "pi")
        #expect(place.options[.pitch] == "north")
        let split = CompletionPlace(["--json", "=", "sh"])
        #expect((split.lead, split.typed) == ("", "sh"))
    }
}
