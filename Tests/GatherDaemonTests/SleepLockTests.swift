import Testing

@testable import GatherDaemon

@Suite("The machine stays awake while a countdown runs")
struct SleepLockTests {
    @Test("from the start to the pause, the end of the time, or the end")
    func held() throws {
        let fixture = try DaemonFixture()
        let client = try fixture.client()
        _ = try client.gather(.open)
        #expect(fixture.sleepLock.changes == [])
        _ = try client.gather(.start)
        _ = try client.gather(.addToScore, ["team": "teamA", "delta": 1])
        #expect(fixture.sleepLock.changes == [true])
        _ = try client.gather(.pause)
        #expect(fixture.sleepLock.changes == [true, false])
        _ = try client.gather(.resume)
        fixture.clock.advance(by: .seconds(700))
        _ = try client.gather(.get)
        #expect(try client.gather(.cancel).timer.state == .stopped)
        #expect(fixture.sleepLock.changes == [true, false, true, false])
        _ = try client.gather(.start)
        _ = try client.gather(.end)
        #expect(fixture.sleepLock.changes.suffix(2) == [true, false])
    }

    @Test("again after a restart, and not when the daemon has stopped")
    func restarted() throws {
        let fixture = try DaemonFixture()
        _ = try fixture.client().gather(.start)
        fixture.stop()
        #expect(fixture.sleepLock.changes == [true, false])
        try fixture.restart()
        #expect(fixture.sleepLock.changes == [true, false, true])
    }
}
