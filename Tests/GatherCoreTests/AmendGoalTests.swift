import GatherCore
import Testing

/// Changes of the scorer of a goal: events 1 to 5 are the opening, the sides, the bench and the
/// start, 6 is a goal of player 1 for Team A, 7 one of nobody for Team B.
struct AmendGoalTests {
    private func pitch(_ commands: Command...) throws -> Pitch {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow, .goal(.teamA, by: 1), .goal(.teamB))
        for command in commands { try pitch.give(command) }
        return pitch
    }

    private static func amend(_ number: Int, by id: Int?, own: Bool = false) -> Command {
        .amendGoal(number: number, scorer: id.map { GivenScorer(id: $0, isOwnGoal: own) })
    }

    /// Returns the scorers of the goals that count, such as `1 nobody`; `-` marks an own goal.
    private func scorers(_ pitch: Pitch) -> String {
        [6, 7].compactMap { pitch.gather.goal($0) }.map { goal in
            guard let named = goal.named else { return "nobody" }
            return "\(named.isOwnGoal ? "-" : "")\(named.scorer.id)"
        }.joined(separator: " ")
    }

    @Test(
        "a goal gets another scorer, nobody, or an own goal, and the score stays",
        arguments: [
            (amend(6, by: 2), "2 nobody"), (amend(6, by: nil), "nobody nobody"),
            (amend(6, by: 3, own: true), "-3 nobody"), (amend(7, by: 3), "1 3"),
            (amend(7, by: 1, own: true), "1 -1"),
        ])
    func amended(command: Command, expected: String) throws {
        for closing in [nil, Command.end, .discard] {
            var pitch = try pitch()
            if let closing { try pitch.give(closing) }
            #expect(try pitch.give(command).count == 1)
            #expect(scorers(pitch) == expected)
            #expect(pitch.gather.score.scoreDescription == "1-1")
            try pitch.give(.undo(number: nil))
            #expect(scorers(pitch) == "1 nobody")
            try pitch.give(.redo)
            #expect(scorers(pitch) == expected)
            #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
        }
    }

    @Test(
        "what cannot be amended is refused, and says why",
        arguments: [
            (amend(0, by: 1), Refusal.noSuchEvent(number: 0)),
            (amend(-1, by: nil), .noSuchEvent(number: -1)),
            (amend(9, by: 1), .noSuchEvent(number: 9)),
            (amend(.max, by: 1), .noSuchEvent(number: .max)),
            (amend(1, by: 1), .noSuchGoal(number: 1)), (amend(5, by: nil), .noSuchGoal(number: 5)),
            (amend(6, by: 3), .notOnTeam(id: 3, .teamA)),
            (amend(6, by: 4), .notOnTeam(id: 4, .teamA)),
            (amend(6, by: 2, own: true), .notOnTeam(id: 2, .teamB)),
            (amend(6, by: 99), .noSuchPlayer(id: 99)), (amend(7, by: 9), .notOnTeam(id: 9, .teamB)),
        ])
    func refused(command: Command, refusal: Refusal) throws {
        #expect(try pitch().refusal(of: command) == refusal)
        #expect(try pitch(.end).refusal(of: command) == refusal)
    }

    @Test("what is so already leaves no event")
    func unchanged() throws {
        for command in [
            Self.amend(6, by: 2), Self.amend(7, by: nil), Self.amend(6, by: 3, own: true),
        ] {
            var pitch = try pitch(command)
            #expect(try pitch.give(command) == [])
        }
        var pitch = try pitch()
        #expect(try pitch.give(Self.amend(6, by: 1)) == [])
    }

    @Test("a goal that does not count any more cannot be amended")
    func gone() throws {
        for command in [
            Command.undo(number: 6), .addToScore(.teamA, delta: -1), .setScore(.teamA, 0),
        ] {
            let pitch = try pitch(command)
            #expect(pitch.refusal(of: Self.amend(6, by: 2)) == .noSuchGoal(number: 6))
        }
        // Several at once are no single goal.
        let raised = try pitch(.addToScore(.teamA, delta: 2), .setScore(.teamB, 5))
        for number in [8, 9] {
            #expect(raised.refusal(of: Self.amend(number, by: 1)) == .noSuchGoal(number: number))
        }
        #expect(try Pitch().refusal(of: Self.amend(1, by: 1)) == .noGather(endedAgo: nil))
    }

    @Test("undoing a goal takes its amendments along, and redoing it brings them back")
    func goalUndone() throws {
        var pitch = try pitch(Self.amend(6, by: 2), Self.amend(7, by: 3), Self.amend(6, by: nil))
        try pitch.give(.undo(number: 6))
        #expect(scorers(pitch) == "3")
        #expect([8, 10].allSatisfy { !pitch.gather.stands($0) } && pitch.gather.stands(9))
        #expect(pitch.refusal(of: .undo(number: 8)) == .noSuchEvent(number: 8))
        #expect(pitch.gather.lastStep.map(\.number) == [9])
        try pitch.give(.redo)
        #expect(scorers(pitch) == "nobody 3")
        #expect(pitch.gather.lastStep.map(\.number) == [10])
        try pitch.give(.undo(number: nil))
        #expect(scorers(pitch) == "2 3")
        try pitch.give(.undo(number: 8))
        #expect(scorers(pitch) == "1 3")
        try pitch.give(.undo(number: 7))
        #expect(scorers(pitch) == "1")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("the scorer is on the side now, or was when the goal was counted")
    func moved() throws {
        let pitch = try pitch(.move(2, to: .teamB), .move(4, to: .teamA), .move(3, to: nil))
        for id in [2, 4] { #expect(pitch.refusal(of: Self.amend(6, by: id)) == nil) }
        for id in [2, 3] { #expect(pitch.refusal(of: Self.amend(7, by: id)) == nil) }
        #expect(pitch.refusal(of: Self.amend(7, by: 4)) == .notOnTeam(id: 4, .teamB))
    }

    @Test("a gather that is over is taken up by its end, whatever was amended since")
    func reopened() throws {
        var pitch = try pitch(.end)
        #expect(pitch.gather.appearances.map(\.goals) == [1, 0, 0])
        try pitch.give(Self.amend(6, by: 2))
        #expect(pitch.gather.appearances.map(\.goals) == [0, 1, 0])
        var byNumber = pitch
        try byNumber.give(.undo(number: 8))
        try pitch.give(.reopen)
        for reopened in [pitch, byNumber] {
            #expect(reopened.gather.phase == .open)
            #expect(scorers(reopened) == "2 nobody")
        }
        // The amendment is the last command that stands.
        try pitch.give(.undo(number: nil))
        #expect(scorers(pitch) == "1 nobody")
    }

    @Test("an amendment can be taken back long after the end, which cannot")
    func late() throws {
        var pitch = try pitch(.end)
        pitch.wait(.seconds(13 * 3_600))
        try pitch.give(Self.amend(6, by: 2))
        #expect(pitch.refusal(of: .undo(number: 6)) == .noGather(endedAgo: nil))
        try pitch.give(.undo(number: 9))
        #expect(scorers(pitch) == "1 nobody")
        #expect(pitch.refusal(of: .undo(number: nil)) == .nothingToUndo(endedAgo: .seconds(46_800)))
    }

    @Test("an amendment of what is no goal, which a damaged log may have, changes nothing")
    func nonsense() throws {
        var pitch = try pitch()
        let player = try #require(pitch.squad.player(2))
        for (number, side) in [(6, Side.teamB), (5, .teamA), (99, .teamA), (8, .teamB)] {
            let scorer = GoalScorer.player(player, isOwnGoal: false)
            pitch.record([
                .goalAmended(GoalAmendment(number: number, side: side, scorer: scorer))
            ])
        }
        #expect(scorers(pitch) == "1 nobody")
    }
}
