import GatherCore
import Testing

struct UndoTests {
    @Test("an undone pause gives back the seconds: the countdown has gone on meanwhile")
    func undonePause() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(10))
        try pitch.give(.pauseNow)
        pitch.wait(.milliseconds(5_250))
        #expect(try pitch.give(.undo(number: nil)) == [.undone(step: 3)])
        #expect(pitch.remaining == .milliseconds(584_750))
        #expect(pitch.countdown == "running 09:45")
    }

    @Test("every step can be undone, in order, as if it had never been pressed")
    func anyNumber() throws {
        var pitch = try Pitch(.openNow)
        let commands: [Command] = [
            .goal(.teamA), .adjust(30), .startNow, .goal(.teamB), .pauseNow,
            .adjust(-60, start: true), .setScore(.teamA, 7), .setTime(3, 0), .startNow, .cancel,
        ]
        var before: [Gather] = []
        for command in commands {
            before.append(pitch.gather)
            try pitch.give(command)
            pitch.wait(.seconds(1))
        }
        for (gather, command) in zip(before, commands).reversed() {
            try pitch.give(.undo(number: nil))
            let state = gather.timer.state(at: pitch.now)
            #expect(pitch.state == state, "\(command) is undone")
            #expect(pitch.gather.score == gather.score)
            #expect(pitch.gather.timer.initial == gather.timer.initial)
            #expect(pitch.gather.timer.since == gather.timer.since)
            #expect(pitch.gather.timer.lastCommand == gather.timer.lastCommand)
            pitch.wait(.seconds(1))
        }
        #expect(pitch.countdown == "stopped 10:00")
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.phase == .unopened)
    }

    @Test("undo takes back one command, all its events together")
    func wholeStep() throws {
        var pitch = try Pitch(.open(0, 1), .startNow)
        pitch.wait(.seconds(5))
        try pitch.give(.adjust(120, start: true))
        #expect(pitch.gather.lastStep.map(\.number) == [3, 4])
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "stopped 00:00")
        #expect(pitch.gather.lastStep.map(\.event) == [.started(ago: .zero)])
    }

    @Test("the undo of a start that also opened takes back both")
    func startThatOpened() throws {
        var pitch = try Pitch(.startNow)
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.phase == .unopened)
        #expect(pitch.gather.revision == 3)
    }

    @Test("an opening is undone only when nothing else stands, and then no gather is open")
    func opening() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA), .undo(number: nil))
        #expect(pitch.gather.phase == .open)
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.phase == .unopened)
        #expect(pitch.gather.id == "")
        #expect(pitch.refusal(of: .undo(number: nil)) == .nothingToUndo(endedAgo: nil))
        #expect(pitch.refusal(of: .goal(.teamA)) == .noGather(endedAgo: nil))
    }

    @Test("nothing can be undone before the first command, and no-ops are not undone")
    func nothing() throws {
        #expect(try Pitch().refusal(of: .undo(number: nil)) == .nothingToUndo(endedAgo: nil))
        var pitch = try Pitch(.openNow, .startNow, .startNow)
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "stopped 10:00")
    }

    @Test("a command is found whole, also where its events do not follow one another any more")
    func events() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA))
        pitch.record([.scoreAdded(.teamB, delta: 1), .cancelled, .ended])
        let whole = pitch.gather
        #expect(whole.events(ofStep: 3).map(\.number) == [3, 4, 5])
        #expect(whole.events(ofStep: 2).map(\.number) == [2])
        for step in [.min, 0, 4, 6, .max] { #expect(whole.events(ofStep: step).isEmpty) }
        #expect(whole.withNewestEventOnly.events(ofStep: 3).map(\.number) == [5])
        var damaged = whole.log
        (damaged[3].step, damaged[3].event) = (4, .lost)
        let salvaged = Gather(replaying: damaged)
        #expect(salvaged.events(ofStep: 3).map(\.number) == [3, 5])
        pitch = try Pitch(.openNow)
        for event in damaged.dropFirst() { pitch.gather.apply(event) }
        pitch.record([.undone(step: 3)])
        #expect(pitch.gather == Gather(replaying: pitch.gather.log))
        #expect(pitch.gather.phase == .open)
    }

    @Test("an undo is not undone, and what is given after it stands")
    func undoThenCommand() throws {
        var pitch = try Pitch(
            .openNow, .goal(.teamA), .goal(.teamA), .undo(number: nil), .goal(.teamB))
        #expect(pitch.gather.score.scoreDescription == "1-1")
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "1-0")
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "0-0")
    }

    @Test("time that is up is never a step: it is derived again after each undo")
    func timeUp() throws {
        var pitch = try Pitch(.open(1, 0), .startNow)
        pitch.wait(.seconds(55))
        try pitch.give(.adjust(-3))
        pitch.wait(.seconds(2))
        #expect(pitch.countdown == "stopped 00:00")
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "running 00:03")
        pitch.wait(.seconds(3))
        #expect(pitch.countdown == "stopped 00:00")
        #expect(try pitch.give(.undo(number: nil)) == [.undone(step: 2)])
        #expect(pitch.countdown == "stopped 01:00")
    }
}
