import GatherCore
import Testing

/// Substitutions: events 1 to 5 are the opening, the sides, the bench and the start.
struct SubstitutionTests {
    private func pitch(_ commands: Command...) throws -> Pitch {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow)
        for command in commands { try pitch.give(command) }
        return pitch
    }

    /// Who stands where, by number: bench, Team A, Team B.
    private func shown(_ pitch: Pitch) -> String {
        TeamSection.allCases.map { section in
            pitch.gather.lineup[section].map { "\($0.id)" }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    @Test("one goes to the bench, and one comes on from the bench or the squad")
    func substitution() throws {
        var pitch = try pitch(.substitute(.teamA, off: 1, on: 4))
        #expect(shown(pitch) == "1 | 2 4 | 3")
        try pitch.give(.substitute(.teamB, off: 3, on: 9))
        #expect(shown(pitch) == "1 3 | 2 4 | 9")
        // Rolling substitutions: who went off can come on again.
        try pitch.give(.substitute(.teamA, off: 4, on: 1))
        #expect(shown(pitch) == "3 4 | 2 1 | 9")
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: nil))
        #expect(shown(pitch) == "1 | 2 4 | 3")
        try pitch.give(.redo)
        #expect(shown(pitch) == "1 3 | 2 4 | 9")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("who is not on the side cannot go off, and who is on a side cannot come on")
    func refused() throws {
        var pitch = try pitch()
        let refused: [(Command, Refusal)] = [
            (.substitute(.teamA, off: 3, on: 4), .notOnTeam(id: 3, .teamA)),
            (.substitute(.teamA, off: 4, on: 5), .notOnTeam(id: 4, .teamA)),
            (.substitute(.teamA, off: 1, on: 3), .onTeamAlready(id: 3, .teamB)),
            (.substitute(.teamA, off: 1, on: 2), .onTeamAlready(id: 2, .teamA)),
            (.substitute(.teamA, off: 1, on: 1), .onTeamAlready(id: 1, .teamA)),
            (.substitute(.teamA, off: 99, on: 4), .noSuchPlayer(id: 99)),
            (.substitute(.teamA, off: 1, on: 99), .noSuchPlayer(id: 99)),
        ]
        for (command, refusal) in refused {
            #expect(pitch.refusal(of: command) == refusal)
        }
        try pitch.give(.end)
        let late = Command.substitute(.teamA, off: 1, on: 4)
        #expect(pitch.refusal(of: late) == .noGather(endedAgo: .zero))
    }

    @Test("a full gather has room for one of its own, and for nobody else")
    func room() throws {
        var pitch = try pitch()
        pitch.squad = Squad((1...101).map { .init(id: $0, profile: .named("P\($0)")) })
        try pitch.give(.movePlayers(Array(5...100), to: .bench))
        let arriving = Command.substitute(.teamA, off: 1, on: 101)
        #expect(pitch.refusal(of: arriving) == .tooManyPlayers(maximum: 100))
        try pitch.give(.substitute(.teamA, off: 1, on: 100))
    }

    @Test("it needs what put the two where they were")
    func needed() throws {
        let pitch = try pitch(.move(6, to: .teamA), .substitute(.teamA, off: 6, on: 4))
        #expect(pitch.refusal(of: .undo(number: 6)) == .eventNeeded(by: 7))
        // Without the move to the bench, the other comes from the squad.
        #expect(pitch.refusal(of: .undo(number: 4)) == nil)
    }

    @Test("a goal or a card that was given to who came on needs it")
    func neededByAmendment() throws {
        let scorer = GivenScorer(id: 4)
        let goal = try pitch(
            .substitute(.teamA, off: 1, on: 4), .goal(.teamA),
            .amendGoal(number: 7, scorer: scorer))
        #expect(goal.refusal(of: .undo(number: 6)) == .eventNeeded(by: 8))
        var card = try pitch(
            .card(.yellow, .teamA, 1), .substitute(.teamA, off: 1, on: 4),
            .amendCard(number: 6, CardChange(player: 4)))
        #expect(card.refusal(of: .undo(number: 7)) == .eventNeeded(by: 8))
        try card.give(.undo(number: 8))
        #expect(card.refusal(of: .undo(number: 7)) == nil)
        // The goal of a player who was on the side then, or went off it, needs no other command.
        let before = try pitch(
            .goal(.teamA), .move(2, to: .bench), .amendGoal(number: 6, scorer: GivenScorer(id: 2)),
            .substitute(.teamA, off: 1, on: 4), .goal(.teamA),
            .amendGoal(number: 10, scorer: GivenScorer(id: 1)),
            .amendGoal(number: 10, scorer: nil))
        for number in [7, 9] { #expect(before.refusal(of: .undo(number: number)) == nil) }
    }

    @Test("it is dated back as a goal is")
    func datedBack() throws {
        var pitch = try pitch()
        pitch.wait(.seconds(60))
        try pitch.give(.substitute(.teamA, off: 1, on: 4, ago: .seconds(25)))
        let event = try #require(pitch.gather.log.last)
        #expect(pitch.gather.time(at: event)?.played == .seconds(35))
        let early = Command.substitute(.teamA, off: 4, on: 1, ago: .seconds(61))
        guard case .beforeMatch(limit: .seconds(60), _) = pitch.refusal(of: early) else {
            Issue.record("it is dated before the match")
            return
        }
    }

    @Test("nobody goes off before coming on, or comes on before going off")
    func datedBeforeAnother() throws {
        var pitch = try pitch()
        pitch.wait(.seconds(60))
        try pitch.give(.substitute(.teamA, off: 1, on: 4, ago: .seconds(10)))
        let other = pitch.now.advanced(by: .seconds(-10))
        pitch.wait(.seconds(30))
        for (off, on) in [(4, 5), (2, 1), (4, 1)] {
            func substitution(_ ago: Duration) -> Command {
                .substitute(.teamA, off: off, on: on, ago: ago)
            }
            #expect(
                pitch.refusal(of: substitution(.seconds(41)))
                    == .agoTooLong(limit: .seconds(40), lastCommand: other, event: 6))
            #expect(pitch.refusal(of: substitution(.seconds(40))) == nil)
        }
        let others = Command.substitute(.teamA, off: 2, on: 5, ago: .seconds(90))
        #expect(pitch.refusal(of: others) == nil)
        try pitch.give(.undo(number: nil))
        let first = Command.substitute(.teamA, off: 1, on: 4, ago: .seconds(90))
        #expect(pitch.refusal(of: first) == nil)
    }

    @Test("who was taken off both sides has played for the last one")
    func bothSides() throws {
        let pitch = try pitch(
            .substitute(.teamB, off: 3, on: 4), .substitute(.teamA, off: 1, on: 3),
            .substitute(.teamA, off: 3, on: 1), .end)
        let played = pitch.gather.appearances.map { "\($0.player.id) \($0.side)" }
        #expect(played == ["2 teamA", "1 teamA", "4 teamB", "3 teamA"])
    }

    @Test("who was substituted has played, once, and for the side of the end")
    func appearances() throws {
        var pitch = try pitch(
            .substitute(.teamA, off: 1, on: 4), .substitute(.teamA, off: 4, on: 1),
            .substitute(.teamA, off: 2, on: 5), .substitute(.teamB, off: 3, on: 2),
            .goal(.teamA, by: 1), .end)
        func played() -> [String] {
            pitch.gather.appearances.map { "\($0.player.id) \($0.side) \($0.outcome)" }
        }
        #expect(
            played() == [
                "1 teamA won", "5 teamA won", "2 teamB lost", "4 teamA won", "3 teamB lost",
            ])
        let sent = SubmittedPlayer.all(of: pitch.gather).map { "\($0.number) \($0.side)" }
        #expect(sent == ["1 teamA", "5 teamA", "2 teamB", "4 teamA", "3 teamB"])
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: 9))
        try pitch.give(.end)
        #expect(
            played() == [
                "1 teamA won", "5 teamA won", "3 teamB lost", "4 teamA won", "2 teamA won",
            ])
    }
}
