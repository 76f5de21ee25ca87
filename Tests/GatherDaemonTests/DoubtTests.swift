import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("A match over a reboot with a wall clock that cannot be trusted")
struct DoubtTests {
    /// A match that was rebooted for 90 s, of which the machine's own clock knows 5.
    private static func doubtful() throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        _ = try fixture.client().gather(.start)
        try fixture.restart { clock in
            clock.reboot(after: .seconds(5))
            clock.trustWall(false)
        }
        return fixture
    }

    @Test("the clock goes on from where it was last seen, and says that it is in doubt")
    func doubt() throws {
        let fixture = try Self.doubtful()
        let gather = try fixture.client().gather(.get)
        #expect(gather.timer.doubtful)
        #expect(gather.timer.remainingMilliseconds == 600_000)
        #expect(gather.recovered?.unattendedMilliseconds == 0)
        #expect(gather.recovered?.clock == RecoveryFields.Clock.none)
        // The clock that cannot tell how long it took cannot tell when it was either.
        #expect(gather.recovered?.restartedAt == nil)
        fixture.clock.advance(by: .seconds(30))
        #expect(try fixture.client().gather(.get).timer.remainingMilliseconds == 570_000)
    }

    @Test("a step that synchronises the wall clock decides it, once, and everybody is told")
    func step() throws {
        let fixture = try Self.doubtful()
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        #expect(try watcher.next() == "snapshot 10:0 0-0")
        fixture.clock.advance(by: .seconds(30))
        fixture.clock.trustWall(true)
        fixture.clock.stepWall(by: .seconds(85))
        #expect(try watcher.next() == "clockCorrected 8:0 0-0")
        let gather = try fixture.client().gather(.get)
        #expect(!gather.timer.doubtful)
        let now = fixture.clock.now()
        // The restart was 30 s before the clock was put right, and is told by that.
        let restarted = Moment(boottime: .zero, wall: now.wall - .seconds(30), boot: "")
        #expect(
            gather.recovered
                == RecoveryFields(
                    unattendedMilliseconds: 90_000, clock: .wall,
                    restartedAt: GatherPresenter.timestamp(restarted),
                    decidedAtBoottimeMicroseconds: now.boottime.wholeMicroseconds))
        fixture.clock.stepWall(by: .seconds(600))
        try fixture.restart()
        let later = try fixture.client().gather(.get)
        #expect(later.timer.endsAtBoottimeMicroseconds == gather.timer.endsAtBoottimeMicroseconds)
    }

    @Test("a wall clock that turns out to be right without a step is noticed within 5 s")
    func noStep() throws {
        let fixture = try Self.doubtful()
        fixture.clock.trustWall(true)
        fixture.clock.advance(by: .seconds(5))
        let gather = try fixture.client().gather(.get)
        #expect(!gather.timer.doubtful)
        #expect(gather.timer.remainingMilliseconds == 590_000)
    }

    @Test("a countdown that ran out while the machine was down is up, with the true moment")
    func ranOut() throws {
        let fixture = try Self.doubtful()
        let watcher = try fixture.client()
        try watcher.subscribe(ticks: false)
        _ = try watcher.next()
        fixture.clock.trustWall(true)
        fixture.clock.stepWall(by: .seconds(7_200))
        #expect(try watcher.next() == "clockCorrected 0:0 0-0")
        #expect(try watcher.next() == "timeUp 0:0 0-0")
        let timer = try fixture.client().gather(.get).timer
        #expect(timer.state == .stopped)
        let up = Moment(boottime: .zero, wall: .seconds(1_800_000_600), boot: "")
        #expect(timer.timeUpAt == GatherPresenter.timestamp(up))
    }

    @Test("no less is left of a countdown that is up, and the true moment is told later")
    func isUp() throws {
        let fixture = try Self.doubtful()
        fixture.clock.advance(by: .seconds(599))
        #expect(try fixture.client().gather(.get).timer.doubtful)
        fixture.clock.advance(by: .seconds(1))
        #expect(try !fixture.client().gather(.get).timer.doubtful)
        fixture.clock.trustWall(true)
        fixture.clock.stepWall(by: .seconds(85))
        let up = Moment(boottime: .zero, wall: .seconds(1_800_000_600), boot: "")
        let timer = try fixture.client().gather(.get).timer
        #expect(timer.timeUpAt == GatherPresenter.timestamp(up))
    }

    @Test("doubt outlasts a restart of the daemon, and is ended by hand")
    func byHand() throws {
        let fixture = try Self.doubtful()
        try fixture.restart()
        #expect(try fixture.client().gather(.get).timer.doubtful)
        let client = try fixture.client()
        let time: JSONObject = ["minutes": 5, "seconds": 0]
        let set = try client.gather(.setTime, ["time": .object(time)])
        #expect(!set.timer.doubtful)
        fixture.clock.trustWall(true)
        fixture.clock.stepWall(by: .seconds(85))
        #expect(try client.gather(.get).timer.remainingMilliseconds == 300_000)
    }

    @Test("a clock that was set while the match ran does not spoil the next reboot")
    func stepped() throws {
        let fixture = try DaemonFixture()
        fixture.clock.trustWall(false)
        _ = try fixture.client().gather(.start)
        fixture.clock.advance(by: .seconds(10))
        fixture.clock.trustWall(true)
        fixture.clock.stepWall(by: .seconds(7 * 3_600))
        try fixture.restart { $0.reboot(after: .seconds(60)) }
        let gather = try fixture.client().gather(.get)
        #expect(gather.timer.remainingMilliseconds == 530_000)
        #expect(!gather.timer.doubtful)
    }

    @Test("a match that was played by a clock that was never right is in doubt until set by hand")
    func neverRight() throws {
        let fixture = try DaemonFixture()
        fixture.clock.trustWall(false)
        _ = try fixture.client().gather(.start)
        try fixture.restart { clock in
            clock.reboot(after: .seconds(60))
            clock.trustWall(true)
        }
        let gather = try fixture.client().gather(.get)
        #expect(gather.timer.doubtful)
        #expect(gather.timer.remainingMilliseconds == 600_000)
    }

    @Test("nobody is woken for a clock that is trusted, or for a match at rest")
    func wakes() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.start)
        fixture.clock.advance(by: .seconds(300))
        #expect(fixture.clock.wakes == 0)
        fixture.clock.trustWall(false)
        _ = try client.gather(.pause)
        fixture.clock.advance(by: .seconds(300))
        #expect(fixture.clock.wakes == 0)
    }
}
