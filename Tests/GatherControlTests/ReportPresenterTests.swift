import GatherAPI
import Testing

@testable import GatherControl

@Suite struct ReportPresenterTests {
    private static let started = Sample.entry(2, "started", kind: "started")
    private static let ended = Sample.entry(40, "ended", "2-1", kind: "ended", gone: 580)
    private static let (date, start) = split("2026-11-21T15:32:12Z")
    private static let end = split("2026-11-21T15:45:00Z").1

    private static func split(_ time: String) -> (Substring, Substring) {
        let text = TimeText.dateAndTime(time)
        return (text.prefix(10), text.suffix(5))
    }

    private func report(
        _ entries: [TimelineEntry], _ gather: GatherSummary = Sample.summary()
    ) -> [String] {
        var report = MatchReport()
        for entry in entries { report.add(entry) }
        return ReportForm.text.lines(ReportViewModel(gather, report))
    }

    /// A change of the score as the daemon tells it.
    private static func goal(
        _ number: Int, _ team: ServerTeam, _ score: String, goals: Int = 1, then: String? = nil,
        correction: Bool = false, lowered: Bool = false, gone: Int = 0,
        scorer: (name: String, isOwn: Bool)? = nil,
        tally: (place: Int, goals: Int, score: String)? = nil
    ) -> TimelineEntry {
        var entry = Sample.entry(number, "a goal", then ?? score, gone: gone)
        (entry.team, entry.goals, entry.standingScore) = (team, goals, score)
        (entry.correction, entry.lowered) = (correction, lowered)
        (entry.scorer, entry.ownGoal) = (scorer?.name, scorer?.isOwn)
        (entry.tallyPlace, entry.tallyGoals) = (tally?.place, tally?.goals)
        entry.tallyScore = tally?.score
        return entry
    }

