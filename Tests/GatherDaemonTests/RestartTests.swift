import FoundationEssentials
import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A match over restarts")
struct RestartTests {
    @Test("a running countdown keeps its deadline, and says until the next command that it went on")
    func runningGoesOn() throws {
        let fixture = try DaemonFixture()
        let started = try fixture.client().gather(.start)
        try fixture.restart { $0.advanceUnobserved(.seconds(100)) }
        let client = try fixture.client()
        let after = try client.gather(.get)
        #expect(after.id == started.id)
        #expect(after.revision == started.revision)
        #expect(after.timer.endsAtBoottimeMicroseconds == started.timer.endsAtBoottimeMicroseconds)
        #expect(after.timer.remainingMilliseconds == 500_000)
        #expect(
            after.recovered
                == RecoveryFields(
                    unattendedMilliseconds: 100_000, clock: .boottime,
                    restartedAt: Self.timestamp(fixture.clock.now().wall),
                    decidedAtBoottimeMicroseconds: fixture.clock.now().boottime.wholeMicroseconds))
        let scored = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        #expect(scored.recovered == nil)
    }

    @Test("a step of the wall clock changes nothing within one boot", arguments: [-7_200, 7_200])
    func wallSteps(seconds: Int) throws {
        let fixture = try DaemonFixture()
        let started = try fixture.client().gather(.start)
        fixture.clock.stepWall(by: .seconds(seconds))
        try fixture.restart { $0.stepWall(by: .seconds(seconds)) }
        let after = try fixture.client().gather(.get)
        #expect(after.timer.endsAtBoottimeMicroseconds == started.timer.endsAtBoottimeMicroseconds)
    }

    @Test("over a reboot the countdown goes on by the wall clock, decided once")
    func reboot() throws {
        let fixture = try DaemonFixture()
        _ = try fixture.client().gather(.start)
        try fixture.restart { $0.reboot(after: .seconds(60)) }
        let client = try fixture.client()
        let after = try client.gather(.get)
        #expect(after.timer.remainingMilliseconds == 540_000)
        #expect(after.recovered?.clock == .wall)
        #expect(after.recovered?.restartedAt == Self.timestamp(fixture.clock.now().wall))
        fixture.clock.stepWall(by: .seconds(3_600))
        try fixture.restart()
        let later = try fixture.client().gather(.get)
        #expect(later.timer.endsAtBoottimeMicroseconds == after.timer.endsAtBoottimeMicroseconds)
    }

    @Test("what is said of a restart stays the same as time goes by")
    func saidOnce() throws {
        let fixture = try DaemonFixture()
        _ = try fixture.client().gather(.start)
        try fixture.restart { $0.reboot(after: .seconds(60)) }
        let client = try fixture.client()
        let recovered = try client.gather(.get).recovered
        fixture.clock.advance(by: .seconds(90))
        #expect(try client.gather(.get).recovered == recovered)
    }

    @Test("a countdown that runs writes nothing, whoever looks at it")
    func noHeartbeat() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.start)
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        func files() -> [Data?] {
            ["", "-wal"].map {
                FileManager.default.contents(atPath: "\(fixture.directory)/gather.db\($0)")
            }
        }
        let before = files()
        #expect(before.allSatisfy { $0?.isEmpty == false })
        for second in 1...120 {
            fixture.clock.advance(by: .seconds(1))
            #expect(try watcher.next() == "tick \((600 - second) / 60):\((600 - second) % 60) 0-0")
        }
        _ = try client.gather(.get)
        #expect(files() == before)
    }

    private static func timestamp(_ wall: Duration) -> String {
        GatherPresenter.timestamp(Moment(boottime: .zero, wall: wall, boot: ""))
    }

    @Test("a countdown that ended meanwhile is stopped at 00:00")
    func endedMeanwhile() throws {
        let fixture = try DaemonFixture()
        _ = try fixture.client().gather(.start)
        try fixture.restart { $0.advanceUnobserved(.seconds(601)) }
        let after = try fixture.client().gather(.get)
        #expect(after.timer.state == .stopped)
        #expect(after.timer.remaining == TimeFields(minutes: 0, seconds: 0))
        let up = GatherPresenter.timestamp(
            Moment(
                boottime: .zero, wall: .seconds(1_800_000_600), boot: ""))
        #expect(after.timer.timeUpAt == up, "the true moment, a second before the restart")
    }

    @Test("a paused countdown stays where it is, and nothing was recovered")
    func pausedStays() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.start)
        fixture.clock.advance(by: .milliseconds(1_500))
        let paused = try client.gather(.pause)
        try fixture.restart { $0.advanceUnobserved(.seconds(3_000)) }
        let after = try fixture.client().gather(.get)
        #expect(after.timer.state == .paused)
        #expect(after.timer.remainingMilliseconds == paused.timer.remainingMilliseconds)
        #expect(after.recovered == nil)
    }

    @Test("every mistake is undone after a restart too")
    func undoAfterRestart() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(10))
        _ = try client.gather(.pause)
        try fixture.restart { $0.advanceUnobserved(.seconds(20)) }
        let undone = try fixture.client().gather(.undo)
        #expect(undone.timer.state == .running)
        #expect(undone.timer.remainingMilliseconds == 570_000)
    }

    @Test("a request ID is answered once, over a restart as well")
    func requestIDs() throws {
        let fixture = try DaemonFixture()
        let goal: JSONObject = ["team": "teamA", "delta": 1, "requestId": "goal-1"]
        _ = try fixture.client().gather(.open)
        let first = try fixture.client().gather(.addToScore, goal)
        try fixture.restart()
        let client = try fixture.client()
        let again = try client.gather(.addToScore, goal)
        #expect(again.score == "1-0")
        #expect(again.revision == first.revision)
        let other = try client.call(
            .addToScore, ["team": "teamB", "delta": 1, "requestId": "goal-1"])
        #expect(other == VarlinkError.invalidParameter("requestId").reply)
    }

    @Test("the outcome of a request is remembered, and a refusal is decided anew")
    func outcomes() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        let pause: JSONObject = ["requestId": "p"]
        #expect(try client.call(.pause, pause).error == "io.gatherd.Gather.NoGather")
        _ = try client.gather(.start)
        _ = try client.gather(.pause, pause)
        _ = try client.gather(.resume)
        let again = try client.call(.pause, pause)
        #expect(again.parameters["outcome"]?.object?["changed"] == true)
        #expect(try Client.gather(in: again).timer.state == .running)
        let noOp = try client.call(.start, ["requestId": "s"])
        #expect(noOp.parameters["outcome"]?.object?["changed"] == false)
        _ = try client.gather(.pause)
        let replayed = try client.call(.start, ["requestId": "s"])
        #expect(replayed.parameters["outcome"]?.object?["changed"] == false)
        #expect(try Client.gather(in: replayed).timer.state == .paused)
    }
}
