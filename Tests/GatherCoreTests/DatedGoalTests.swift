import GatherCore
import Testing

/// A goal that is counted some time after it was scored.
struct DatedGoalTests {
    private static func goal(_ side: Side, ago: Int) -> Command {
        .addToScore(side, delta: 1, ago: .seconds(ago))
    }

    /// The seconds that the countdown had run at the goal that was counted last.
    private func played(_ pitch: Pitch) throws -> Duration {
        let goal = try #require(pitch.gather.latestGoal)
        let recorded = pitch.gather.log[goal.number - 1]
        #expect(pitch.gather.time(at: recorded) == goal.time)
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
        return goal.time.played
    }

    @Test(
        "its minute is that of the clock then, whatever the clock did since",
        arguments: [(10, 180), (65, 125), (70, 120), (190, 120), (191, 119), (300, 10), (310, 0)])
    func minute(ago: Int, seconds: Int) throws {
        // Runs from 10 s to 130 s, and from 250 s on.
        var pitch = try Pitch(.open(20, 0))
        for (command, wait) in [
            (Command.startNow, 120), (.pauseNow, 120), (.resumeNow, 70),
        ] {
            pitch.wait(.seconds(command == .startNow ? 10 : 0))
            try pitch.give(command)
            pitch.wait(.seconds(wait))
        }
        try pitch.give(Self.goal(.teamA, ago: ago))
        #expect(try played(pitch) == .seconds(seconds))
    }

    @Test("a pause that was dated back, or is taken back, changes what the clock showed then")
    func otherDates() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(60))
        try pitch.give(.pause(ago: .seconds(30)))
        pitch.wait(.seconds(30))
        // It was scored between the moment of the pause and its recording.
        try pitch.give(Self.goal(.teamA, ago: 45))
        #expect(try played(pitch) == .seconds(30))
        try pitch.give(.undo(number: 3))
        #expect(try played(pitch) == .seconds(45))
        var started = try Pitch(.start(ago: .seconds(60)))
        try started.give(Self.goal(.teamB, ago: 20))
        #expect(try played(started) == .seconds(40))
    }

    @Test("it is not dated before the match began, or into the future")
    func limits() throws {
        var pitch = try Pitch(.openNow)
        pitch.wait(.seconds(20))
        try pitch.give(.startNow)
        pitch.wait(.seconds(10))
        let opened = pitch.gather.openedAt
        #expect(pitch.refusal(of: Self.goal(.teamA, ago: 30)) == nil)
        for ago in [31, -1, 90_000] {
            #expect(
                pitch.refusal(of: Self.goal(.teamA, ago: ago))
                    == .beforeMatch(limit: .seconds(30), beganAt: opened))
        }
        for delta in [2, -1] {
            let command = Command.addToScore(.teamA, delta: delta, ago: .seconds(1))
            #expect(pitch.refusal(of: command) == .invalidDelta)
        }
        // A start can be dated before the opening.
        let dated = try Pitch(.start(ago: .seconds(60)))
        #expect(dated.refusal(of: Self.goal(.teamA, ago: 60)) == nil)
        #expect(
            dated.refusal(of: Self.goal(.teamA, ago: 61))
                == .beforeMatch(limit: .seconds(60), beganAt: dated.now.advanced(by: .seconds(-60)))
        )
    }

    @Test("after a reboot with an earlier wall clock it can be dated back to the restart")
    func wallSetBack() throws {
        var pitch = try Pitch(.open(20, 0), .startNow)
        pitch.wait(.seconds(240))
        try pitch.give(.goal(.teamB))
        pitch.reboot(for: .seconds(-86_400))
        pitch.recordClockEvents()
        let restarted = pitch.now
        pitch.wait(.seconds(110))
        let tooLong = Refusal.agoTooLong(
            limit: .seconds(110), lastCommand: restarted, event: 4)
        #expect(pitch.refusal(of: Self.goal(.teamA, ago: 111)) == tooLong)
        #expect(pitch.refusal(of: .card(.yellow, .teamA, ago: .seconds(110))) == nil)
        try pitch.give(Self.goal(.teamA, ago: 30))
        #expect(try played(pitch) == .seconds(240 + 80))
    }

    @Test("a period that begins after such a reboot does not begin the match anew")
    func periodAfterReboot() throws {
        let format = try #require(MatchFormat(named: "2x10"))
        var pitch = try Pitch(
            .open(time: nil, teamAName: nil, teamBName: nil, format: format), .whistle(.begin))
        pitch.wait(.seconds(600))
        try pitch.give(.whistle(.end))
        pitch.reboot(for: .seconds(-86_400))
        pitch.recordClockEvents()
        pitch.wait(.seconds(60))
        try pitch.give(.whistle(.begin, ago: .seconds(20)))
        #expect(
            pitch.refusal(of: Self.goal(.teamA, ago: 30))
                == .notInPlay(next: nil, minute: MatchMinute("10+1")))
        pitch.wait(.seconds(60))
        try pitch.give(Self.goal(.teamA, ago: 70))
        #expect(try played(pitch) == .seconds(610))
    }

    @Test("over two reboots it has the minute of the clock then")
    func twoReboots() throws {
        var pitch = try Pitch(.open(20, 0), .startNow)
        pitch.wait(.seconds(840))
        pitch.reboot(for: .zero)
        pitch.recordClockEvents()
        pitch.wait(.seconds(60))
        try pitch.give(.adjust(10))
        pitch.reboot(for: .zero)
        pitch.recordClockEvents()
        pitch.wait(.seconds(60))
        try pitch.give(Self.goal(.teamA, ago: 480))
        #expect(try played(pitch) == .seconds(480))
    }

    @Test("in a long match it is the same as over all events")
    func long() throws {
        var pitch = try Pitch(.open(1_440, 0), .startNow)
        for _ in 1...300 {
            pitch.wait(.seconds(10))
            try pitch.give(.pauseNow)
            pitch.wait(.seconds(5))
            try pitch.give(.resumeNow)
        }
        for (ago, seconds) in [(0, 3_000), (5, 3_000), (6, 2_999), (1_504, 2_000), (4_500, 0)] {
            try pitch.give(Self.goal(.teamA, ago: ago))
            #expect(try #require(pitch.gather.latestGoal).time.played == .seconds(seconds))
        }
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }
}
