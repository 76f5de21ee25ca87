import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherDaemon

/// The kick-off, from the shell.
@Suite struct KickOffTests {
    let match: MatchFixture

    init() throws { match = try MatchFixture() }

    /// The local time so many seconds from now, as it is shown.
    private func time(in seconds: Int) -> String {
        LocalTime(match.clock.now().wall + .seconds(seconds)).shortTime
    }

    @Test func everyDisplayCountsDownToIt() throws {
        try match.ctl("kick-off", says: "no kick-off is set")
        try match.ctl(
            "kick-off", "18:30", says: "no match is open; 'gatherctl new --at 18:30' opens one",
            status: 1)
        let time = time(in: 750)
        try match.ctl(
            "new", "12", "--at", "+12m30s", says: "opened: 12:00", "kick-off", "\(time), in 12:30")
        try match.ctl("status", says: "12:00 kick-off", "\(time), in 12:30")
        try match.ctl("kick-off", says: "\(time), in 12:30\n")
        let watch = try match.start("watch")
        #expect(
            try watch.nextLine()
                == "12:00  stopped  Team A 0-0 Team B  snapshot  kick-off in 12:30")
        match.clock.advance(by: .seconds(30))
        #expect(
            try match.ctl("watch", "--once", "--format", "{clock} {kickoff} {period}")
                == "12:00 12:00 kick-off in 12:00\n")
        try match.ctl("adjust", "+1m", says: "13:00")
        try watch.line(with: "timeAdjusted  kick-off in 12:00")
        #expect(match.daemon.manager.messages.last?.hasPrefix("STATUS=Kick-off at ") == true)
        try match.ctl("log", says: "kick-off set to")
        match.clock.advance(by: .seconds(760))
        try match.ctl("status", says: "13:00 kick-off was due at")
        #expect(try match.match().timer.state == .stopped)
        try match.ctl("start", says: "running from 13:00")
        try match.ctl("kick-off", says: "no kick-off is set")
        try match.ctl(
            "kick-off", "+5m", says: "the countdown of the match was started already", status: 1)
    }

    @Test func itStartsByItselfOnce() throws {
        try match.ctl(
            "new", "--at", "+20m", "--auto", says: "in 20:00", "starts by itself")
        let watch = try match.start("watch")
        try watch.line(with: "kick-off in 20:00")
        match.clock.advance(by: .seconds(1_200))
        let line = try watch.nextLine()
        #expect(line == "10:00  running  Team A 0-0 Team B  started")
        match.clock.advance(by: .seconds(60))
        let running = try match.match()
        #expect(running.timer.remainingMilliseconds == 540_000)
        #expect(running.kickOff == nil)
        try match.ctl("log", says: " started by the kick-off\n")
        try match.ctl("undo", says: "undone: the start by the kick-off", "kick-off was due at")
        match.clock.advance(by: .seconds(60))
        try match.daemon.restart()
        #expect(try match.match().timer.state == .stopped)
        try match.ctl("redo", says: "redone: the start by the kick-off", "running")
        try match.ctl("report", "--json")
        try match.ctl("end", "--yes")
    }

    @Test func itIsChangedAndRemoved() throws {
        try match.ctl("new")
        try match.ctl("kick-off", "+1h", "--auto", says: "in 1:00:00", "starts by itself")
        try match.ctl("kick-off", "none", says: "no kick-off is set")
        try match.ctl("kick-off", "none", says: "no change: no kick-off is set")
        match.clock.advance(by: .seconds(60))
        try match.ctl("undo", says: "undone: removing the kick-off", "in 59:00")
        try match.ctl("undo", says: "undone: setting the automatic kick-off to")
        try match.ctl("kick-off", "+2h")
        try match.ctl("end", "--yes")
        try match.ctl("new", "--rematch", "--at", "+30m", says: "in 30:00")
        try match.ctl("undo", says: "undone: the opening of the match")
    }

    @Test func aStartBeforeItBeginsTheMatch() throws {
        try match.ctl("new", "--at", "+5m", "--auto")
        try match.ctl("start")
        match.clock.advance(by: .seconds(60))
        try match.ctl("undo", says: "in 04:00")
        match.clock.advance(by: .seconds(240))
        #expect(try match.match().timer.state == .running)
    }

    @Test func withoutPlayersItDoesNotStart() throws {
        let match = try MatchFixture(players: "Anna", "Ben")
        try match.ctl("new", "--at", "+5m", "--auto")
        try match.ctl(
            "team", "a", "anna")
        try match.ctl(
            "kick-off", says: "the countdown cannot start by itself: Team B has no players")
        match.clock.advance(by: .seconds(301))
        try match.ctl(
            "status", says: "kick-off was due at",
            "the countdown did not start by itself: Team B has no players")
        try match.ctl("team", "b", "ben")
        match.clock.advance(by: .seconds(60))
        #expect(try match.match().timer.state == .stopped)
        try match.ctl("start", says: "running from 10:00")
    }

    @Test func filesHaveIt() throws {
        try match.ctl("new", "--at", "+90s")
        let directory = match.daemon.directory
        try match.ctl("watch", "--once", "--write", directory)
        func text(_ name: String) throws -> String {
            let bytes = try Files.contents(of: "\(directory)/\(name)", limit: 1 << 20)
            return String(decoding: bytes ?? [], as: UTF8.self)
        }
        #expect(try text("period.txt") == "kick-off in 01:30")
        #expect(try text("clock.txt") == "10:00")
        let json = try text("match.json")
        #expect(json.contains("\"kickOff\":\"01:30\""))
        #expect(!json.contains("atBoottimeMicroseconds"))
    }

    @Test func aWrongTimeIsRefused() throws {
        try match.ctl("new")
        let wrong: [([String], String)] = [
            (["25:00"], "is not a time of kick-off"), (["18:60"], "is not a time of kick-off"),
            (["soon"], "is not a time of kick-off"), (["20"], "is not a time of kick-off"),
            (["2026-02-30 18:30"], "is not a time of kick-off"), ([""], "not a time of kick-off"),
            (["2001-02-28 18:30"], "is not ahead"), (["+0m"], "is not ahead"),
            (["2060-02-28 18:30"], "more than 7 days ahead"), (["+169h"], "more than 7 days"),
            (["--auto"], "is missing"), (["none", "--auto"], "cannot be given along with 'none'"),
        ]
        for (words, cause) in wrong {
            try match.ctl(["kick-off"] + words, says: [cause], status: 2)
        }
        try match.ctl("discard", "--yes")
        try match.ctl("new", "--auto", says: "'--auto' is for the kick-off", status: 2)
        try match.ctl("new", "--at", "x", says: "is not a time of kick-off", status: 2)
        #expect(try match.match().phase == .discarded)
    }

    @Test("another client is answered with what was wrong, and a repeated call counts once")
    func calls() throws {
        let client = try match.daemon.client()
        let now = match.clock.now().wall.wholeMicroseconds
        let open: JSONObject = [
            "kickOffMicroseconds": .int(now + 60_000_000), "kickOffAutomatic": true,
            "requestId": "one",
        ]
        let opened = try client.gather(.open, open)
        #expect(
            opened.kickOff
                == KickOffFields(
                    atMicroseconds: now + 60_000_000,
                    atBoottimeMicroseconds: match.clock.now().boottime.wholeMicroseconds
                        + 60_000_000,
                    automatic: true))
        #expect(try client.gather(.open, open).revision == opened.revision)
        let wrong: [(JSONObject, String)] = [
            (["kickOffMicroseconds": .int(now)], "io.gatherd.Gather.InvalidKickOff"),
            (["kickOffMicroseconds": .int(.max)], "io.gatherd.Gather.InvalidKickOff"),
            (["kickOffMicroseconds": .int(.min)], "io.gatherd.Gather.InvalidKickOff"),
            (["kickOffAutomatic": true], "org.varlink.service.InvalidParameter"),
        ]
        for (parameters, error) in wrong {
            #expect(try client.call(.setKickOff, parameters).error == error)
        }
        _ = try client.gather(.start)
        #expect(try client.call(.setKickOff).error == "io.gatherd.Gather.StartedAlready")
    }
}
