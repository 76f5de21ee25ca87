import GatherCore
import Testing

struct RedoTests {
    @Test("redo takes back the last undo, and the one before it")
    func redo() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .goal(.teamB))
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "0-0")
        #expect(try pitch.give(.redo) == [.redone(step: 2)])
        #expect(pitch.gather.score.scoreDescription == "1-0")
        #expect(try pitch.give(.redo) == [.redone(step: 3)])
        #expect(pitch.gather.score.scoreDescription == "1-1")
        #expect(pitch.refusal(of: .redo) == .nothingToRedo)
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "1-0", "what was redone is undone again")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("after another command there is nothing to redo")
    func otherCommand() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .undo(number: nil), .goal(.teamB))
        #expect(pitch.refusal(of: .redo) == .nothingToRedo)
        try pitch.give(.undo(number: nil))
        try pitch.give(.redo)
        #expect(pitch.gather.score.scoreDescription == "0-1")
        #expect(pitch.refusal(of: .redo) == .nothingToRedo)
    }

    @Test("a redone pause is as if it had never been undone")
    func pause() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(60))
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(60))
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 08:00")
        try pitch.give(.redo)
        #expect(pitch.countdown == "paused 09:00")
    }

    @Test("a redone end has the moment at which it was pressed")
    func end() throws {
        var pitch = try Pitch(.openNow, .startNow, .end)
        let ended = pitch.now
        pitch.wait(.seconds(60))
        try pitch.give(.undo(number: nil))
        try pitch.give(.redo)
        #expect(pitch.gather.phase == .ended)
        #expect(pitch.gather.endedAt == ended)
        #expect(pitch.countdown == "stopped 10:00")
    }

    @Test("what the clocks do in between is no command")
    func clocks() throws {
        var pitch = try Pitch(.openNow, .startNow, .goal(.teamA), .undo(number: nil))
        pitch.reboot(for: .seconds(60))
        pitch.recordClockEvents()
        #expect(pitch.gather.log.last?.event == .rebooted)
        try pitch.give(.redo)
        #expect(pitch.gather.score.scoreDescription == "1-0")
        #expect(pitch.countdown == "running 09:00")
    }

    @Test("an undone opening is redone with all that came with it")
    func opening() throws {
        var pitch = try Pitch(.startNow, .undo(number: nil))
        #expect(pitch.gather.phase == .unopened)
        pitch.wait(.seconds(5))
        try pitch.give(.redo)
        #expect(pitch.gather.phase == .open)
        #expect(pitch.countdown == "running 09:55")
    }

    @Test("a gather that is over is taken up again at any time, as if it had not ended")
    func reopen() throws {
        for command in [Command.end, .discard] {
            var pitch = try Pitch(.openNow, .startNow, .goal(.teamA), command)
            pitch.wait(.seconds(100 * 3_600))
            #expect(pitch.refusal(of: .undo(number: nil)) != nil)
            #expect(try pitch.give(.reopen) == [.undone(step: 4)])
            #expect(pitch.gather.phase == .open)
            #expect(pitch.countdown == "stopped 00:00", "it has gone on meanwhile")
            #expect(pitch.refusal(of: .reopen) == .gatherInProgress)
        }
        #expect(try Pitch().refusal(of: .reopen) == .noGather(endedAgo: nil))
    }
}
