import Testing

@testable import GatherControl

@Suite("The descriptions of events in another language")
struct EventTextTests {
    /// A language in which each text stands in brackets.
    private static func find(_ text: String) -> String { "[\(text)]" }

    private static func text(_ wire: String, _ kind: String?) -> String? {
        EventText.translated(wire, kind, find)
    }

    private static func undone(_ wire: String) -> String? { EventText.undone(wire, find) }

    @Test(
        "the values stand in the text of the language",
        arguments: [
            ("opened at 10:00: Reds - Blues", "opened", "[opened at 10:00: Reds - Blues]"),
            (
                "opened at 10:00: Reds - Blues, fixture cup-3", "opened",
                "[opened at 10:00: Reds - Blues, fixture cup-3]"
            ),
            ("started", "started", "[started]"),
            ("started, 00:30 ago", "started", "[[started], 00:30 ago]"),
            ("goal for Reds", "scoreChanged", "[goal for Reds]"),
            ("goal for Reds by Ada", "scoreChanged", "[goal for Reds by Ada]"),
            (
                "own goal for Reds by Bo, in minute 45+2", "scoreChanged",
                "[[own goal for Reds by Bo], in minute 45+2]"
            ),
            ("goal for Reds by somebody", "scoreChanged", "[goal for Reds by [somebody]]"),
            (
                "teams drawn with seed 4: Reds (4) Ada, somebody - Blues (3) somebody, Bo",
                "teamsDrawn",
                "[teams drawn with seed 4: Reds (4) Ada, [somebody] - Blues (3) [somebody], Bo]"
            ),
            ("to the bench: somebody, Bo", "playersMoved", "[to the bench: [somebody], Bo]"),
            ("3 goals for Reds", "scoreChanged", "[3 goals for Reds]"),
            ("scorer of event 5: nobody", "goalAmended", "[scorer of event 5: nobody]"),
            (
                "event 5: for Blues, scorer Ada, minute 37", "goalAmended",
                "[event 5: [for Blues], [scorer Ada], [minute 37]]"
            ),
            (
                "event 5: red card, player Ada of Reds", "cardAmended",
                "[event 5: [red card], [player Ada of Reds]]"
            ),
            (
                "time penalty of 02:00 for Ada of Reds", "cardShown",
                "[time penalty of 02:00 for Ada of Reds]"
            ),
            ("yellow card for Reds", "cardShown", "[yellow card for Reds]"),
            (
                "second yellow card for Ada of Reds, in minute 2", "cardShown",
                "[[second yellow card for Ada of Reds], in minute 2]"
            ),
            ("to the bench: Ada, Bo", "playersMoved", "[to the bench: Ada, Bo]"),
            (
                "format: halves, changed during the match", "formatChosen",
                "[[format: halves], changed during the match]"
            ),
            ("first half ended", "periodEnded", "[first half ended]"),
            (
                "colours: The red, white blue, Blues red", "teamsColored",
                "[colours: The [red], white [blue], Blues [red]]"
            ),
            (
                "kick of Reds by Ada: in, 1-0 on kicks", "kickTaken",
                "[[kick of Reds by Ada: in], 1-0 on kicks]"
            ),
            ("undid 4: the goal for Reds", "undone", "[undid 4: [goal for Reds]]"),
            (
                "redid 4: the start, which opened the match", "redone",
                "[redid 4: [the start, which opened the match]]"
            ),
        ])
    func known(wire: String, kind: String, expected: String) {
        // A description with an ending has brackets of both.
        let flat = Self.text(wire, kind)?.filter { !"[]".contains($0) }
        #expect(flat == expected.filter { !"[]".contains($0) })
        #expect(Self.text(wire, kind)?.hasPrefix("[") == true)
    }

    @Test(
        "what was undone is told as what happened",
        arguments: [
            ("the goal for Reds by Ada", "[goal for Reds by Ada]"),
            ("one goal fewer for Reds", "[one goal fewer for Reds]"),
            ("the pause", "[paused]"),
            ("the end of the match", "[ended]"),
            ("the end of the first half", "[first half ended]"),
            ("moving Ada to the bench", "[to the bench: Ada]"),
            ("moving Ada, Bo to Reds", "[to Reds: Ada, Bo]"),
            ("naming Ada as the scorer of event 5", "[scorer of event 5: Ada]"),
            ("the change of event 5: red card", "[event 5: [red card]]"),
            ("the added time of 3 min", "[added time: 3 min]"),
            (
                "the colours: Reds red, Blues none",
                "[colours: Reds [red], Blues [no colour]]"
            ),
            ("the start, and the goal for Reds", "[[started]; [goal for Reds]]"),
            (
                "the end of the match; the countdown went on meanwhile, by 01:00",
                "[[ended]; the countdown went on meanwhile, by 01:00]"
            ),
        ])
    func taken(wire: String, expected: String) {
        #expect(Self.undone(wire) == expected)
    }

    @Test("a description that is not known stays as it is")
    func unknown() {
        #expect(Self.text("the crowd went wild", "crowdHeard") == nil)
        #expect(Self.text("goal", "scoreChanged") == nil)
        #expect(Self.text("goal for ", "scoreChanged") == nil)
        #expect(Self.text("event x: red card", "cardAmended") == nil)
        #expect(Self.text("undid 4: the crowd", "undone") == nil)
        #expect(Self.undone("") == nil)
        #expect(EventText.undone("the pause") == "the pause")
        #expect(EventText.of("goal for Reds", kind: "scoreChanged") == "goal for Reds")
    }

    @Test("names that look like the text around them break nothing")
    func names() {
        #expect(Self.text("goal for Day by Day", "scoreChanged") == "[goal for Day by Day]")
        #expect(
            Self.text("opened at 10:00: A: B - C - D", "opened")
                == "[opened at 10:00: A: B - C - D]"
        )
        // The form of a goal without an ending fits all of it.
        let late = "goal for A, 01:00 ago, 00:30 ago"
        #expect(Self.text(late, "scoreChanged")?.contains("A, 01:00 ago") == true)
        #expect(Self.text("goal for %1$@ by %2$@", "scoreChanged") == "[goal for %1$@ by %2$@]")
    }

    @Test("a name from right to left is isolated by itself")
    func rightToLeft() {
        #expect(
            Self.text("goal for הפועל by Ada", "scoreChanged")
                == "[goal for \u{2068}הפועל\u{2069} by Ada]")
    }

    @Test("the names of built-in periods are known, and those of one's own stay")
    func periods() {
        #expect(PeriodName.shown("first half") == "first half")
        #expect(PeriodName.shown("the long one") == "the long one")
        for form in ["%1$@ began", "%2$@, then %1$@"] {
            #expect(EventForm(form).text == form)
        }
        #expect(EventForm("b %2$@ a %1$@ c", as: "").values(in: "b 2 a 1 c") == ["1", "2"])
        #expect(EventForm(ending: "%1$@, %2$@").values(in: "a, b, c") == ["a, b", "c"])
        #expect(EventForm("%1$@, %2$@").values(in: "a, b, c") == ["a", "b, c"])
    }
}