    @Test("a match is told by its result, its times and its goals")
    func match() {
        #expect(
            report([
                Sample.entry(1, "opened at 10:00: Reds - Blues", kind: "opened"), Self.started,
                Self.goal(3, .teamA, "1-0"), Self.goal(4, .teamB, "1-1", gone: 59),
                Self.goal(5, .teamA, "2-1", gone: 451), Self.ended,
            ]) == [
                "Reds 2-1 Blues, winner Reds",
                "\(Self.date), \(Self.start) to \(Self.end), 09:40 played", "",
                "1' 1-0 Reds", "1' 1-1 Blues", "8' 2-1 Reds",
            ])
    }

    @Test("scorers are named, own goals said, and the sides told before")
    func players() {
        var report = MatchReport()
        for entry in [
            Self.goal(2, .teamA, "1-0", gone: 120, scorer: ("Anna", false)),
            Self.goal(3, .teamB, "1-1", gone: 180, scorer: ("Anna", true)),
            Self.goal(4, .teamA, "2-1", gone: 240),
        ] { report.add(entry) }
        report.sides = Sides(
            teamAName: "Reds", teamBName: "Blues",
            teamA: [
                PlayerFields(id: 1, name: "Anna", position: "goalkeeper"),
                PlayerFields(id: 2, name: "Ben", position: nil),
            ], teamB: [PlayerFields(id: 3, name: "Carl", position: "striker")])
        #expect(
            ReportForm.text.lines(ReportViewModel(Sample.summary(), report)).suffix(9) == [
                "", "Reds: GK Anna, Ben", "  goals: Anna 3'", "Blues: ST Carl",
                "  goals: own goal of Anna 4'", "",
                "3' 1-0 Reds, Anna", "4' 1-1 Blues, own goal of Anna", "5' 2-1 Reds",
            ])
    }

    @Test("a goal at the end of a minute is of that minute")
    func minute() {
        var last = Self.goal(3, .teamA, "1-0")
        last.goneMilliseconds = 600_000
        #expect(
            report([last], Sample.summary(.open, ("Reds", "Blues"), "1-0")).last == "10' 1-0 Reds")
    }

    @Test("what was taken back is left out, and the score is that of what stands")
    func undone() {
        #expect(
            report([
                Self.started,
                Sample.entry(3, "goal for Reds", "1-0", gone: 60, undoneBy: 6),
                Self.goal(4, .teamB, "0-1", then: "1-1", gone: 120),
                Self.goal(5, .teamA, "1-1", then: "2-1", gone: 180),
                Sample.entry(6, "undid 3: the goal for Reds", "1-1", kind: "undone", gone: 190),
                Self.goal(7, .teamA, "2-1", gone: 200),
            ]).suffix(3) == ["3' 0-1 Blues", "4' 1-1 Reds", "4' 2-1 Reds"])
    }

    @Test("a correction is one, and a goal that was lowered later is left out with the lowering")
    func corrections() {
        #expect(
            report([
                Self.goal(
                    4, .teamA, "3-0", goals: 3, correction: true, gone: 60, tally: (1, 3, "3-0")),
                Self.goal(5, .teamB, "3-2", goals: 2, gone: 120, tally: (2, 1, "3-1")),
                Self.goal(6, .teamB, "3-3", lowered: true, gone: 180, scorer: ("Ada", false)),
                Self.goal(7, .teamB, "3-2", goals: -1, correction: true, gone: 240),
                Self.goal(8, .teamB, "3-2", goals: 0, gone: 250),
                Self.goal(9, .teamB, "3-1", goals: -1, correction: true, gone: 260),
                Self.goal(10, .teamA, "4-1", gone: 300, tally: (3, 1, "4-1")),
            ]).suffix(3) == ["2' 3-0 corrected", "3' 3-1 Blues", "6' 4-1 Reds"])
    }

    @Test("of a gatherd that does not tell whose goals they were, the scores are told")
    func older() {
        var named = Sample.entry(5, "goal for Blues, Ada", "1-1", gone: 60)
        (named.scorer, named.ownGoal) = ("Ada", true)
        #expect(
            report([
                Sample.entry(3, "goal for Reds", "1-0", undoneBy: 6),
                Sample.entry(4, "goal for Reds", "1-0"), named,
            ]).suffix(2) == ["1' 1-0", "2' 1-1 own goal of Ada"])
    }

    @Test("added time is that of the period in which it was announced, whatever its name")
    func addedTime() {
        func entry(_ kind: String, minute: String, added: Int? = nil) -> TimelineEntry {
            var entry = Sample.entry(3, kind, kind: kind)
            (entry.period, entry.minute, entry.addedMinutes) = ("half", minute, added)
            return entry
        }
        #expect(
            report([
                entry("addedTimeAnnounced", minute: "2", added: 3),
                entry("periodEnded", minute: "2+1"), entry("periodEnded", minute: "4"),
            ]).contains("half 2+1' (+3 announced), half 4'"))
    }

    @Test("cards are in the order of their periods, of their minutes, and within a minute")
    func cards() {
        func card(_ number: Int, _ name: String, minute: String, gone: Int) -> TimelineEntry {
            var entry = Sample.entry(number, "card", kind: "cardShown", gone: gone)
            (entry.playerTeam, entry.card, entry.player) = (.teamA, .yellow, name)
            entry.minute = minute
            return entry
        }
        var end = Sample.entry(5, "first half ended", kind: "periodEnded", gone: 1_200)
        (end.period, end.minute) = ("first half", "20")
        let lines = report([
            card(3, "Anna", minute: "11", gone: 630),
            // It was dated back.
            card(4, "Ben", minute: "11", gone: 610), end,
            // The second half counts from 1 again.
            card(6, "Carl", minute: "3", gone: 1_350),
            // A person gave the minute: by its end, the clock had run for less time.
            card(7, "Dora", minute: "14", gone: 500),
        ])
        let told = "Ben yellow card 11'; Anna yellow card 11'; Dora yellow card 14'"
        #expect(lines.contains("  cards: \(told); Carl yellow card 3'"))
    }

    @Test("a match without goals, without an end or without a result says so")
    func others() {
        #expect(
            report([Self.started], Sample.summary(.open, ("Reds", "Blues"), "0-0")) == [
                "Reds 0-0 Blues, not over yet", "\(Self.date), from \(Self.start)", "", "no goals",
            ])
        #expect(
            report([], Sample.summary(.discarded)).first == "Reds 2-1 Blues, left without a result")
        let draw = Sample.summary(.ended, ("Reds", "Blues"), "0-0", "None")
        #expect(report([], draw).first == "Reds 0-0 Blues, a draw")
    }

    @Test("a match began at the moment to which its start was dated back")
    func dated() {
        var undone = Sample.entry(2, "started, 08:00 ago", kind: "started", undoneBy: 3)
        undone.beganAt = "2026-11-21T15:24:12Z"
        var began = Sample.entry(4, "first half began, 04:00 ago", kind: "periodBegan")
        began.beganAt = "2026-11-21T15:28:14Z"
        let (_, start) = Self.split("2026-11-21T15:28:14Z")
        #expect(
            report([undone, began, Self.ended])[1]
                == "\(Self.date), \(start) to \(Self.end), 09:40 played")
    }

    @Test("a match over several days names them")
    func days() {
        var gather = Sample.summary()
        gather.endedAt = "2026-11-24T15:45:00Z"
        let (date, time) = Self.split("2026-11-24T15:45:00Z")
        #expect(
            report([Self.started], gather)[1]
                == "\(Self.date), \(Self.start) to \(date) \(time), 00:00 played")
    }

    @Test("numbers at the ends of 64 bits are told", arguments: [Int.min, .max])
    func extremes(number: Int) {
        var entry = Self.goal(1, .teamA, "\(number)-0", goals: number)
        entry.goneMilliseconds = number
        let other = Self.goal(2, .teamA, "1-\(number)")
        #expect(report([entry, other, entry]).count > 3)
    }

    @Test("it ends with the beginning of the ID and the code, in each form, if there is one")
    func code() {
        var gather = Sample.summary(.open)
        gather.code = "E5DQ-469Q-TYAX-KYB0"
        let record = "Record 6f1c7f0e: E5DQ-469Q-TYAX-KYB0"
        let report = ReportViewModel(gather, MatchReport())
        #expect(ReportForm.text.lines(report).suffix(3) == ["no goals", "", record])
        #expect(ReportForm.markdown.lines(report).suffix(3) == ["no goals", "", record])
        #expect(
            ReportForm.html.lines(report).suffix(3) == ["<p>\(record)</p>", "</body>", "</html>"])
        for form in [ReportForm.text, .markdown, .html] {
            let none = form.lines(ReportViewModel(Sample.summary(), MatchReport()))
            #expect(!none.joined().contains("Record"))
        }
    }

    @Test("an event that was lost is said, in each form, and only the first one")
    func lost() {
        let lost = [3, 4].map { Sample.entry($0, "lost", kind: "lost") }
        let report = MatchReport([Self.started] + lost + [Self.ended])
        let start = "record 6f1c7f0e is not whole: event 3 was lost with a damaged file"
        for form in [ReportForm.text, .markdown, .html] {
            let lines = form.lines(ReportViewModel(Sample.summary(), report))
            #expect(lines.count { $0.contains(start) } == 1)
            #expect(!lines.joined().contains("event 4"))
            let whole = form.lines(ReportViewModel(Sample.summary(), MatchReport([Self.ended])))
            #expect(!whole.joined().contains("not whole"))
        }
    }

    /// A match whose names have what means something in Markdown and in HTML.
    private static var marked: ReportViewModel {
        var report = MatchReport()
        report.add(goal(2, .teamA, "1-0", gone: 120, scorer: ("<b>_Al_</b> | \"x\"", false)))
        return ReportViewModel(
            Sample.summary(.ended, ("*Reds*", "A&B"), "1-0", "Team A"), report)
    }

    @Test("in Markdown, a name is only a name")
    func markdown() {
        let lines = ReportForm.markdown.lines(Self.marked)
        let name = #"\<b\>\_Al\_\</b\> \| "x""#
        #expect(lines[0] == #"## \*Reds\* 1-0 A\&B, winner \*Reds\*"#)
        let last: [String] = [
            #"- **\*Reds\***"#, "  - goals: \(name) 3'", "", "| minute | score | goal |",
            "| --- | --- | --- |", #"| 3' | 1-0 | \*Reds\*, \#(name) |"#,
        ]
        #expect(lines.suffix(6) == last[...])
        let empty = ReportViewModel(Sample.summary(), MatchReport())
        #expect(ReportForm.markdown.lines(empty).last == "no goals")
    }

    @Test("a mark is escaped together with whatever belongs to its character")
    func combined() {
        // U+0D4E and a combining accent make one character of the mark beside them.
        let gather = Sample.summary(.ended, ("\u{D4E}<b>", "|\u{301}"), "1-0", "Team A")
        let report = ReportViewModel(gather, MatchReport())
        let html = ReportForm.html.lines(report).joined()
        #expect(html.unicodeScalars.contains("\u{D4E}&lt;b&gt;".unicodeScalars))
        #expect(
            ReportForm.markdown.lines(report)[0].unicodeScalars.contains(
                "\\|\u{301}".unicodeScalars))
    }

    @Test("the goals are in the order of the tally")
    func datedGoal() {
        #expect(
            report([
                Self.goal(3, .teamA, "1-0", lowered: true, gone: 130),
                Self.goal(4, .teamB, "1-1", gone: 470, tally: (2, 1, "1-1")),
                Self.goal(5, .teamA, "0-1", goals: -1, correction: true, gone: 530),
                Self.goal(6, .teamA, "1-1", gone: 230, tally: (1, 1, "1-0")),
                Self.goal(7, .teamB, "1-2", gone: 600, tally: (3, 1, "1-2")),
            ]).suffix(3) == ["4' 1-0 Reds", "8' 1-1 Blues", "11' 1-2 Blues"])
    }

    @Test("of a gatherd without a tally, all changes of the score are there, with corrections")
    func withoutTally() {
        var dated = Self.goal(7, .teamB, "1-1", gone: 200)
        dated.before = 6
        let lowered = [
            Self.goal(3, .teamA, "3-0", goals: 3, gone: 130),
            Self.goal(5, .teamA, "1-0", goals: -2, correction: true, gone: 140),
        ]
        #expect(
            report(lowered + [Self.goal(6, .teamA, "2-1", gone: 230), dated]).suffix(4) == [
                "3' 3-0 Reds, 3 goals", "3' 1-0 corrected", "4' 1-1 Blues", "4' 2-1 Reds",
            ])
        let none = [
            Self.goal(3, .teamA, "1-0", lowered: true),
            Self.goal(4, .teamA, "0-0", goals: -1, correction: true),
        ]
        #expect(report(none).last == "no goals")
    }

    @Test("in HTML as well")
    func html() {
        let lines = ReportForm.html.lines(Self.marked)
        let name = "&lt;b&gt;_Al_&lt;/b&gt; | &quot;x&quot;"
        #expect(lines.first == "<!DOCTYPE html>" && lines.last == "</html>")
        #expect(lines.contains("<title>*Reds* 1-0 A&amp;B, winner *Reds*</title>"))
        #expect(lines.contains("<p>goals: \(name) 3&#39;</p>"))
        #expect(lines.contains("<tr><td>3&#39;</td><td>1-0</td><td>*Reds*, \(name)</td></tr>"))
    }
}
