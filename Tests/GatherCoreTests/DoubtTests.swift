import GatherCore
import Testing

/// The countdown over a reboot with a wall clock that cannot be trusted.
struct DoubtTests {
    /// A countdown that has run for 10 s, with 09:50 left, and whose last event was right then.
    private static func running() throws -> Pitch {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(10))
        try pitch.give(.goal(.teamA))
        return pitch
    }

    /// The same after a reboot of 90 s, with a wall clock that resumed 5 s after the last event.
    private static func doubtful() throws -> Pitch {
        var pitch = try Self.running()
        pitch.reboot(for: .seconds(5))
        pitch.now.isWallTrusted = false
        pitch.recordClockEvents()
        return pitch
    }

    /// Synchronises the wall clock: the reboot took 90 s, and not 5.
    private static func synchronise(_ pitch: inout Pitch) {
        pitch.now.wall += .seconds(85)
        pitch.now.isWallTrusted = true
        pitch.recordClockEvents()
    }

    @Test("an unsynchronised wall clock takes no time off: the countdown goes on, in doubt")
    func shown() throws {
        var pitch = try Self.doubtful()
        #expect(pitch.countdown == "running 09:50")
        #expect(pitch.gather.timer.isDoubtful)
        pitch.wait(.seconds(20))
        #expect(pitch.countdown == "running 09:30")
    }

    @Test("a wall clock that is before the last event is not believed, even if it is trusted")
    func beforeTheLastEvent() throws {
        var pitch = try Self.running()
        pitch.reboot(for: .seconds(-3_600))
        pitch.recordClockEvents()
        #expect(pitch.gather.timer.isDoubtful)
        #expect(pitch.countdown == "running 09:50")
        pitch.wait(.seconds(5))
        pitch.recordClockEvents()
        #expect(pitch.gather.timer.isDoubtful, "a trusted clock alone decides nothing")
        pitch.now.wall += .seconds(3_600 + 90)
        pitch.recordClockEvents()
        #expect(!pitch.gather.timer.isDoubtful)
        #expect(pitch.countdown == "running 08:15")
    }

    @Test("when the wall clock is synchronised it is decided, once")
    func settled() throws {
        var pitch = try Self.doubtful()
        pitch.wait(.seconds(20))
        Self.synchronise(&pitch)
        #expect(!pitch.gather.timer.isDoubtful)
        #expect(pitch.countdown == "running 08:00")
        pitch.now.wall += .seconds(600)
        pitch.recordClockEvents()
        #expect(pitch.countdown == "running 08:00")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("a countdown that ran out meanwhile is up, and since when")
    func ranOut() throws {
        var pitch = try Self.doubtful()
        pitch.wait(.seconds(20))
        let before = pitch.now
        pitch.now.wall += .seconds(3_600)
        pitch.now.isWallTrusted = true
        pitch.recordClockEvents()
        #expect(pitch.countdown == "stopped 00:00")
        let timeUp = try #require(pitch.gather.timer.timeUp(at: pitch.now))
        #expect(timeUp.elapsed(since: before) == .seconds(565 - 3_600))
    }

    @Test("a countdown paused in doubt is put right as well, and so is how long it has run")
    func paused() throws {
        var pitch = try Self.doubtful()
        pitch.wait(.seconds(20))
        try pitch.give(.pauseNow)
        #expect(pitch.gather.timer.isDoubtful)
        pitch.wait(.seconds(300))
        Self.synchronise(&pitch)
        #expect(pitch.state == .paused(remaining: .seconds(480)))
        #expect(pitch.gather.timer.hasRun(at: pitch.now) == .seconds(120))
    }

    @Test(
        "setting or adjusting the clock by hand decides, and nothing is taken off later",
        arguments: [Command.setTime(7, 0), .adjust(-100), .cancel])
    func byHand(command: Command) throws {
        var pitch = try Self.doubtful()
        try pitch.give(command)
        #expect(!pitch.gather.timer.isDoubtful)
        let countdown = pitch.countdown
        Self.synchronise(&pitch)
        #expect(pitch.countdown == countdown)
        try pitch.give(.undo(number: nil))
        pitch.recordClockEvents()
        #expect(!pitch.gather.timer.isDoubtful)
        #expect(pitch.countdown == "running 08:20")
    }

    @Test("a second reboot in doubt adds to it, and the sum is decided")
    func twice() throws {
        var pitch = try Self.doubtful()
        pitch.wait(.seconds(20))
        try pitch.give(.goal(.teamB))
        pitch.reboot(for: .seconds(5))
        pitch.now.isWallTrusted = false
        pitch.recordClockEvents()
        #expect(pitch.countdown == "running 09:30")
        pitch.wait(.seconds(10))
        Self.synchronise(&pitch)
        // 5 + 20 + 5 + 10 s by the clock that was off, and the 85 s that it missed.
        #expect(pitch.countdown == "running 07:45")
    }

    @Test("what was counted by a clock that was never right stays in doubt until set by hand")
    func neverRight() throws {
        var pitch = try Pitch()
        pitch.now.isWallTrusted = false
        try pitch.give(.startNow)
        pitch.wait(.seconds(10))
        try pitch.give(.goal(.teamA))
        pitch.reboot(for: .seconds(5))
        pitch.now.isWallTrusted = false
        pitch.recordClockEvents()
        Self.synchronise(&pitch)
        #expect(pitch.gather.timer.isDoubtful)
        #expect(pitch.countdown == "running 09:50")
        try pitch.give(.setTime(5, 0))
        #expect(!pitch.gather.timer.isDoubtful)
    }

    @Test("a step of the wall clock while it runs is recorded, and the next reboot goes by it")
    func stepped() throws {
        var pitch = try Pitch()
        pitch.now.isWallTrusted = false
        try pitch.give(.startNow)
        pitch.wait(.seconds(10))
        #expect(pitch.gather.clockEvent(at: pitch.now) == nil)
        pitch.now.wall += .seconds(7 * 3_600)
        pitch.now.isWallTrusted = true
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .clockStepped)
        #expect(pitch.countdown == "running 09:50")
        pitch.reboot(for: .seconds(60))
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .rebooted)
        #expect(pitch.countdown == "running 08:50")
    }

    @Test("clocks are no business of a countdown that was never set going")
    func atRest() throws {
        var pitch = try Pitch(.openNow, .adjust(30))
        pitch.reboot(for: .seconds(-100))
        pitch.now.isWallTrusted = false
        #expect(pitch.gather.clockEvent(at: pitch.now) == nil)
        #expect(Gather().clockEvent(at: try Pitch().now) == nil)
    }

    @Test("a pause that is taken back after such a reboot leaves a doubt, which is decided later")
    func undonePause() throws {
        var pitch = try Self.running()
        try pitch.give(.pauseNow)
        pitch.reboot(for: .seconds(5))
        pitch.now.isWallTrusted = false
        pitch.recordClockEvents()
        #expect(pitch.countdown == "paused 09:50")
        #expect(!pitch.gather.timer.isDoubtful)
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 09:50")
        #expect(pitch.gather.timer.isDoubtful)
        pitch.wait(.seconds(20))
        Self.synchronise(&pitch)
        #expect(!pitch.gather.timer.isDoubtful)
        // 10 s, a reboot of 90 s and 20 s.
        #expect(pitch.countdown == "running 08:00")
    }

    @Test("a pause that is taken back does not count a step of the wall clock as time played")
    func steppedPause() throws {
        var pitch = try Self.running()
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(10))
        pitch.now.wall += .seconds(2 * 3_600)
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .clockStepped)
        pitch.reboot(for: .seconds(60))
        pitch.recordClockEvents()
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 08:40")
    }

    @Test("an end that is taken back after such a reboot leaves a doubt, once its gather is told")
    func undoneEnd() throws {
        var pitch = try Self.running()
        try pitch.give(.end)
        pitch.reboot(for: .seconds(5))
        pitch.now.isWallTrusted = false
        #expect(pitch.gather.clockEvent(at: pitch.now) == .clockDoubted)
        pitch.recordClockEvents()
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 09:50")
        #expect(pitch.gather.timer.isDoubtful)
        Self.synchronise(&pitch)
        #expect(pitch.countdown == "running 08:20")
    }

    @Test("how long it has run counts runs, adjustments and reboots, not pauses")
    func hasRun() throws {
        var pitch = try Self.running()
        func hasRun() -> Duration { pitch.gather.timer.hasRun(at: pitch.now) }
        #expect(hasRun() == .seconds(10))
        try pitch.give(.adjust(300))
        pitch.wait(.seconds(5))
        #expect(hasRun() == .seconds(15))
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(100))
        try pitch.give(.adjust(-30))
        try pitch.give(.resumeNow)
        pitch.wait(.seconds(1))
        #expect(hasRun() == .seconds(16))
        pitch.reboot(for: .seconds(60))
        pitch.recordClockEvents()
        #expect(hasRun() == .seconds(76))
        try pitch.give(.cancel)
        pitch.wait(.seconds(9))
        #expect(hasRun() == .seconds(76))
        try pitch.give(.startNow)
        pitch.wait(.seconds(3_600))
        #expect(hasRun() == .seconds(676), "it ran out after 600 s")
        try pitch.give(.adjust(60, start: true))
        pitch.wait(.seconds(10))
        try pitch.give(.end)
        pitch.wait(.seconds(10))
        #expect(hasRun() == .seconds(686))
    }
}
