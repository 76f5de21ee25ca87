import FoundationEssentials
import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

/// Extra time and kicks from the mark, from the shell: Anna and Carl are on the Reds, Ben and Dora
/// on the Blues.
@Suite struct KicksTests {
    let match: MatchFixture

    init() throws {
        match = try MatchFixture(players: "Anna", "Ben", "Carl", "Dora")
        try match.ctl(
            "new", "--format", "halves", "--team-a", "Reds", "--team-b", "Blues",
            "--team-a-players", "anna,carl", "--team-b-players", "ben,dora")
    }

    /// Plays a period of this length.
    private func play(_ minutes: Int) throws {
        try match.ctl("period", "begin")
        match.clock.advance(by: .seconds(minutes * 60))
        try match.ctl("period", "end")
    }

    /// Plays both halves, which end 1-1.
    private func draw() throws {
        try match.ctl("period", "begin")
        match.clock.advance(by: .seconds(600))
        try match.ctl("goal", "a", "anna")
        match.clock.advance(by: .seconds(2_220))
        try match.ctl("goal", "b", "ben")
        try match.ctl("period", "end")
        match.clock.advance(by: .seconds(900))
        try play(46)
    }

    private func kicks(_ outcomes: String) throws {
        for (index, mark) in outcomes.enumerated() {
            let side = index.isMultiple(of: 2) ? "a" : "b"
            try match.ctl("kick", side, mark == "x" ? "in" : "out")
        }
    }

