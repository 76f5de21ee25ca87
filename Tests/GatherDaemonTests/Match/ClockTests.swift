import GatherAPI
import Testing

/// The countdown from the shell.
@Suite struct ClockTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    @Test func commandsThatChangeNothingSaySo() throws {
        try match.ctl("start", says: "running from 10:00")
        let revision = try match.match().revision
        try match.ctl("start", says: "already running")
        try match.ctl("pause", says: "paused at 10:00")
        try match.ctl("pause", says: "already paused")
        #expect(try match.match().revision == revision + 1)
    }

    @Test func theClockIsControlled() throws {
        try match.ctl("new", "--time", "90m", "--team-a", "Löwen", "--team-b", "Bären")
        try match.ctl("status", says: "Löwen")
        try match.ctl("resume", says: "cannot", status: 1)
        try match.ctl("toggle", says: "running from 90:00")
        match.clock.advance(by: .seconds(2))
        try match.ctl("toggle", says: "paused at 89:58")
        try match.ctl("resume", says: "running")
        try match.ctl("set", "1h30m", says: "90:00", "it was running", "gatherctl undo")
        try match.ctl("adjust", "+1m5s", says: "91:05")
        try match.ctl("adjust", "-30s", says: "90:35")
        try match.ctl("adjust", "+1s", "--start", says: "running")
        match.clock.advance(by: .seconds(3))
        try match.ctl("pause", "--ago", "2s", says: "paused at 90:35")
        try match.ctl("cancel", says: "90:00")
        try match.ctl("reset")
        let timer = try match.match().timer
        #expect(timer.state == .stopped)
        #expect(timer.remainingMilliseconds == 5_400_000)
    }

    @Test func afterTimeRanOutTheClockCanStillBeCorrected() throws {
        try match.ctl("new", "--time", "00:02")
        try match.ctl("start")
        match.clock.advance(by: .seconds(3))
        // It is decided by the countdown as it stood then, which was running.
        try match.ctl("pause", "--ago", "2s", says: "paused at 00:01")
        try match.ctl("undo")
        var timer = try match.match().timer
        #expect(timer.state == .stopped)
        #expect(timer.remainingMilliseconds == 0)
        try match.ctl(
            "adjust", "+2m", says: "2 min added: 02:00, stopped; 'gatherctl start' starts it")
        try match.ctl("undo")
        try match.ctl("adjust", "+2m", "--start", says: "running, 02:00 left")
        timer = try match.match().timer
        #expect(timer.state == .running)
        match.clock.advance(by: .seconds(121))
        // What is advised there works there.
        for verb in ["start", "pause", "resume", "toggle"] {
            let said = try match.ctl(verb, says: "the clock is at 00:00; ", status: 1)
            #expect(!said.contains("'gatherctl start'"))
            for advice in said.matches(of: /'gatherctl (.+?)'/) {
                try match.ctl(advice.1.split(separator: " ").map(String.init))
                try match.ctl("undo")
            }
            #expect(said.matches(of: /'gatherctl (set|cancel|adjust) ?.*?'/).count == 3)
        }
        timer = try match.match().timer
        #expect(timer.remainingMilliseconds == 0)
        #expect(timer.initial == TimeFields(minutes: 0, seconds: 2))
    }

    @Test func aDatedCommandThatDoesNotFitIsRefused() throws {
        try match.ctl("start")
        match.clock.advance(by: .seconds(1))
        let before = try match.match()
        let refused = try match.ctl("pause", "--ago", "1h", status: 1)
        #expect(refused.contains(/cannot pause .*last command.* at \d\d:\d\d/))
        try match.ctl("start", "--ago", "1ms", says: "would change nothing", status: 1)
        #expect(try match.match() == before)
    }

    @Test func aNewMatchIsNotStartedBeforeItsTime() throws {
        for verb in ["start", "toggle"] {
            try match.ctl(verb, "--ago", "10m", says: "would be over by now", status: 1)
        }
        try match.ctl("start", "--ago", "9m")
        match.clock.advance(by: .seconds(61))
        for ago in [[], ["--ago", "1s"]] {
            try match.ctl(["start"] + ago, says: ["the clock is at 00:00; "], status: 1)
        }
    }

    @Test func theScoreIsControlled() throws {
        try match.ctl("new")
        let commands: [([String], String)] = [
            (["score", "a", "15"], "15-0"), (["score", "a", "+2"], "17-0"),
            (["score", "b", "3"], "17-3"), (["score", "b", "-1"], "17-2"), (["goal", "b"], "17-3"),
        ]
        for (command, score) in commands {
            try match.ctl(command, says: [score])
            #expect(try match.match().score == score)
        }
        try match.ctl("score", "b", "-3")
        try match.ctl("log", says: " 2 goals for Team A\n", " one goal fewer for Team B\n")
        try match.ctl("log", says: " 3 goals fewer for Team B\n", " goals of Team A set to 15\n")
        try match.ctl("undo", says: "undone: 3 goals fewer for Team B\n")
        try match.ctl("undo", "3", says: "undone: the 2 goals for Team A\n")
        try match.ctl("redo")
        let revision = try match.match().revision
        for _ in 1...2 { try match.ctl("goal", "a", "--request-id", "the goal") }
        #expect(try match.match().revision == revision + 1)
    }
}
