import GatherCore
import Testing

/// Taking back one event of the timeline, while the later ones stand.
struct UndoByNumberTests {
    @Test("one goal of several is taken back")
    func goal() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .goal(.teamA), .goal(.teamB))
        #expect(try pitch.give(.undo(number: 2)) == [.undone(step: 2)])
        #expect(pitch.gather.score.scoreDescription == "1-1")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
        try pitch.give(.redo)
        #expect(pitch.gather.score.scoreDescription == "2-1")
    }

    @Test("any event of a command stands for all of it")
    func wholeCommand() throws {
        var pitch = try Pitch(.openNow, .startNow, .adjust(60), .pauseNow)
        try pitch.give(.adjust(60, start: true))
        #expect(pitch.gather.revision == 6)
        #expect(try pitch.give(.undo(number: 6)) == [.undone(step: 5)])
        #expect(pitch.countdown == "paused 11:00")
    }

    @Test("a pause whose resume stands is not taken back alone, and the resume is named")
    func pause() throws {
        var pitch = try Pitch(.openNow, .startNow, .pauseNow, .resumeNow, .goal(.teamA))
        #expect(pitch.refusal(of: .undo(number: 3)) == .eventNeeded(by: 4))
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 3))
        #expect(pitch.refusal(of: .undo(number: 1)) == .eventNeeded(by: 2))
        try pitch.give(.undo(number: 4))
        #expect(pitch.countdown == "paused 10:00")
        #expect(pitch.gather.score.scoreDescription == "1-0")
        try pitch.give(.undo(number: 3))
        #expect(pitch.countdown == "running 10:00")
    }

    @Test("a goal that a correction builds on is not taken back alone")
    func correction() throws {
        let down = Command.addToScore(.teamA, delta: -1)
        var pitch = try Pitch(.openNow, .goal(.teamA), down)
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 3))
        try pitch.give(.undo(number: 3))
        try pitch.give(.undo(number: 2))
        #expect(pitch.gather.score.scoreDescription == "0-0")
    }

    @Test("what is taken back already, an undo, a reboot and what never was are refused")
    func noSuchEvent() throws {
        var pitch = try Pitch(.openNow, .startNow, .goal(.teamA), .undo(number: nil))
        pitch.reboot()
        pitch.recordClockEvents()
        for number in [3, 4, 5, 6, 0, -1, Int.max, Int.min] {
            #expect(pitch.refusal(of: .undo(number: number)) == .noSuchEvent(number: number))
        }
        #expect(pitch.refusal(of: .undo(number: 2)) == nil)
    }

    @Test("the result of a gather that is over stands until its end is taken back")
    func over() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .goal(.teamB), .end)
        #expect(pitch.refusal(of: .undo(number: 2)) == .noGather(endedAgo: .zero))
        try pitch.give(.undo(number: 4))
        try pitch.give(.undo(number: 2))
        #expect(pitch.gather.score.scoreDescription == "0-1")
        try pitch.give(.end)
        pitch.wait(Limits.undoOfEnd)
        #expect(
            pitch.refusal(of: .undo(number: pitch.gather.revision))
                == .nothingToUndo(endedAgo: Limits.undoOfEnd))
    }

    @Test("an undone start gives back all the time that it took, when nothing else needs it")
    func start() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .startNow)
        pitch.wait(.seconds(30))
        try pitch.give(.goal(.teamB))
        try pitch.give(.undo(number: 3))
        #expect(pitch.countdown == "stopped 10:00")
        #expect(pitch.gather.score.scoreDescription == "1-1")
    }
}
