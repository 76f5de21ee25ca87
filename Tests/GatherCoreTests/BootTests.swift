import GatherCore
import Testing

/// The countdown over steps of the wall clock and over reboots.
struct BootTests {
    private static func running() throws -> Pitch {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(10))
        return pitch
    }

    @Test("within one boot the boot time decides, however the wall clock steps")
    func sameBoot() throws {
        for step in [Duration.seconds(3_600), .seconds(-3_600), .seconds(-2_000_000_000)] {
            var pitch = try Self.running()
            pitch.now.wall += step
            #expect(pitch.countdown == "running 09:50")
            try pitch.give(.goal(.teamA))
            pitch.wait(.seconds(1))
            #expect(pitch.countdown == "running 09:49")
            try pitch.give(.pauseNow)
            #expect(pitch.state == .paused(remaining: .seconds(589)))
        }
    }

    @Test("after a reboot the countdown goes on by the wall clock")
    func otherBoot() throws {
        var pitch = try Self.running()
        pitch.reboot(for: .seconds(90))
        #expect(pitch.countdown == "running 08:20")
        pitch.wait(.milliseconds(500))
        #expect(pitch.remaining == .milliseconds(499_500))
        try pitch.give(.pauseNow)
        #expect(pitch.state == .paused(remaining: .milliseconds(499_500)))
    }

    @Test("whatever the wall clock shows, all of the present boot is later than all of another")
    func laterBoot() {
        let before = Moment(boottime: .seconds(50), wall: .seconds(5_000), boot: "one")
        let after = Moment(boottime: .seconds(20), wall: .seconds(1_000), boot: "two")
        #expect(after.isKnownLater(than: before, in: "two"))
        #expect(!before.isKnownLater(than: after, in: "two"))
        // Of two earlier boots it is the wall clock that tells, where it was trusted.
        #expect(before.isKnownLater(than: after, in: "three"))
        #expect(!after.isKnownLater(than: before, in: "three"))
        var doubtful = before
        doubtful.isWallTrusted = false
        #expect(!doubtful.isKnownLater(than: after, in: "three"))
        #expect(!before.isKnownLater(than: before, in: "one"))
    }

    @Test("time that ran out while the machine was down is up")
    func ranOut() throws {
        var pitch = try Self.running()
        pitch.reboot(for: .seconds(590))
        #expect(pitch.countdown == "stopped 00:00")
        #expect(pitch.refusal(of: .pauseNow) == .notRunning)
    }

    @Test("a wall clock that went back over a reboot gives no time back")
    func wallGoneBack() throws {
        var pitch = try Self.running()
        try pitch.give(.goal(.teamA))
        pitch.reboot(for: .seconds(-7_200))
        #expect(pitch.countdown == "running 09:50")
        pitch.record([.rebooted])
        pitch.wait(.seconds(5))
        #expect(pitch.countdown == "running 09:45")
    }

    @Test("the rebooted event decides once: from then on the new boot's clock counts")
    func decidedOnce() throws {
        var pitch = try Self.running()
        pitch.reboot(for: .seconds(60))
        pitch.record([.rebooted])
        #expect(pitch.countdown == "running 08:50")
        pitch.now.wall += .seconds(300)
        #expect(pitch.countdown == "running 08:50")
        pitch.now.wall -= .seconds(86_400)
        pitch.wait(.seconds(5))
        #expect(pitch.countdown == "running 08:45")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("a reboot touches nothing but a running countdown, and is no step of undo")
    func nothingElse() throws {
        var pitch = try Self.running()
        try pitch.give(.pauseNow)
        pitch.reboot(for: .seconds(90))
        pitch.record([.rebooted])
        #expect(pitch.state == .paused(remaining: .seconds(590)))
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 08:20", "the pause is undone, over the reboot")
        try pitch.give(.end)
        pitch.reboot(for: .seconds(90))
        pitch.record([.rebooted])
        #expect(pitch.countdown == "stopped 08:20")
        #expect(pitch.gather.phase == .ended)
    }

    @Test("several reboots add up")
    func several() throws {
        var pitch = try Self.running()
        for _ in 0..<5 {
            pitch.reboot(for: .seconds(30))
            pitch.record([.rebooted])
            pitch.wait(.seconds(10))
        }
        #expect(pitch.remaining == .seconds(590 - 5 * 40))
    }

    @Test("an undone end goes on over a reboot by the wall clock")
    func undoneEnd() throws {
        var pitch = try Self.running()
        try pitch.give(.end)
        pitch.wait(.seconds(20))
        pitch.reboot(for: .seconds(60))
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 08:30")
    }

    @Test("a command can be dated over a reboot, back to the last command to the countdown")
    func ago() throws {
        var pitch = try Self.running()
        let started = pitch.now.advanced(by: .seconds(-10))
        pitch.reboot(for: .seconds(60))
        let refusal = Refusal.agoTooLong(limit: .seconds(70), lastCommand: started)
        #expect(pitch.refusal(of: .pause(ago: .seconds(71))) == refusal)
        try pitch.give(.pause(ago: .seconds(65)))
        #expect(pitch.state == .paused(remaining: .seconds(595)))
    }

    @Test("a dated pause needs the start before it, also where the wall clock was set back")
    func neededStart() throws {
        var pitch = try Self.running()
        pitch.now.wall -= .seconds(3_600)
        pitch.recordClockEvents()
        pitch.reboot()
        pitch.recordClockEvents()
        pitch.wait(.seconds(10))
        try pitch.give(.pause(ago: .seconds(5)))
        let pause = pitch.gather.revision
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: pause))
    }

    @Test("moments of one boot are compared by boot time, of two by the wall clock")
    func elapsed() {
        let first = Moment(boottime: .seconds(100), wall: .seconds(1_000), boot: "a")
        let second = Moment(boottime: .seconds(50), wall: .seconds(1_007), boot: "a")
        let third = Moment(boottime: .seconds(50), wall: .seconds(1_007), boot: "b")
        #expect(second.elapsed(since: first) == .seconds(-50))
        #expect(third.elapsed(since: first) == .seconds(7))
        #expect(first.advanced(by: .seconds(3)).elapsed(since: first) == .seconds(3))
    }
}
