import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct ExportPresenterTests {
    private static let gather = Sample.summary()

    @Test("an event is a line of CSV, with what there is none of empty")
    func line() {
        var entry = Sample.entry(3, "goal for Reds", "1-0", gone: 451, undoneBy: 4)
        (entry.scorer, entry.scorerID, entry.ownGoal) = ("Ben, Jr.", 7, true)
        (entry.team, entry.goals, entry.standingScore) = (.teamA, 1, "2-0")
        (entry.correction, entry.lowered, entry.amends, entry.before) = (false, true, 2, 1)
        (entry.card, entry.penaltySeconds, entry.playerTeam) = (.time, 120, .teamB)
        (entry.player, entry.playerID) = ("Cy", 3)
        (entry.playerOn, entry.playerOnID, entry.minute) = ("Di", 4, "45+2")
        (entry.kickScored, entry.kicks) = (true, "4-3")
        (entry.period, entry.addedMinutes) = ("first half", 3)
        (entry.operatorDevice, entry.fixture) = ("Anna's phone", "cup-12")
        (entry.hash, entry.record, entry.forgotten) = ("c0ffee", "[]", [3, 4])
        entry.beganAt = "2026-11-21T15:30:00Z"
        (entry.tallyGoals, entry.tallyPlace, entry.tallyScore) = (1, 2, "1-1")
        #expect(
            ExportPresenter.line(Self.gather, entry)
                == "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e,Reds,Blues,3,3,scoreChanged,"
                + "goal for Reds,2026-11-21T15:32:13.250Z,451999,10:00,1-0,1000,anna,4,"
                + "\"Ben, Jr.\",7,true,teamA,1,2-0,false,true,2,1,time,120,teamB,Cy,3,Di,4,45+2,"
                + "true,4-3,first half,3,Anna's phone,cup-12,c0ffee,[],3 4,"
                + "2026-11-21T15:30:00Z,1,2,1-1\r\n"
        )
        let nobody = Sample.entry(3, "the wall clock was set", by: nil)
        let empty = ",10:00,0-0" + String(repeating: ",", count: 34) + "\r\n"
        #expect(ExportPresenter.line(Self.gather, nobody).hasSuffix(empty))
        entry.scorer = "Ben"
        let columns = ExportPresenter.header.split(separator: ",").count
        #expect(columns == ExportPresenter.line(Self.gather, entry).split(separator: ",").count)
    }

    @Test(
        "what would break a line is quoted, and nothing is changed",
        arguments: [
            ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\""),
            ("=1+1", "=1+1"), ("東京", "東京"), (" a ", " a "), ("", ""), ("\"", "\"\"\"\""),
        ])
    func quoted(name: String, field: String) {
        let gather = Sample.summary(.ended, (name, "B"))
        let line = ExportPresenter.line(gather, Sample.entry(1, "x"))
        #expect(line.hasPrefix("\(gather.id),\(field),B,1,"))
    }

    @Test("an event is a JSON object with all that the daemon tells")
    func object() {
        let entry: JSONObject = ["number": 3, "weather": "rain"]
        #expect(
            ExportPresenter.object(Self.gather, entry) == [
                "gatherId": .string(Self.gather.id), "teamAName": "Reds", "teamBName": "Blues",
                "number": 3, "weather": "rain",
            ])
    }
}
