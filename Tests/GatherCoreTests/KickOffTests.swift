import GatherCore
import Testing

/// The kick-off: when it starts the countdown, and when it does not any more.
struct KickOffTests {
    /// A kick-off so long after a ``Pitch`` begins.
    private func kickOff(after seconds: Int, automatic: Bool = true) -> KickOff {
        KickOff(wall: .seconds(1_700_000_000 + seconds), isAutomatic: automatic)
    }

    private func open(_ kickOff: KickOff?) -> Command {
        .open(time: nil, teamAName: nil, teamBName: nil, kickOff: kickOff)
    }

    @Test("it starts the countdown as of its moment, and is over then")
    func starts() throws {
        var pitch = try Pitch(open(kickOff(after: 600)))
        #expect(pitch.gather.kickOff == kickOff(after: 600))
        #expect(!pitch.gather.isKickOffDue(at: pitch.now))
        #expect(try pitch.give(.kickOff) == [])
        pitch.wait(.milliseconds(600_007))
        #expect(pitch.gather.isKickOffDue(at: pitch.now))
        let events = try pitch.give(.kickOff)
        #expect(events == [.started(ago: .milliseconds(7), byKickOff: true)])
        #expect(pitch.remaining == .milliseconds(599_993))
        #expect(pitch.gather.kickOff == nil)
        pitch.wait(.seconds(1))
        #expect(try pitch.give(.kickOff) == [])
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("time that is added to a running countdown starts it, also where its start is undone")
    func adjusted() throws {
        var pitch = try Pitch(open(kickOff(after: 14)), .startNow, .adjust(60, start: true))
        try pitch.give(.undo(number: 3))
        #expect(pitch.countdown == "running 11:00")
        #expect(pitch.gather.kickOff == nil)
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(20))
        #expect(try pitch.give(.kickOff) == [])
        #expect(pitch.countdown == "paused 11:00")
    }

