import GatherCore
import Testing

struct TeamColorTests {
    private func shown(_ pitch: Pitch) -> [TeamColor?] {
        [pitch.gather.colors.teamA, pitch.gather.colors.teamB]
    }

    @Test("each side has its colour, which the change of the other one leaves")
    func sides() throws {
        var pitch = try Pitch(.openNow, .colorTeams(TeamColors(teamA: .red)))
        try pitch.give(.colorTeams(TeamColors(teamB: .blue)))
        #expect(shown(pitch) == [.red, .blue])
        #expect(try pitch.give(.colorTeams(TeamColors(teamA: .red, teamB: .blue))) == [])
        try pitch.give(.colorTeams(TeamColors(teamA: .uncolored)))
        #expect(shown(pitch) == [nil, .blue])
        #expect(try pitch.give(.colorTeams(TeamColors(teamA: .uncolored))) == [])
    }

    @Test("a change that is taken back leaves a later one of the other side as it is")
    func undone() throws {
        var pitch = try Pitch(.openNow, .colorTeams(TeamColors(teamA: .red)))
        let number = pitch.gather.revision
        try pitch.give(.colorTeams(TeamColors(teamB: .blue)))
        try pitch.give(.undo(number: number))
        #expect(shown(pitch) == [nil, .blue])
        try pitch.give(.end)
        #expect(
            pitch.refusal(of: .undo(number: 3)) == .noGather(endedAgo: .zero),
            "the result stands until the end is taken back")
    }

    @Test("a match opens with its colours, and one without any has no event of them")
    func opened() throws {
        var pitch = try Pitch()
        let colors = TeamColors(teamA: .uncolored, teamB: .white)
        let events = try pitch.give(
            .open(time: nil, teamAName: nil, teamBName: nil, colors: colors))
        #expect(events.last == .teamsColored(TeamColors(teamB: .white)))
        #expect(shown(pitch) == [nil, .white])
        var plain = try Pitch()
        let none = TeamColors(teamA: .uncolored)
        #expect(
            try plain.give(.open(time: nil, teamAName: nil, teamBName: nil, colors: none)).count
                == 1)
    }
}
