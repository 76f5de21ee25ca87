import GatherCore
import Testing

struct DrawCommandTests {
    private func draw(_ ids: [Int]?, seed: Int = 7, again: Bool = false) -> Command {
        .drawTeams(ids, seed: seed, again: again)
    }

    private func drawn(_ events: [Event]) throws -> DrawnTeams {
        guard case .teamsDrawn(let drawn) = events.last else {
            throw NoDraw()
        }
        return drawn
    }

    private struct NoDraw: Error {}

    @Test("everybody in the gather is drawn, and the draw says how")
    func everybody() throws {
        var pitch = try Pitch(.openNow, .movePlayers(Array(1...9), to: .bench))
        let drawn = try drawn(try pitch.give(draw(nil)))
        #expect(pitch.gather.lineup.teamA == drawn.teamA)
        #expect(pitch.gather.lineup.teamB == drawn.teamB)
        #expect(pitch.gather.lineup.bench == [])
        #expect(abs(drawn.teamA.count - drawn.teamB.count) == 1)
        #expect(drawn.draw.seed == 7)
        #expect(drawn.draw.withoutSkill == [3, 7])
        let all = (1...9).compactMap { pitch.squad[$0]?.profile.skill ?? .amateur }
        #expect(drawn.draw.strengthA + drawn.draw.strengthB == all.reduce(0) { $0 + $1.strength })
        try pitch.give(.startNow)
    }

    @Test("who is drawn by name is on a side, and others go from a side to the bench")
    func named() throws {
        var pitch = try Pitch(.openNow, .move(1, 2, to: .teamA), .move(3, to: .bench))
        try pitch.give(draw([2, 4, 5]))
        #expect(Set(pitch.gather.lineup.bench.map(\.id)) == [1, 3])
        let sides = pitch.gather.lineup.teamA + pitch.gather.lineup.teamB
        #expect(Set(sides.map(\.id)) == [2, 4, 5])
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.lineup.teamA.map(\.id) == [1, 2])
    }

    @Test("a side is listed from the goalkeeper to the strikers, those without a position last")
    func order() throws {
        var pitch = try Pitch(.openNow)
        let drawn = try drawn(try pitch.give(draw(Array(1...12))))
        for side in [drawn.teamA, drawn.teamB] {
            let places = side.map { player in
                player.position.flatMap(Position.allCases.firstIndex) ?? 9
            }
            #expect(places == places.sorted())
        }
    }

    @Test("the same draw again changes nothing; again, it is another one")
    func again() throws {
        var pitch = try Pitch(.openNow, draw(Array(1...8)))
        let first = pitch.gather.lineup
        #expect(try pitch.give(draw(nil)) == [])
        let drawn = try drawn(try pitch.give(draw(nil, again: true)))
        #expect(Set(pitch.gather.lineup.teamA) != Set(first.teamA))
        #expect(Set(pitch.gather.lineup.teamA) != Set(first.teamB))
        var other = try Pitch(.openNow)
        try other.give(draw(Array(1...8), seed: drawn.draw.seed))
        #expect(other.gather.lineup == pitch.gather.lineup)
    }

    @Test("where there is no other draw, nothing changes")
    func only() throws {
        var pitch = try Pitch(.openNow, draw([1, 2]))
        #expect(try pitch.give(draw(nil, seed: 1, again: true)) == [])
        let present = try pitch.gather.drawTeams(
            of: nil, seed: 1, again: true, squad: pitch.squad)
        #expect(present.teamA == pitch.gather.lineup.teamA)
        #expect(present.draw.equallyFair == 1)
    }

    @Test("it takes 2 players, 22 are the most, and they have to be of the squad")
    func limits() throws {
        var pitch = try Pitch(.openNow)
        #expect(pitch.refusal(of: draw(nil)) == .tooFewPlayers(minimum: 2))
        #expect(pitch.refusal(of: draw([1, 1])) == .tooFewPlayers(minimum: 2))
        #expect(pitch.refusal(of: draw(Array(1...23))) == .tooManyPlayers(maximum: 22))
        #expect(pitch.refusal(of: draw([1, 31])) == .noSuchPlayer(id: 31))
        try pitch.give(draw(Array(1...22)))
        #expect(pitch.gather.lineup.teamA.count == 11)
    }
}
