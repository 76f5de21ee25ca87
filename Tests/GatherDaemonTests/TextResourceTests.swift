import GatherAPI
import Testing
import Varlink

@testable import GatherControl
@testable import GatherCore
@testable import GatherDaemon

@Suite("Texts with their values apart")
struct TextResourceTests {
    private static let ada = Player(id: 1, name: "Ada")
    private static let bo = Player(id: 2, name: "הפועל")
    private static let gone = Player(forgotten: 3, seal: "")
    private static let minute = MatchMinute(regular: 45, added: 2).map {
        GivenMinute($0, period: nil)
    }

    /// Events with their texts in a language that puts each form in brackets: as they happened, and
    /// as an undo names them.
    private static let events: [(Event, String, String)] = [
        (.started(ago: .zero), "[started]", "[started]"),
        (.started(ago: .seconds(30)), "[[started], 00:30 ago]", "[started]"),
        (
            .started(ago: .zero, byKickOff: true), "[started by the kick-off]",
            "[started by the kick-off]"
        ),
        (.paused(ago: .zero), "[paused]", "[paused]"),
        (.cancelled, "[clock reset to 10:00]", "[resetting the clock]"),
        (.timeSet(.standard), "[time set to 10:00]", "[time set to 10:00]"),
        (.timeAdjusted(by: .seconds(-60)), "[time adjusted by -60 s]", "[time adjusted by -60 s]"),
        (.scoreSet(.teamA, 3), "[goals of Reds set to 3]", "[goals of Reds set to 3]"),
        (.scoreAdded(.teamB, delta: 1), "[goal for Blues]", "[goal for Blues]"),
        (
            .scoreAdded(.teamB, delta: 1, minute: minute), "[[goal for Blues], in minute 45+2]",
            "[goal for Blues]"
        ),
        (.scoreAdded(.teamA, delta: -1), "[one goal fewer for Reds]", "[one goal fewer for Reds]"),
        (.scoreAdded(.teamA, delta: -2), "[2 goals fewer for Reds]", "[2 goals fewer for Reds]"),
        (.scoreAdded(.teamA, delta: 3), "[3 goals for Reds]", "[3 goals for Reds]"),
        (
            .goalScored(NamedGoal(side: .teamA, scorer: bo, isOwnGoal: true)),
            "[own goal for Reds by \u{2068}הפועל\u{2069}]",
            "[own goal for Reds by \u{2068}הפועל\u{2069}]"
        ),
        (
            .goalScored(NamedGoal(side: .teamA, scorer: gone, isOwnGoal: false)),
            "[goal for Reds by [somebody]]", "[goal for Reds by [somebody]]"
        ),
        (
            .goalAmended(GoalAmendment(number: 5, side: .teamA, scorer: .nobody)),
            "[scorer of event 5: nobody]", "[scorer of event 5: nobody]"
        ),
        (
            .goalAmended(
                GoalAmendment(
                    number: 5, side: .teamB, scorer: .player(ada, isOwnGoal: true), minute: minute,
                    isSideGiven: true)),
            "[event 5: [for Blues], [scorer Ada], [own goal], [minute 45+2]]",
            "[event 5: [for Blues], [scorer Ada], [own goal], [minute 45+2]]"
        ),
        (
            .cardShown(Card(.time(.seconds(120)), to: .teamA, ada), ago: .seconds(5)),
            "[[time penalty of 02:00 for Ada of Reds], 00:05 ago]",
            "[time penalty of 02:00 for Ada of Reds]"
        ),
        (
            .cardAmended(CardAmendment(number: 4, side: .teamA, player: ada, kind: .red)),
            "[event 4: [red card], [player Ada of Reds]]",
            "[event 4: [red card], [player Ada of Reds]]"
        ),
        (
            .substituted(Substitution(.teamA, off: ada, on: gone)),
            "[substitution for Reds: [somebody] for Ada]",
            "[the substitution of Ada by [somebody]]"
        ),
        (.foulCounted(.teamA), "[foul of Reds]", "[foul of Reds]"),
        (.timeOutTaken(.teamB), "[time-out of Blues]", "[time-out of Blues]"),
        (.timeOutTaken(nil), "[cooling break]", "[cooling break]"),
        (
            .teamsDrawn(
                DrawnTeams(
                    teamA: [ada, gone], teamB: [bo],
                    draw: Draw(
                        seed: 7, strengthA: 4, strengthB: 3, equallyFair: 1, withoutSkill: []))),
            "[teams drawn with seed 7: "
                + "Reds (4) Ada, [somebody] - Blues (3) \u{2068}הפועל\u{2069}]",
            "[the draw of the teams]"
        ),
        (
            .teamsColored(TeamColors(teamA: .red, teamB: .uncolored)),
            "[colours: Reds [red], Blues [no colour]]", "[colours: Reds [red], Blues [no colour]]"
        ),
        (
            .teamsNamed(teamAName: "A: B", teamBName: "C - D", keeping: .teamB),
            "[teams named: A: B - C - D]", "[first side named: A: B]"
        ),
        (.kickOffSet(nil), "[kick-off removed]", "[kick-off removed]"),
        (
            .formatChosen(FormatChoice(nil, isForced: true)),
            "[[format: gather], changed during the match]", "[format: gather]"
        ),
        (.extraTimeAdded, "[extra time added]", "[extra time added]"),
        (.ended, "[ended]", "[ended]"),
        (.discarded, "[discarded]", "[discarded]"),
        (
            .kickTaken(Kick(.teamA, isIn: true, by: ada)), "[kick of Reds by Ada: in]",
            "[kick of Reds by Ada: in]"
        ),
        (.kicksBegan, "[kicks from the mark began]", "[kicks from the mark began]"),
    ]

