import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

/// A match with a format over the socket.
@Suite struct PeriodTests {
    private let log = RecordingLog()
    private let fixture: DaemonFixture

    init() throws { fixture = try DaemonFixture(log: log) }

    /// What becomes of the clock is told to this watcher, one second after the other.
    private func expectNext(_ messages: String..., to watcher: Client) throws {
        for message in messages {
            fixture.clock.advance(by: .seconds(1))
            #expect(try watcher.next() == message)
        }
    }

    @Test("ticks go on in added time, and time is up once in each period")
    func ticks() throws {
        let (control, watcher) = (try fixture.client(), try fixture.client())
        _ = try control.gather(.open, ["format": "2x0:03-0:02"])
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 0:3 0-0")
        _ = try control.gather(.whistle)
        #expect(try watcher.next() == "periodBegan 0:3 0-0")
        try expectNext("tick 0:2 0-0", "tick 0:1 0-0", "timeUp 0:0 0-0", to: watcher)
        try expectNext("tick 0:0 0-0", "tick 0:0 0-0", to: watcher)
        _ = try control.gather(.addToScore, ["team": "teamA", "delta": 1])
        #expect(try watcher.next() == "scoreChanged 0:0 1-0")
        _ = try control.gather(.whistle)
        #expect(try watcher.next() == "periodEnded 0:2 1-0")
        try expectNext("tick 0:1 1-0", "timeUp 0:0 1-0", to: watcher)
        fixture.clock.advance(by: .seconds(5))
        _ = try control.gather(.start)
        #expect(try watcher.next() == "periodBegan 0:3 1-0")
        try expectNext("tick 0:2 1-0", to: watcher)
    }

    @Test("who does not watch the seconds is told when time is up, and nothing after that")
    func timeUp() throws {
        let (control, watcher) = (try fixture.client(), try fixture.client())
        _ = try control.gather(.open, ["format": "halves"])
        _ = try control.gather(.whistle)
        try watcher.subscribe(ticks: false)
        #expect(try watcher.next() == "snapshot 45:0 0-0")
        fixture.clock.advance(by: .seconds(48 * 60))
        #expect(try watcher.next() == "timeUp 0:0 0-0")
        #expect(fixture.clock.wakes == 1)
        _ = try control.gather(.whistle, ["what": "end"])
        #expect(try watcher.next() == "periodEnded 15:0 0-0")
    }

    @Test("a snapshot has the course, and a countdown that stands in added time")
    func snapshot() throws {
        let client = try fixture.client()
        let opened = try client.gather(.open, ["format": "halves"])
        #expect(opened.course?.stage == .waiting)
        #expect(opened.course?.nextIndex == 0)
        #expect(opened.timer.initial.minutes == 45)
        _ = try client.gather(.whistle, ["what": "begin", "period": 0])
        fixture.clock.advance(by: .seconds(46 * 60 + 5))
        let goal = try client.gather(.addToScore, ["team": "teamB", "delta": 1])
        #expect(goal.latestGoal?.minute == "45+2")
        #expect(goal.latestGoal?.goneMilliseconds == 2_765_000)
        #expect(goal.timer.state == .stopped)
        #expect(goal.timer.remainingMilliseconds == 0)
        #expect(goal.timer.endsAtBoottimeMicroseconds == nil)
        let course = try #require(goal.course)
        #expect(course.format == "halves")
        #expect((course.index == 0) && (course.stage == .underway) && (course.nextIndex == 1))
        #expect(course.period.id == "first half")
        #expect(course.next?.id == "half-time")
        #expect(course.elapsedMilliseconds == 2_765_000)
        #expect(course.minute == "45+2")
        let zero = try #require(course.zeroAtBoottimeMicroseconds)
        #expect(zero == goal.timer.takenAtBoottimeMicroseconds - 2_765_000_000)
        try fixture.restart()
        let after = try fixture.client().gather(.get)
        #expect(after.course == goal.course)
    }

    @Test("an event of play has its minute, unless it was undone")
    func minutes() throws {
        let client = try fixture.client()
        _ = try client.gather(.open, ["format": "halves"])
        _ = try client.gather(.whistle, ["what": "begin", "period": 0])
        fixture.clock.advance(by: .seconds(61))
        for team in ["teamA", "teamB"] as [JSONValue] {
            _ = try client.gather(.addToScore, ["team": team, "delta": 1])
        }
        _ = try client.gather(.undo)
        let call = HistoryMethod.Show(limit: 100).call
        try client.send(call.message)
        let reply = try #require(try client.receive())
        let entries = try HistoryMethod.Show.Reply(reply.parameters).entries
        #expect(entries.filter { $0.kind == "scoreChanged" }.map(\.minute) == ["2", nil])
    }

