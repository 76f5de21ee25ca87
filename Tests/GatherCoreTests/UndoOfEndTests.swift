import GatherCore
import Testing

struct UndoOfEndTests {
    private static let limit = Duration.seconds(12 * 3_600)

    @Test(
        "an end or a discard less than 12 hours ago is undone",
        arguments: [Command.end, .discard])
    func withinLimit(over: Command) throws {
        var pitch = try Pitch(.openNow, .goal(.teamB), over)
        pitch.wait(Self.limit - .microseconds(1))
        #expect(try pitch.give(.undo(number: nil)) == [.undone(step: 3)])
        #expect(pitch.gather.phase == .open)
        #expect(pitch.gather.endedAt == nil)
        #expect(pitch.gather.score.scoreDescription == "0-1")
        #expect(pitch.countdown == "stopped 10:00")
    }

    @Test(
        "an end or a discard 12 hours ago is not undone, and the refusal says how long it is",
        arguments: [Command.end, .discard])
    func beyondLimit(over: Command) throws {
        var pitch = try Pitch(.openNow, .goal(.teamB), over)
        pitch.wait(Self.limit)
        #expect(pitch.refusal(of: .undo(number: nil)) == .nothingToUndo(endedAgo: Self.limit))
        pitch.wait(.seconds(1))
        #expect(
            pitch.refusal(of: .undo(number: nil))
                == .nothingToUndo(endedAgo: Self.limit + .seconds(1)))
    }

    @Test("an undone end of a running countdown is as if never pressed: it has gone on meanwhile")
    func goneOn() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(60))
        try pitch.give(.end)
        pitch.wait(.seconds(45))
        #expect(pitch.countdown == "stopped 09:00")
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 08:15")
    }

    @Test("an undone end of a countdown that would have run out is stopped at 00:00")
    func ranOut() throws {
        var pitch = try Pitch(.openNow, .startNow, .end)
        pitch.wait(.seconds(11 * 3_600))
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.phase == .open)
        #expect(pitch.countdown == "stopped 00:00")
    }

    @Test("an undone end of a paused countdown is paused where it was")
    func paused() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.milliseconds(1_500))
        try pitch.give(.pauseNow)
        try pitch.give(.end)
        pitch.wait(.seconds(3_600))
        try pitch.give(.undo(number: nil))
        #expect(pitch.state == .paused(remaining: .milliseconds(598_500)))
    }

    @Test("after the end is undone, the commands before it can be undone, and it can end again")
    func further() throws {
        var pitch = try Pitch(
            .openNow, .goal(.teamA), .goal(.teamA), .end, .undo(number: nil), .undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "1-0")
        pitch.wait(.seconds(5))
        try pitch.give(.end)
        #expect(pitch.gather.phase == .ended)
        #expect(pitch.gather.endedAt == pitch.now)
    }

    @Test("12 hours are counted over a reboot by the wall clock")
    func overReboot() throws {
        var pitch = try Pitch(.openNow, .end)
        pitch.reboot(for: Self.limit - .seconds(1))
        #expect(pitch.refusal(of: .undo(number: nil)) == nil)
        pitch.wait(.seconds(1))
        #expect(pitch.refusal(of: .undo(number: nil)) == .nothingToUndo(endedAgo: Self.limit))
    }
}