    @Test("what set it is not taken back alone once it has started the countdown")
    func needed() throws {
        var pitch = try Pitch(.openNow, .setKickOff(kickOff(after: 60)))
        pitch.wait(.seconds(61))
        try pitch.give(.kickOff)
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 3))
        try pitch.give(.undo(number: 3))
        try pitch.give(.undo(number: 2))
        #expect(pitch.gather.kickOff == nil)
    }

    @Test("one that is only shown starts nothing")
    func shown() throws {
        var pitch = try Pitch(open(kickOff(after: 600, automatic: false)))
        pitch.wait(.seconds(700))
        #expect(!pitch.gather.isKickOffDue(at: pitch.now))
        #expect(try pitch.give(.kickOff) == [])
        #expect(pitch.gather.kickOff == kickOff(after: 600, automatic: false))
        try pitch.give(.startNow)
        #expect(pitch.gather.kickOff == nil)
    }

    @Test("undo takes its start back for good, also where the wall clock is set back then")
    func undone() throws {
        var pitch = try Pitch(open(kickOff(after: 600)))
        pitch.wait(.seconds(600))
        try pitch.give(.kickOff)
        pitch.wait(.seconds(5))
        pitch.now.wall -= .seconds(300)
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "stopped 10:00")
        #expect(pitch.gather.kickOff == kickOff(after: 600, automatic: false))
        pitch.wait(.seconds(600))
        #expect(try pitch.give(.kickOff) == [])
        try pitch.give(.redo)
        #expect(pitch.countdown == "stopped 00:00")
    }

    @Test("a start before it begins the match, and after its undo the kick-off is waited for again")
    func startedBefore() throws {
        var pitch = try Pitch(open(kickOff(after: 600)), .startNow)
        #expect(pitch.gather.kickOff == nil)
        try pitch.give(.pauseNow)
        try pitch.give(.cancel)
        #expect(pitch.gather.kickOff == nil)
        #expect(pitch.refusal(of: .setKickOff(nil)) == .startedAlready)
        for _ in 0..<3 { try pitch.give(.undo(number: nil)) }
        #expect(pitch.gather.kickOff == kickOff(after: 600))
        pitch.wait(.seconds(601))
        #expect(try pitch.give(.kickOff) == [.started(ago: .seconds(1), byKickOff: true)])
    }

    @Test("what is taken back after it does not make it start the countdown by itself")
    func takenBackAfter() throws {
        var pitch = try Pitch(open(kickOff(after: 600)), .startNow)
        pitch.wait(.seconds(601))
        try pitch.give(.undo(number: nil))
        #expect(pitch.countdown == "stopped 10:00")
        #expect(pitch.gather.kickOff == kickOff(after: 600, automatic: false))
        var ended = try Pitch(open(kickOff(after: 600)), .end)
        #expect(ended.gather.kickOff == nil)
        ended.wait(.seconds(601))
        try ended.give(.undo(number: nil))
        #expect(!ended.gather.isKickOffDue(at: ended.now))
    }

    @Test("it is set, changed and removed, each of which undo takes back")
    func changes() throws {
        var pitch = try Pitch(.openNow)
        let all: [KickOff?] = [
            kickOff(after: 60), kickOff(after: 60, automatic: false), kickOff(after: 90), nil,
        ]
        for kickOff in all {
            #expect(try pitch.give(.setKickOff(kickOff)) == [.kickOffSet(kickOff)])
            #expect(try pitch.give(.setKickOff(kickOff)) == [])
            #expect(pitch.gather.kickOff == kickOff)
        }
        for kickOff in all.dropLast().reversed() {
            try pitch.give(.undo(number: nil))
            #expect(pitch.gather.kickOff == kickOff)
        }
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.kickOff == nil)
        #expect(try Pitch().refusal(of: .setKickOff(nil)) == .noGather(endedAgo: nil))
    }

    @Test("it is ahead, by a week at most", arguments: [-1, 0, 604_801, .max / 2_000_000])
    func range(seconds: Int) throws {
        let kickOff = kickOff(after: seconds)
        #expect(try Pitch().refusal(of: open(kickOff)) == .invalidKickOff)
        #expect(try Pitch(.openNow).refusal(of: .setKickOff(kickOff)) == .invalidKickOff)
        #expect(
            try Pitch(.openNow).refusal(of: .setKickOff(self.kickOff(after: 604_800))) == nil)
    }

    @Test("with a side without players it starts nothing, then or later")
    func sides() throws {
        var pitch = try Pitch(open(kickOff(after: 600)), .move(1, to: .teamA))
        pitch.wait(.seconds(600))
        #expect(pitch.refusal(of: .kickOff) == .teamWithoutPlayers(.teamB))
        pitch.wait(.seconds(10))
        try pitch.give(.move(2, to: .teamB))
        #expect(try pitch.give(.kickOff) == [])
        #expect(pitch.gather.kickOff?.isAutomatic == false)
        try pitch.give(.startNow)
    }

    @Test("over a reboot it starts as of its moment, by the wall clock; its time may be up by then")
    func reboot() throws {
        var pitch = try Pitch(open(kickOff(after: 600)))
        pitch.reboot(for: .seconds(660))
        try pitch.give(.kickOff)
        #expect(pitch.countdown == "running 09:00")
        var over = try Pitch(open(kickOff(after: 600)))
        over.reboot(for: .seconds(10_000))
        try over.give(.kickOff)
        #expect(over.countdown == "stopped 00:00")
        #expect(over.gather.timer.timeUp(at: over.now)?.wall == .seconds(1_700_001_200))
        var days = try Pitch(open(kickOff(after: 600)))
        days.reboot(for: .seconds(1_000_000))
        try days.give(.kickOff)
        #expect(days.countdown == "stopped 00:00")
    }

    @Test("it moves with the wall clock, but is not dated before the opening")
    func wallClock() throws {
        var pitch = try Pitch(open(kickOff(after: 600)))
        pitch.now.wall -= .seconds(60)
        pitch.wait(.seconds(610))
        #expect(!pitch.gather.isKickOffDue(at: pitch.now))
        pitch.now.wall += .seconds(3_600)
        #expect(
            try pitch.give(.kickOff) == [.started(ago: .seconds(610), byKickOff: true)])
    }

    @Test("nothing but an opening begins with a kick-off")
    func nextMatch() throws {
        var pitch = try Pitch(open(kickOff(after: 600)), .discard)
        try pitch.give(.startNow)
        #expect(pitch.gather.kickOff == nil)
        #expect(pitch.gather.revision == 2)
    }
}