    /// Returns a text in a language that puts each form in brackets; a list has none of its own.
    private static func inBrackets(_ text: TextResource) -> String? {
        text.translatable.text { form in
            form.contains { $0.isLetter } ? "[\(form)]" : form
        }
    }

    private static func description(of event: Event) -> EventDescription {
        let opening = Event.opened(
            id: "a", time: .standard, teamAName: "Reds", teamBName: "Blues")
        let log = [opening, event].enumerated().map { index, event in
            RecordedEvent(
                number: index + 1, step: index + 1,
                moment: Moment(boottime: .seconds(index), wall: .seconds(index), boot: "a boot"),
                operatorUID: nil, event: event)
        }
        return EventDescription(
            log[1], resumes: false, undone: nil, in: Gather(replaying: log))
    }

    @Test("the forms of an event, and of its undo", arguments: events.indices)
    func forms(index: Int) {
        let (event, text, undo) = Self.events[index]
        let found = Self.description(of: event)
        #expect(Self.inBrackets(found.timelineText) == text)
        #expect(Self.inBrackets(found.undoText) == undo)
    }

    @Test(
        "without another language the text of an event is the English one",
        arguments: events.indices)
    func english(index: Int) {
        let text = Self.description(of: Self.events[index].0).timelineText
        let shown = text.translatable.text { $0 }?.filter { !"\u{2068}\u{2069}".contains($0) }
        #expect(shown?.replacing("no colour", with: "none") == "\(text)")
    }

    @Test("a step of many events is no deeper than one of three, and its outcome is read back")
    func steps() throws {
        let events = (1...9).map { number in
            RecordedEvent(
                number: number, step: 1,
                moment: Moment(boottime: .zero, wall: .zero, boot: "a boot"), operatorUID: nil,
                event: .teamsColored(TeamColors(teamA: .red, teamB: .blue)))
        }
        let text = GatherPresenter.undoText(of: events, in: Gather())
        #expect("\(text)".hasPrefix("the colours: Team A red, Team B blue, and the colours:"))
        let ends = TextResource(pattern: "%1$@; nobody knows", text)
        let outcome: JSONObject = ["translatable": ends.translatable.json]
        #expect(JSONObject(text: outcome.text) == outcome)
    }

    @Test("more than nine values, and what looks like a place in a name")
    func manyValues() {
        let names = (1...12).map { "player %\($0)$@" }
        let text = TextResource(joining: names)
        #expect("\(text)" == names.joined(separator: ", "))
        #expect(text.translatable.text { $0 } == names.joined(separator: ", "))
    }

    @Test("the name of a period is translated if gatherd gave it")
    func periods() throws {
        for name in [
            "first half", "half-time", "twelfth period", "match", "kicks from the mark",
            "extra time", "break before extra time", "second half of extra time",
            "third period of extra time",
        ] {
            #expect(PeriodName(name).text == TranslatableText(form: name), "\(name)")
        }
        #expect(PeriodName("ended").text == TranslatableText(name: "ended"))
        var names: Set<String> = []
        for count in Limits.formatPlays {
            let length = Duration.seconds(60)
            let extra = try #require(
                ExtraTime(count: count, length: length, pause: length, halfTime: length))
            let play = try #require(MatchFormat(named: "\(count)x1-1"))
            let format = try MatchFormat(name: "test", periods: play.periods, extra: extra)
            names.formUnion(format.withExtraTime.withKicks.periods.map(\.id))
        }
        #expect(PeriodName.given == names)
    }
}