    @Test("without a format there is no course, and a whistle is refused")
    func plain() throws {
        let client = try fixture.client()
        let started = try client.gather(.start)
        #expect(started.course == nil)
        let whistle = try client.call(.whistle)
        #expect(whistle.error == "io.gatherd.Gather.HasNoFormat")
        let chosen = try client.call(.chooseFormat, ["format": "school"])
        #expect(chosen.error == "io.gatherd.Gather.FormatInUse")
        let forced = try client.gather(.chooseFormat, ["format": "school", "force": true])
        #expect(forced.course?.format == "school")
        #expect(forced.timer.state == .running)
    }

    @Test("formats are listed, and one that a name describes is shown")
    func formats() throws {
        let client = try fixture.client()
        func names(_ parameters: JSONObject) throws -> [String] {
            let reply = try client.call(.getFormats, parameters)
            return try GatherMethod.GetFormats.Reply(reply.parameters).formats.map(\.name)
        }
        #expect(try names([:]) == MatchFormat.builtIn.map(\.name))
        #expect(try names(["name": "2x25-5"]) == ["2x25-5"])
        #expect(try names(["name": "thirds"]) == [])
        let long = String(repeating: "9", count: 500_000)
        #expect(try names(["name": .string(long)]) == [])
    }

    @Test("the journal names the format and the periods")
    func journal() throws {
        let client = try fixture.client()
        _ = try client.gather(.open, ["format": "halves"])
        _ = try client.gather(.whistle)
        fixture.clock.advance(by: .seconds(2_700))
        _ = try client.gather(.whistle)
        let chosen = try #require(log.record.first { $0.id == .formatChosen })
        #expect(chosen.fields["GATHER_FORMAT"] == "halves")
        for (id, text) in [
            (MessageID.periodBegan, "first half began"), (.periodEnded, "first half ended"),
        ] {
            let entry = try #require(log.record.first { $0.id == id })
            #expect(entry.fields["GATHER_PERIOD"] == "first half")
            #expect(entry.message.contains(text))
        }
    }

    @Test("play that begins by itself after a break is told as a beginning")
    func byItself() throws {
        let format = try MatchFormat(
            name: "quick",
            periods: [
                MatchPeriod(id: "one", length: .seconds(60)),
                MatchPeriod(id: "pause", kind: .pause, length: .seconds(30), begins: .atOnce),
                MatchPeriod(id: "two", length: .seconds(60), begins: .atOnce),
            ])
        var now = Moment(boottime: .seconds(50), wall: .seconds(1_700_000_000), boot: "boot")
        let events: [Event] = [
            .opened(id: "x", time: .standard, teamAName: "A", teamBName: "B"),
            .formatChosen(FormatChoice(format)), .periodBegan(0), .periodEnded(0),
        ]
        let gather = Gather(
            replaying: events.enumerated().map { index, event in
                RecordedEvent(
                    number: index + 1, step: index + 1, moment: now, operatorUID: nil,
                    event: event)
            })
        for wantsTicks in [false, true] {
            var ticker = CountdownTicker()
            ticker.wantsTicks = wantsTicks
            var then = now
            ticker.record(gather, at: then)
            var told: [Reason] = []
            while told.last != .timeUp {
                then = try #require(ticker.next(gather, at: then))
                told += ticker.catchUp(gather, at: then).map(\.reason)
            }
            #expect(told.filter { $0 != .tick } == [.periodBegan, .timeUp])
            #expect(then.elapsed(since: now) == .seconds(90))
            #expect(told.count == (wantsTicks ? 90 : 2))
            #expect(ticker.next(gather, at: then) == nil)
        }
        now = now.advanced(by: .seconds(45))
        let shown = GatherPresenter.snapshot(gather, at: now, recovered: nil, submission: nil)
        #expect(shown?.course?.index == 2)
        #expect(shown?.course?.elapsedMilliseconds == 15_000)
        #expect(shown?.timer.remainingMilliseconds == 45_000)
    }
}
