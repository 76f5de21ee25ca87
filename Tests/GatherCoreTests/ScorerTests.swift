import GatherCore
import Testing

struct ScorerTests {
    private func pitch() throws -> Pitch {
        try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow)
    }

    @Test("a goal counts for its side, and has its scorer")
    func goal() throws {
        var pitch = try pitch()
        try pitch.give(.goal(.teamA, by: 2))
        try pitch.give(.goal(.teamB))
        #expect(pitch.gather.score.scoreDescription == "1-1")
        #expect(pitch.gather.goals.map(\.scorer.id) == [2])
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.score.scoreDescription == "0-0")
        #expect(pitch.gather.goals == [])
    }

    @Test("an own goal counts for the side that the scorer is not on")
    func ownGoal() throws {
        var pitch = try pitch()
        try pitch.give(.goal(.teamB, by: 1, own: true))
        #expect(pitch.gather.score.scoreDescription == "0-1")
        #expect(pitch.refusal(of: .goal(.teamA, by: 1, own: true)) == .notOnTeam(id: 1, .teamB))
    }

    @Test("a player who is not on that side, or on none, is refused")
    func notOnTeam() throws {
        let pitch = try pitch()
        #expect(pitch.refusal(of: .goal(.teamA, by: 3)) == .notOnTeam(id: 3, .teamA))
        #expect(pitch.refusal(of: .goal(.teamB, by: 4)) == .notOnTeam(id: 4, .teamB))
        #expect(pitch.refusal(of: .goal(.teamA, by: 9)) == .notOnTeam(id: 9, .teamA))
        #expect(pitch.refusal(of: .goal(.teamA, by: 99)) == .noSuchPlayer(id: 99))
    }

    @Test("only one goal at a time has a scorer, and none is over the limit")
    func delta() throws {
        var pitch = try pitch()
        for delta in [-1, 0, 2] {
            let command = Command.addToScore(.teamA, delta: delta, scorer: GivenScorer(id: 1))
            #expect(pitch.refusal(of: command) == .invalidDelta)
        }
        try pitch.give(.setScore(.teamA, 999))
        #expect(pitch.refusal(of: .goal(.teamA, by: 1)) == .invalidScore)
    }

    @Test("a goal that is taken back is its scorer's no more, nor is it after the next one")
    func takenBack() throws {
        var pitch = try pitch()
        for command in [
            Command.goal(.teamA, by: 1), .goal(.teamB, by: 3), .goal(.teamA, by: 2),
            .addToScore(.teamA, delta: -1), .addToScore(.teamA, delta: 1),
        ] { try pitch.give(command) }
        #expect(pitch.gather.score.scoreDescription == "2-1")
        #expect(pitch.gather.goals.map(\.scorer.id) == [1, 3])
        try pitch.give(.addToScore(.teamA, delta: -2))
        #expect(pitch.gather.goals.map(\.scorer.id) == [3])
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.goals.map(\.scorer.id) == [1, 3])
        try pitch.give(.end)
        #expect(pitch.gather.appearances.map(\.goals) == [1, 0, 1])
    }

    @Test("a score that is set keeps the first goals, and what is more is nobody's")
    func set() throws {
        var pitch = try pitch()
        for command in [
            Command.goal(.teamA), .goal(.teamA, by: 1), .goal(.teamA, by: 3, own: true),
            .setScore(.teamA, 2), .setScore(.teamA, 3),
        ] { try pitch.give(command) }
        #expect(pitch.gather.goals.map(\.scorer.id) == [1])
        try pitch.give(.goal(.teamA, by: 2))
        try pitch.give(.setScore(.teamA, 1))
        #expect(pitch.gather.goals == [])
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.goals.map(\.scorer.id) == [1, 2])
    }

    @Test("taking back a goal before others leaves the others with theirs")
    func undoneBefore() throws {
        var pitch = try pitch()
        try pitch.give(.goal(.teamA, by: 1))
        let first = pitch.gather.revision
        try pitch.give(.goal(.teamA, by: 2))
        try pitch.give(.goal(.teamA, by: 1))
        try pitch.give(.undo(number: first))
        try pitch.give(.addToScore(.teamA, delta: -1))
        #expect(pitch.gather.goals.map(\.scorer.id) == [2])
    }

    @Test("a goal over the limit, which a damaged log may have, has no scorer")
    func overLimit() throws {
        var pitch = try pitch()
        try pitch.give(.setScore(.teamA, 999))
        let scorer = try #require(pitch.squad.player(1))
        pitch.record([.goalScored(NamedGoal(side: .teamA, scorer: scorer, isOwnGoal: false))])
        #expect(pitch.gather.score.scoreDescription == "999-0")
        #expect(pitch.gather.goals == [])
    }

    @Test("an ended gather tells who was there, what they scored, and how it went for them")
    func appearances() throws {
        var pitch = try pitch()
        for command in [
            Command.goal(.teamA, by: 1), .goal(.teamA, by: 1), .goal(.teamA, by: 3, own: true),
            .goal(.teamB, by: 3), .goal(.teamA), .move(2, to: .bench), .goal(.teamA, by: 1),
            .move(1, to: nil),
        ] { try pitch.give(command) }
        #expect(pitch.gather.appearances == [])
        try pitch.give(.move(2, to: .teamA))
        try pitch.give(.end)
        let shown = pitch.gather.appearances.map {
            "\($0.player.id) \($0.side) \($0.goals) \($0.ownGoals) \($0.outcome)"
        }
        #expect(shown == ["2 teamA 0 0 won", "3 teamB 1 1 lost", "1 teamA 3 0 won"])
    }

    @Test("a draw is neither won nor lost, and a discarded gather has nobody")
    func draw() throws {
        var pitch = try pitch()
        try pitch.give(.discard)
        #expect(pitch.gather.appearances == [])
        try pitch.give(.undo(number: nil))
        try pitch.give(.end)
        #expect(pitch.gather.appearances.map(\.outcome) == [.drawn, .drawn, .drawn])
    }
}
