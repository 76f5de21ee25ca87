import GatherAPI
import Testing

@testable import GatherControl

@Suite struct ReportPresenterTests {
    private static let started = Sample.entry(2, "started", kind: "started")
    private static let ended = Sample.entry(40, "ended", "2-1", kind: "ended", gone: 580)
    private static let (date, start) = split("2026-11-21T15:32:12Z")
    private static let end = split("2026-11-21T15:45:00Z").1

    private static func split(_ time: String) -> (Substring, Substring) {
        let text = TimeWords.dateAndTime(time)
        return (text.prefix(10), text.suffix(5))
    }

    private func report(
        _ entries: [TimelineEntry], _ gather: GatherSummary = Sample.summary()
    ) -> [String] {
        var report = MatchReport()
        for entry in entries { report.add(entry) }
        return ReportPresenter.lines(gather, report)
    }

    @Test("a match is told by its result, its times and its goals")
    func match() {
        #expect(
            report([
                Sample.entry(1, "opened at 10:00: Reds - Blues", kind: "opened"), Self.started,
                Sample.entry(3, "goal for Reds", "1-0", gone: 0),
                Sample.entry(4, "goal for Blues", "1-1", gone: 59),
                Sample.entry(5, "goal for Reds", "2-1", gone: 451), Self.ended,
            ]) == [
                "Reds 2-1 Blues, winner Reds",
                "\(Self.date), \(Self.start) to \(Self.end), 09:40 played", "",
                "1' 1-0 Reds", "1' 1-1 Blues", "8' 2-1 Reds",
            ])
    }

    @Test("scorers are named, own goals said, and the sides told before")
    func players() {
        func goal(
            _ number: Int, _ score: String, _ name: String?, own: Bool? = false
        )
            -> TimelineEntry
        {
            var entry = Sample.entry(number, "goal", score, gone: 60 * number)
            (entry.scorer, entry.ownGoal) = (name, name == nil ? nil : own)
            return entry
        }
        var report = MatchReport()
        for entry in [
            goal(2, "1-0", "Anna"), goal(3, "1-1", "Anna", own: true), goal(4, "2-1", nil),
        ] { report.add(entry) }
        report.sides = Sides(
            teamAName: "Reds", teamBName: "Blues",
            teamA: [
                PlayerFields(id: 1, name: "Anna", position: "goalkeeper"),
                PlayerFields(id: 2, name: "Ben", position: nil),
            ], teamB: [PlayerFields(id: 3, name: "Carl", position: "striker")])
        #expect(
            ReportPresenter.lines(Sample.summary(), report).suffix(7) == [
                "", "Reds: GK Anna, - Ben", "Blues: ST Carl", "",
                "3' 1-0 Reds, Anna", "4' 1-1 Blues, own goal of Anna", "5' 2-1 Reds",
            ])
    }

    @Test("a goal at the end of a minute is of that minute")
    func minute() {
        var last = Sample.entry(3, "goal for Reds", "1-0")
        last.goneMilliseconds = 600_000
        #expect(
            report([last], Sample.summary(.open, ("Reds", "Blues"), "1-0")).last == "10' 1-0 Reds")
    }

    @Test("what was taken back is left out, and the others are counted without it")
    func undone() {
        #expect(
            report([
                Self.started,
                Sample.entry(3, "goal for Reds", "1-0", gone: 60, undoneBy: 6),
                Sample.entry(4, "goal for Blues", "1-1", gone: 120),
                Sample.entry(5, "goal for Reds", "2-1", gone: 180),
                Sample.entry(6, "undid 3: the goal for Reds", "1-1", kind: "undone", gone: 190),
                Sample.entry(7, "goal for Reds", "2-1", gone: 200),
            ]).suffix(3) == ["3' 0-1 Blues", "4' 1-1 Reds", "4' 2-1 Reds"])
    }

    @Test("a score that was set or lowered is a correction, one that is set stays as it was set")
    func corrections() {
        #expect(
            report(
                [
                    Sample.entry(3, "goal for Reds", "1-0", undoneBy: 7),
                    Sample.entry(4, "goals of Reds set to 3", "3-0", gone: 60),
                    Sample.entry(5, "+2 goals for Blues", "3-2", gone: 120),
                    Sample.entry(6, "-1 goals for Blues", "3-1", gone: 180),
                    Sample.entry(7, "undid 3: the goal for Reds", "3-1", kind: "undone"),
                ], Sample.summary(.ended, ("Reds", "Blues"), "3-1")
            ).suffix(3) == ["2' 3-0 corrected", "3' 3-2 Blues, 2 goals", "4' 3-1 corrected"])
    }

    @Test("a goal that a lower score took back says so, and the last of its side goes first")
    func takenBack() {
        var named = Sample.entry(4, "goal for Reds, Ada", "2-0", gone: 60)
        (named.scorer, named.ownGoal) = ("Ada", false)
        #expect(
            report(
                [
                    Sample.entry(3, "goal for Reds", "1-0"), named,
                    Sample.entry(5, "goal for Blues", "2-1", gone: 120),
                    Sample.entry(6, "-1 goals for Reds", "1-1", gone: 180),
                    Sample.entry(7, "goal for Reds", "2-1", gone: 240),
                ]
            ).suffix(5) == [
                "1' 1-0 Reds", "2' 2-0 Reds, Ada, taken back", "3' 2-1 Blues",
                "4' 1-1 corrected", "5' 2-1 Reds",
            ])
    }

    @Test("scores that do not come to the result are those of then")
    func odd() {
        #expect(
            report(
                [
                    Sample.entry(3, "goal for Reds", "1-0", undoneBy: 5),
                    Sample.entry(4, "Reds have two now", "2-0"),
                ], Sample.summary(.ended, ("Reds", "Blues"), "2-0")
            ).last == "1' 2-0 Reds")
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
        var entry = Sample.entry(1, "goal for Reds", "\(number)-0")
        entry.goneMilliseconds = number
        let other = Sample.entry(2, "goal for Reds", "1-\(number)")
        #expect(report([entry, other, entry]).count > 3)
    }
}
