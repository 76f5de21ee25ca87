import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

/// The kick-off while the daemon is not there, or the clock is set.
@Suite struct KickOffRestartTests {
    private let log = RecordingLog()
    private let fixture: DaemonFixture

    init() throws { fixture = try DaemonFixture(log: log) }

    /// Opens a gather with a kick-off so many seconds ahead.
    @discardableResult
    private func open(in seconds: Int, automatic: Bool = true) throws -> Client {
        let wall = fixture.clock.now().wall + .seconds(seconds)
        let client = try fixture.client()
        _ = try client.gather(
            .open,
            [
                "kickOffMicroseconds": .int(wall.wholeMicroseconds),
                "kickOffAutomatic": .bool(automatic),
            ])
        return client
    }

    /// The state of the countdown, and what is left in milliseconds.
    private func state() throws -> String {
        let timer = try fixture.client().gather(.get).timer
        return "\(timer.state.rawValue) \(timer.remainingMilliseconds)"
    }

    @Test("a daemon that comes back before it waits for it")
    func before() throws {
        try open(in: 600)
        try fixture.restart { $0.advanceUnobserved(.seconds(500)) }
        #expect(try state() == "stopped 600000")
        fixture.clock.advance(by: .seconds(110))
        #expect(try state() == "running 590000")
    }

    @Test("a daemon that comes back after it starts as of its moment, and the journal says so")
    func after() throws {
        try open(in: 600)
        try fixture.restart { $0.advanceUnobserved(.seconds(660)) }
        #expect(try state() == "running 540000")
        let entry = try #require(log.record.last)
        #expect(entry.id == .startedByKickOff)
        #expect(entry.priority == .notice)
        #expect(entry.message.hasSuffix("started by the kick-off, 01:00 ago"))
        #expect(entry.operatorUID == nil)
        try fixture.restart()
        #expect(try state() == "running 540000")
        #expect(log.record.count { $0.id == .startedByKickOff } == 1)
    }

    @Test("so it does over a reboot, and a countdown that is over by then is over")
    func reboot() throws {
        try open(in: 600)
        try fixture.restart { $0.reboot(after: .seconds(660)) }
        #expect(try state() == "running 540000")
        _ = try fixture.client().gather(.discard)
        try open(in: 600)
        try fixture.restart { $0.reboot(after: .seconds(1_500)) }
        #expect(try state() == "stopped 0")
    }

    @Test("one that is only shown starts nothing after a restart either")
    func shown() throws {
        try open(in: 600, automatic: false)
        try fixture.restart { $0.advanceUnobserved(.seconds(660)) }
        let gather = try fixture.client().gather(.get)
        #expect(gather.timer.state == .stopped)
        #expect(gather.kickOff?.automatic == false)
    }

    @Test("set back, the wall clock makes it later; displays are told, and it starts then")
    func setBack() throws {
        try open(in: 600)
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: true)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        fixture.clock.stepWall(by: .seconds(-300))
        #expect(try watcher.next() == "clockCorrected 10:0 0-0")
        let due = try #require(try fixture.client().gather(.get).kickOff)
        let ahead = fixture.clock.now().boottime + .seconds(900)
        #expect(due.atBoottimeMicroseconds == ahead.wholeMicroseconds)
        fixture.clock.advance(by: .seconds(899))
        #expect(try state() == "stopped 600000")
        fixture.clock.advance(by: .seconds(2))
        #expect(try state() == "running 599000")
        #expect(try watcher.next() == "started 10:0 0-0")
    }

    @Test("set forward over it, the wall clock starts it, as of its moment or of the opening")
    func setForward() throws {
        try open(in: 600)
        fixture.clock.advance(by: .seconds(300))
        fixture.clock.stepWall(by: .seconds(360))
        #expect(try state() == "running 540000")
        _ = try fixture.client().gather(.discard)
        try open(in: 600)
        fixture.clock.advance(by: .seconds(10))
        fixture.clock.stepWall(by: .seconds(7_200))
        #expect(try state() == "running 590000")
    }

    @Test("what cannot start is in the journal once, and is not tried again and again")
    func missed() throws {
        let player = try fixture.client()
        try player.send(
            Call(
                PlayersMethod.add.fullName, ["players": .array([.object(["name": "Anna"])])]
            ).message)
        #expect(try player.receive()?.error == nil)
        let client = try open(in: 600)
        _ = try client.gather(.movePlayers, ["playerIds": [1].json, "section": "teamA"])
        fixture.clock.advance(by: .seconds(1_000))
        try fixture.restart()
        let missed = log.record.filter { $0.id == .kickOffMissed }
        #expect(missed.count == 2, "once for each daemon")
        #expect(missed[0].priority == .warning)
        #expect(missed[0].message.hasSuffix("the kick-off started nothing: Team B has no players"))
        #expect(try fixture.client().gather(.get).kickOff?.teamWithoutPlayers == .teamB)
        _ = try fixture.client().gather(.clearTeams)
        fixture.clock.advance(by: .seconds(10))
        #expect(try state() == "stopped 600000")
    }

    @Test("a disk that does not take it is tried again, and it is as if it had started in time")
    func disk() throws {
        let directory = try DaemonFixture.temporaryDirectory()
        let disk = FaultyDisk(directory)
        let fixture = try DaemonFixture(directory: directory)
        let client = try fixture.client()
        let wall = fixture.clock.now().wall + .seconds(600)
        _ = try client.gather(
            .open,
            [
                "kickOffMicroseconds": .int(wall.wholeMicroseconds), "kickOffAutomatic": true,
            ])
        disk.set(.full)
        fixture.clock.advance(by: .seconds(660))
        #expect(disk.failures > 0)
        #expect(try client.gather(.get).timer.state == .stopped, "it is durable before it is seen")
        disk.repair()
        fixture.clock.advance(by: Limits.kickOffRetry)
        let timer = try client.gather(.get).timer
        #expect(timer.state == .running)
        #expect(timer.remainingMilliseconds == 510_000)
    }

    @Test("a command that comes with it comes after it")
    func command() throws {
        let client = try open(in: 600)
        fixture.clock.advanceUnobserved(.seconds(601))
        let paused = try client.gather(.pause)
        #expect(paused.timer.state == .paused)
        #expect(paused.timer.remainingMilliseconds == 599_000)
    }
}
