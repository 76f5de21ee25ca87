import GatherAPI
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A match over the socket")
struct MatchTests {
    @Test("ninety minutes are watched to the end, every second once and in order")
    func ninetyMinutes() throws {
        let fixture = try DaemonFixture()
        let (control, watcher) = (try fixture.client(), try fixture.client())
        _ = try control.gather(.open, ["time": .object(["minutes": 90, "seconds": 0])])
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 90:0 0-0")
        _ = try control.gather(.start)
        #expect(try watcher.next() == "started 90:0 0-0")
        for second in (1..<5_400).reversed() {
            fixture.clock.advance(by: .seconds(1))
            #expect(try watcher.next() == "tick \(second / 60):\(second % 60) 0-0")
        }
        fixture.clock.advance(by: .seconds(1))
        #expect(try watcher.next() == "timeUp 0:0 0-0")
        #expect(try control.gather(.get).timer.state == .stopped)
    }

    @Test("a countdown that nobody watches wakes the daemon once, at its end")
    func wakesOnce() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(700))
        #expect(fixture.clock.wakes == 1)
        #expect(fixture.manager.messages.last == "STATUS=Stopped at 00:00, Team A 0-0 Team B")
    }

    @Test("a tick that is due when a command comes is told before it")
    func tickBeforeCommand() throws {
        let fixture = try DaemonFixture()
        let (control, watcher) = (try fixture.client(), try fixture.client())
        _ = try control.gather(.start)
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        fixture.clock.advanceUnobserved(.seconds(1))
        _ = try control.gather(.addToScore, ["team": "teamA", "delta": 1])
        #expect(try watcher.next() == "tick 9:59 0-0")
        #expect(try watcher.next() == "scoreChanged 9:59 1-0")
    }

    @Test("seconds that passed unnoticed are told one by one, and after a suspend the present one")
    func missedTicks() throws {
        let fixture = try DaemonFixture()
        let (control, watcher) = (try fixture.client(), try fixture.client())
        _ = try control.gather(.start)
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        fixture.clock.advanceUnobserved(.milliseconds(3_500))
        _ = try control.gather(.addToScore, ["team": "teamA", "delta": 1])
        for expected in ["tick 9:59", "tick 9:58", "tick 9:57"] {
            #expect(try watcher.next() == "\(expected) 0-0")
        }
        #expect(try watcher.next() == "scoreChanged 9:57 1-0")
        fixture.clock.advanceUnobserved(.seconds(60))
        _ = try control.gather(.undo)
        #expect(try watcher.next() == "tick 8:57 1-0")
        #expect(try watcher.next() == "undone 8:57 0-0")
    }

    @Test("every change is told with its reason, and its state in one line to the service manager")
    func reasonsAndStatus() throws {
        let fixture = try DaemonFixture()
        let (control, watcher) = (try fixture.client(), try fixture.client())
        try watcher.subscribe(ticks: false)
        _ = try #require(try watcher.receive())
        let time: JSONObject = ["time": .object(["minutes": 12, "seconds": 0])]
        let steps: [(GatherMethod, JSONObject, String)] = [
            (.open, [:], "opened 10:0 0-0"),
            (.setTime, time, "timeSet 12:0 0-0"),
            (.start, [:], "started 12:0 0-0"),
            (.pause, [:], "paused 12:0 0-0"),
            (.adjustTime, ["seconds": -30], "timeAdjusted 11:30 0-0"),
            (.resume, [:], "started 11:30 0-0"),
            (.cancel, [:], "cancelled 12:0 0-0"),
            (.setScore, ["team": "teamB", "score": 2], "scoreChanged 12:0 0-2"),
            (.undo, [:], "undone 12:0 0-0"),
            (.end, [:], "ended 12:0 0-0"),
        ]
        for (method, parameters, expected) in steps {
            _ = try control.gather(method, parameters)
            #expect(try watcher.next() == expected)
        }
        #expect(
            fixture.manager.messages.filter { !$0.contains("Running until") } == [
                "READY=1 STATUS=No gather",
                "STATUS=Stopped at 10:00, Team A 0-0 Team B",
                "STATUS=Stopped at 12:00, Team A 0-0 Team B",
                "STATUS=Paused at 12:00, Team A 0-0 Team B",
                "STATUS=Paused at 11:30, Team A 0-0 Team B",
                "STATUS=Stopped at 12:00, Team A 0-0 Team B",
                "STATUS=Stopped at 12:00, Team A 0-2 Team B",
                "STATUS=Stopped at 12:00, Team A 0-0 Team B",
                "STATUS=Ended, Team A 0-0 Team B",
            ])
    }

    @Test("undoing the opening gives back the gather before, and then its end")
    func undoOpening() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        let first = try client.gather(.open)
        _ = try client.gather(.end)
        let second = try client.gather(.start)
        #expect(second.id != first.id)
        let undone = try client.call(.undo)
        #expect(undone.parameters["undone"] == "the start, which opened the match")
        #expect(try Client.gather(in: undone).id == first.id)
        #expect(try Client.gather(in: undone).phase == .ended)
        #expect(try client.gather(.undo).phase == .open)
        let none = try client.call(.undo)
        #expect(none.parameters["gather"] == .null)
        #expect(try client.call(.undo).error == "io.gatherd.Gather.NothingToUndo")
        let history = Call("io.gatherd.History.List").message
        try client.send(history)
        #expect(try client.receive()?.parameters["gathers"] == .array([]))
    }

    @Test("an undone end says how far the countdown has gone meanwhile")
    func undoEndOfRunning() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.start)
        _ = try client.gather(.end)
        fixture.clock.advance(by: .seconds(12))
        let undone = try client.call(.undo)
        #expect(
            undone.parameters["undone"]
                == "the end of the match; the countdown went on meanwhile, by 00:12")
        #expect(try Client.gather(in: undone).timer.remainingMilliseconds == 588_000)
    }

    @Test("a watcher of changes hears no tick, and hears that time is up")
    func watcherWithoutTicks() throws {
        let fixture = try DaemonFixture()
        let (control, watcher) = (try fixture.client(), try fixture.client())
        _ = try control.gather(.start)
        try watcher.subscribe(ticks: false)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        fixture.clock.advance(by: .seconds(601))
        #expect(try watcher.next() == "timeUp 0:0 0-0")
    }
}