    @Test func aDrawOffersExtraTimeAndKicksAndNothingElseDoes() throws {
        let early = try match.ctl("extra", status: 1)
        #expect(
            early == "gatherctl: cannot add extra time: the match is not over; next: first half\n")
        try match.ctl("period")
        let later = try match.ctl("kicks", status: 1)
        #expect(
            later == "gatherctl: cannot begin the kicks: the match is not over: first half; "
                + "next: half-time\n")
        match.clock.advance(by: .seconds(2_700))
        try match.ctl("period", "end")
        match.clock.advance(by: .seconds(900))
        try match.ctl("period", "begin")
        match.clock.advance(by: .seconds(2_700))
        let over = "second half is over, it was the last period"
        let ways = "; a draw: 'gatherctl extra', 'gatherctl kicks' or 'gatherctl end'"
        try match.ctl("period", "end", says: over + ways)
        try match.ctl("status", says: over + ways)
        try match.ctl("goal", "a", "--ago", "60s")
        #expect(try !match.ctl("status").contains("a draw"))
        try match.ctl("extra", says: "the score is not a draw; 'gatherctl end' ends", status: 1)
        try match.ctl("undo")
        let extra = try match.ctl("extra")
        #expect(
            extra == "05:00 break before extra time; next: first half of extra time, at 90:00\n")
        try match.ctl("extra", says: "extra time was added already", status: 1)
        try match.ctl("undo", says: "undone: adding extra time")
        try match.ctl("kicks", says: "kicks 0-0, either side begins")
        try match.ctl("extra", says: "the kicks from the mark were begun already", status: 1)
        try match.ctl("format", "choose", "quarters", "--force", says: "period", status: 1)
        try match.ctl("end", "--yes")
        try match.ctl("extra", says: "no match is open", status: 1)
        try match.ctl("start")
        try match.ctl("kicks", says: "the match has no periods", status: 1)
    }

    @Test func extraTimeThatWasPlayedIsNotOfferedAgain() throws {
        try draw()
        match.clock.advance(by: .seconds(60))
        let over = "the last period is over, at a draw; "
        try match.ctl(
            "period", says: "\(over)'gatherctl extra', 'gatherctl kicks' or 'gatherctl end'\n",
            status: 1)
        try match.ctl("extra")
        match.clock.advance(by: .seconds(300))
        try play(15)
        match.clock.advance(by: .seconds(60))
        try play(15)
        match.clock.advance(by: .seconds(60))
        try match.ctl(
            "period", says: "\(over)'gatherctl kicks' or 'gatherctl end'\n", status: 1)
    }

    @Test func kicksAreTakenInTurnsUntilTheyAreDecided() throws {
        try match.ctl("kick", "a", "in", says: "no kicks from the mark were begun", status: 1)
        try draw()
        try match.ctl("kicks")
        let goal = try match.ctl("goal", "a", status: 1)
        #expect(
            goal == "gatherctl: cannot count the goal: kicks from the mark are being taken; "
                + "'gatherctl kick a in' counts one, 'gatherctl goal TEAM --at 37 --force' a goal "
                + "of before them\n")
        try match.ctl("start", says: "kicks from the mark are being taken", status: 1)
        try match.ctl("period", says: "kicks from the mark are being taken", status: 1)
        #expect(
            try match.ctl("kick", "a", "in", "anna") == "in: Anna, Reds; kicks 1-0, next: Blues\n")
        try match.ctl("kick", "a", "in", says: "it is the turn of Blues", status: 1)
        try match.ctl("kick", "b", "in", "anna", says: "Anna is not on Blues", status: 1)
        try match.ctl("card", "ben", "red")
        try match.ctl("kick", "ben", "out", says: "Ben was sent off", status: 1)
        try match.ctl("kick", "ben", "out", "--force", says: "out: Ben, Blues; kicks 1-0")
        try match.ctl("status", says: "--:-- kicks 1-0, next: Reds", "kicks of Reds: Anna in")
        for (side, outcome) in [("a", "in"), ("b", "out"), ("a", "in")] {
            try match.ctl("kick", side, outcome)
        }
        try match.ctl("kick", "b", "out", says: "out: Blues; Reds win 3-0 on kicks")
        let more = try match.ctl("kick", "a", "in", status: 1)
        #expect(
            more == "gatherctl: cannot take the kick: the kicks are decided: Reds win; "
                + "'gatherctl end' ends the match\n")
        try match.ctl("undo", says: "undone: the kick of Blues: out")
        try match.ctl("kick", "b", "in", says: "kicks 3-1, next: Reds")
        try match.ctl(
            "watch", "--once", "--format", "{score} {kicks} {state} {clock}",
            says: "1-1 3-1 kicks --:--")
        try match.ctl("kick", "a", "up", says: "'up' is not an outcome", status: 2)
        try match.ctl("kick", "a", says: "in or out, is missing", status: 2)
    }

    @Test func whatKicksHaveDecidedIsNotBeingDecided() throws {
        try draw()
        try match.ctl("kicks")
        let underway = "kicks from the mark are being taken; "
        for words in [["score", "2-1"], ["goal", "a", "--at", "1"]] {
            try match.ctl(words, says: [underway], status: 1)
        }
        try kicks("xoxoxo")
        for words in [["score", "2-1"], ["goal", "a", "--at", "1"], ["goal", "a"]] {
            try match.ctl(
                words,
                says: [
                    "kicks from the mark have decided the match at this score; 'gatherctl goal "
                        + "TEAM --at 37 --force' counts a goal of before them\n"
                ], status: 1)
        }
        try match.ctl("goal", "a", "--at", "1", "--force", says: "Reds 2-1 Blues")
    }

    @Test func suddenDeathIsNamed() throws {
        try draw()
        try match.ctl("kicks")
        try kicks("xxxxxxxxx")
        try match.ctl("kick", "b", "in", says: "kicks 5-5, next: Reds, sudden death")
        try match.ctl("kick", "a", "out")
        try match.ctl("kick", "b", "in", says: "Blues win 6-5 on kicks")
        try match.ctl("end", "--yes", says: "ended: Reds 1-1 Blues, Blues win 6-5 on kicks")
        try match.ctl("history", says: "Reds - Blues  1-1  Blues win 6-5 on kicks")
        let table = try match.ctl("history", "--table")
        #expect(table.contains(try Regex("Reds - Blues +1 +0 +0 +1 +1-1")), "\(table)")
    }

    @Test func aWholeMatchIsInItsReport() throws {
        try draw()
        try match.ctl("extra")
        match.clock.advance(by: .seconds(300))
        try match.ctl("period")
        match.clock.advance(by: .seconds(130))
        try match.ctl("goal", "reds", "carl")
        match.clock.advance(by: .seconds(800))
        try match.ctl("period")
        match.clock.advance(by: .seconds(60))
        try match.ctl("period")
        match.clock.advance(by: .seconds(960))
        try match.ctl("goal", "blues", "dora")
        try match.ctl("period")
        try match.ctl("kicks")
        try match.ctl("kick", "b", "in", "ben")
        try match.ctl("kick", "a", "out", "anna")
        for (side, outcome) in [("b", "in"), ("a", "in"), ("b", "in"), ("a", "in")] {
            try match.ctl("kick", side, outcome)
        }
        try match.ctl("kick", "b", "in")
        #expect(try match.match().kicks?.decided == false)
        try match.ctl("kick", "dora", "out", says: "it is the turn of Reds", status: 1)
        try match.ctl("kick", "a", "out", says: "Blues win 4-2 on kicks")
        try match.ctl("end", "--yes", says: "Blues win 4-2 on kicks")
        let report = try match.report()
            .split(separator: "\n", omittingEmptySubsequences: false)
        #expect(report.first == "Reds 2-2 Blues, Blues win 4-2 on kicks")
        #expect(
            report.dropFirst(2).joined(separator: "\n") == """
                first half 45+3', second half 90+2', first half of extra time 105+1', second half \
                of extra time 120+2'

                Reds: Anna, Carl
                  goals: Anna 11'; Carl 93'
                  kicks: Anna out, in, in, out
                Blues: Ben, Dora
                  goals: Ben 45+3'; Dora 120+2'
                  kicks: Ben in, in, in, in

                11' 1-0 Reds, Anna
                45+3' 1-1 Blues, Ben
                93' 2-1 Reds, Carl
                120+2' 2-2 Blues, Dora

                """)
        try match.ctl("report", "--html", says: "<p>kicks: Ben in, in, in, in</p>")
        try match.ctl(
            "log", says: "extra time added", "first half of extra time began",
            "kicks from the mark began", "kick of Blues by Ben: in, 0-1 on kicks")
        try match.ctl("show", says: "Reds 2-2 Blues, Blues win 4-2 on kicks")
        let exported = try match.json("export").filter { $0["kind"] == "kickTaken" }
        #expect(exported.map { $0["kickScored"] }.prefix(2) == [true, false])
        #expect(exported.last?["kicks"] == "2-4")
        #expect(exported.last?["playerTeam"] == "teamA")
        try match.ctl(
            "export", "--format=csv",
            says: ",minute,kickScored,kicks,period,addedMinutes,operatorDevice,fixture,hash,",
            ",true,0-1,,,,,")
        try match.ctl("scorers", says: "Ben")
    }

    @Test func theServerGetsTheScoreAndTheWinnerByKicks() throws {
        try draw()
        try match.ctl("kicks")
        try kicks("oxoxox")
        try match.ctl("end", "--yes")
        let snapshot = try match.match()
        #expect(snapshot.score == "1-1")
        #expect(snapshot.winner == .teamB)
        #expect(snapshot.winnerName.wrappedValue == "Blues")
        try match.ctl("reopen", "last")
        try match.ctl("undo")
        try match.ctl("end", "--yes", says: "a draw, kicks 0-2")
        #expect(try match.match().winner == nil)
        try match.ctl("history", says: "a draw, kicks 0-2")
    }

    @Test func anOlderClientSeesACountdownThatStands() throws {
        try draw()
        try match.ctl("extra")
        try match.ctl("kicks")
        let snapshot = try match.match()
        #expect(snapshot.timer.state == .stopped)
        #expect(snapshot.timer.remainingMilliseconds == 0)
        #expect(snapshot.timer.endsAtBoottimeMicroseconds == nil)
        let client = try match.daemon.client()
        #expect(try GatherError(client.call(.start)) == .kicksUnderway)
        #expect(try GatherError(client.call(.toggle)) == .kicksUnderway)
        let goal: JSONObject = ["team": "teamA", "delta": 1]
        #expect(try GatherError(client.call(.addToScore, goal)) == .kicksUnderway)
        #expect(try client.gather(.end).phase == .ended)
    }

    @Test func linesAndFilesHaveTheKicks() throws {
        let directory = "\(match.daemon.directory)/displays"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        func file(_ name: String) throws -> String {
            try match.ctl("watch", "--once", "--write", directory)
            return try String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)
        }
        #expect(try file("kicks.txt") == "")
        try draw()
        try match.ctl("kicks")
        let watching = try match.start("watch")
        #expect(try watching.nextLine().hasPrefix("--:--  kicks  Reds 1-1 Blues  snapshot"))
        try match.ctl("kick", "a", "in")
        #expect(try file("kicks.txt") == "1-0")
        #expect(try file("clock.txt") == "--:--")
        #expect(
            try watching.nextLine()
                == "--:--  kicks  Reds 1-1 Blues  kickTaken  kicks 1-0, next: Blues")
        try match.ctl(
            "format", "show", "halves", says: "extra time, if wanted at a draw: 2 x 15:00")
    }
}
