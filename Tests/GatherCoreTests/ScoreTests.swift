import GatherCore
import Testing

/// The section "The score" of the domain, sentence by sentence, and the bounds.
struct ScoreTests {
    @Test("Team A and Team B each start at 0")
    func start() throws {
        let score = try Pitch(.openNow).gather.score
        #expect(score.teamA == 0)
        #expect(score.teamB == 0)
        #expect(score.scoreDescription == "0-0")
    }

    @Test("a score is a whole number, never negative", arguments: Side.allCases)
    func neverNegative(side: Side) throws {
        var pitch = try Pitch(.openNow, .goal(side))
        #expect(pitch.refusal(of: .setScore(side, -1)) == .invalidScore)
        #expect(pitch.refusal(of: .addToScore(side, delta: -2)) == .invalidScore)
        try pitch.give(.addToScore(side, delta: -1))
        #expect(pitch.refusal(of: .addToScore(side, delta: -1)) == .invalidScore)
        #expect(pitch.gather.score[side] == 0)
    }

    @Test("it can be set (15)", arguments: Side.allCases)
    func set(side: Side) throws {
        var pitch = try Pitch(.openNow)
        #expect(try pitch.give(.setScore(side, 15)) == [.scoreSet(side, 15)])
        #expect(pitch.gather.score[side] == 15)
        #expect(try pitch.give(.setScore(side, 15)) == [], "it was so already")
    }

    @Test("both are set by one command, which one undo takes back")
    func bothSet() throws {
        var pitch = try Pitch(.openNow, .goal(.teamA))
        let both: [Event] = [.scoreSet(.teamB, 1), .scoreSet(.teamA, 2)]
        #expect(try pitch.give(.setScore(.teamB, 1, other: 2)) == both)
        #expect(pitch.gather.score.scoreDescription == "2-1")
        #expect(try pitch.give(.setScore(.teamA, 2, other: 1)) == [])
        let again: [Event] = [.scoreSet(.teamA, 2), .scoreSet(.teamB, 3)]
        #expect(try pitch.give(.setScore(.teamA, 2, other: 3)) == again)
        #expect(pitch.refusal(of: .setScore(.teamA, 4, other: 1_000)) == .invalidScore)
        #expect(pitch.refusal(of: .setScore(.teamA, -1, other: 1)) == .invalidScore)
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "1-0")
    }

    @Test("it can be raised and lowered by one (the stepper)", arguments: Side.allCases)
    func step(side: Side) throws {
        var pitch = try Pitch(.openNow, .goal(side), .goal(side))
        #expect(pitch.gather.score[side] == 2)
        try pitch.give(.addToScore(side, delta: -1))
        #expect(pitch.gather.score[side] == 1)
    }

    @Test(
        "the winner follows from the score alone: more goals wins, equal is None",
        arguments: [
            (0, 0, "None"), (1, 1, "None"), (2, 1, "Team A"), (1, 2, "Team B"),
            (999, 0, "Team A"), (0, 999, "Team B"), (10, 9, "Team A"), (9, 10, "Team B"),
        ])
    func winner(teamA: Int, teamB: Int, winner: String) throws {
        let open = Command.open(time: nil, teamAName: "Reds", teamBName: "Blues")
        let pitch = try Pitch(open, .setScore(.teamA, teamA), .setScore(.teamB, teamB))
        #expect(pitch.gather.winnerDescription == winner)
        #expect(pitch.gather.score.scoreDescription == "\(teamA)-\(teamB)")
    }

    @Test("a side has 0 to 999 goals, and the extremes of 64 bits are refused without a trap")
    func bounds() throws {
        var pitch = try Pitch(.openNow, .setScore(.teamA, 999))
        for goals in [1_000, -1, .max, .min] {
            #expect(pitch.refusal(of: .setScore(.teamB, goals)) == .invalidScore)
        }
        #expect(pitch.refusal(of: .goal(.teamA)) == .invalidScore)
        try pitch.give(.addToScore(.teamA, delta: -999))
        try pitch.give(.addToScore(.teamA, delta: 999))
        #expect(pitch.gather.score.scoreDescription == "999-0")
    }

    @Test(
        "a score is changed by -999 to 999, and not by 0",
        arguments: [0, 1_000, -1_000, .max, .min])
    func deltas(delta: Int) throws {
        let pitch = try Pitch(.openNow, .setScore(.teamA, 500))
        #expect(pitch.refusal(of: .addToScore(.teamA, delta: delta)) == .invalidDelta)
    }

    @Test("goals count in every state of the countdown and do not touch it")
    func countdownUntouched() throws {
        for (name, _) in ChoosingTimeTests.states {
            var pitch = try ChoosingTimeTests.pitch(in: name)
            let state = pitch.state
            try pitch.give(.goal(.teamB))
            #expect(pitch.state == state)
            #expect(pitch.gather.score.scoreDescription == "2-2")
        }
    }
}
