import GatherCore
import Testing

/// A goal whose side, minute or scorer is amended: events 1 to 5 are the opening, the sides, the
/// bench and the start, 6 is a goal of player 1 for Team A, 7 one of nobody for Team B, a minute
/// each after the start.
struct EditGoalTests {
    private func pitch(_ commands: Command...) throws -> Pitch {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow)
        for goal in [Command.goal(.teamA, by: 1), .goal(.teamB)] {
            pitch.wait(.seconds(60))
            try pitch.give(goal)
        }
        pitch.wait(.seconds(120))
        for command in commands { try pitch.give(command) }
        return pitch
    }

    /// An amendment; the scorer stays unless one is given, or 0 for nobody.
    private static func edit(
        _ number: Int, by id: Int? = nil, own: Bool = false, side: Side? = nil,
        minute: String? = nil
    ) -> Command {
        let scorer = id == 0 ? nil : id.map { GivenScorer(id: $0, isOwnGoal: own) }
        let change = GoalChange(
            keepsScorer: id == nil, side: side, minute: minute.flatMap(MatchMinute.init(_:)))
        return .amendGoal(number: number, scorer: scorer, change: change)
    }

    /// The score and the goals, as `1-1: 6 teamA 1, 7 teamB -`.
    private func goals(_ pitch: Pitch) -> String {
        let goals = [6, 7].compactMap { pitch.gather.goal($0) }.map { goal in
            let named = goal.named.map { "\($0.isOwnGoal ? "-" : "")\($0.scorer.id)" }
            let minute = goal.givenMinute.map { " \($0.minute)" } ?? ""
            return "\(goal.number) \(goal.side) \(named ?? "nobody")\(minute)"
        }
        return "\(pitch.gather.score.scoreDescription): \(goals.joined(separator: ", "))"
    }

    @Test("a goal is given to the other side, with any other change at once, and taken back")
    func moved() throws {
        let rows: [(Command, String)] = [
            (Self.edit(7, side: .teamA), "2-0: 6 teamA 1, 7 teamA nobody"),
            (Self.edit(6, by: 0, side: .teamB), "0-2: 6 teamB nobody, 7 teamB nobody"),
            (Self.edit(6, by: 3, side: .teamB), "0-2: 6 teamB 3, 7 teamB nobody"),
            (Self.edit(6, by: 1, own: true, side: .teamB), "0-2: 6 teamB -1, 7 teamB nobody"),
            (Self.edit(7, by: 2, side: .teamA, minute: "1"), "2-0: 6 teamA 1, 7 teamA 2 1"),
            (Self.edit(6, minute: "4"), "1-1: 6 teamA 1 4, 7 teamB nobody"),
            (Self.edit(6, by: 2, minute: "2"), "1-1: 6 teamA 2 2, 7 teamB nobody"),
            (Self.edit(6, by: 2, side: .teamA), "1-1: 6 teamA 2, 7 teamB nobody"),
        ]
        for row in rows {
            for closing in [nil, Command.end, .discard] {
                var pitch = try pitch()
                if let closing { try pitch.give(closing) }
                #expect(try pitch.give(row.0).count == 1)
                #expect(goals(pitch) == row.1)
                #expect(try pitch.give(row.0) == [])
                try pitch.give(.undo(number: nil))
                #expect(goals(pitch) == "1-1: 6 teamA 1, 7 teamB nobody")
                try pitch.give(.redo)
                #expect(goals(pitch) == row.1)
                let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
                #expect(isFold)
            }
        }
    }

    @Test("what cannot be so is refused, and says why")
    func refused() throws {
        let rows: [(Command, Refusal)] = [
            (Self.edit(6, side: .teamB), .scorerNeeded(id: 1)),
            (Self.edit(6, side: .teamB, minute: "1"), .scorerNeeded(id: 1)),
            (Self.edit(6, by: 2, side: .teamB), .notOnTeam(id: 2, .teamB)),
            (Self.edit(6, by: 3, own: true, side: .teamB), .notOnTeam(id: 3, .teamA)),
            (Self.edit(6, minute: "5"), .minuteAhead(now: MatchMinute("4"))),
            (Self.edit(6, minute: "1+1"), .noSuchMinute),
            (Self.edit(5, minute: "1"), .noSuchGoal(number: 5)),
            (Self.edit(99, side: .teamA), .noSuchEvent(number: 99)),
        ]
        for row in rows {
            #expect(try pitch().refusal(of: row.0) == row.1)
            #expect(try pitch(.end).refusal(of: row.0) == row.1)
        }
        let full = try pitch(.setScore(.teamB, 999))
        #expect(full.refusal(of: Self.edit(6, by: 0, side: .teamB)) == .invalidScore)
        let undone = try pitch(.undo(number: 6))
        #expect(undone.refusal(of: Self.edit(6, side: .teamB)) == .noSuchGoal(number: 6))
    }

    @Test("what came after it stays, and an amendment that is needed is not taken back alone")
    func needed() throws {
        var pitch = try pitch(
            Self.edit(6, by: 0), Self.edit(6, side: .teamB), Self.edit(6, by: 3),
            .addToScore(.teamB, delta: -2))
        #expect(goals(pitch) == "0-0: ")
        #expect(pitch.refusal(of: .undo(number: 8)) == .eventNeeded(by: 9))
        #expect(pitch.refusal(of: .undo(number: 9)) == .eventNeeded(by: 10))
        try pitch.give(.undo(number: nil))
        #expect(goals(pitch) == "0-2: 6 teamB 3, 7 teamB nobody")
        try pitch.give(.undo(number: 10))
        try pitch.give(.undo(number: 9))
        #expect(goals(pitch) == "1-1: 6 teamA nobody, 7 teamB nobody")
        // After the end, too.
        var ended = try self.pitch(Self.edit(6, by: 0), .end, Self.edit(6, side: .teamB))
        #expect(ended.refusal(of: .undo(number: 8)) == .eventNeeded(by: 10))
        try ended.give(.undo(number: 10))
        try ended.give(.undo(number: 8))
        #expect(goals(ended) == "1-1: 6 teamA 1, 7 teamB nobody")
    }

    @Test("a lower score takes the goals of a side in the order in which they were told")
    func order() throws {
        // 6 was told before 7, also as one of the other side.
        var pitch = try pitch(Self.edit(6, by: 0, side: .teamB), .addToScore(.teamB, delta: -1))
        #expect(goals(pitch) == "0-1: 6 teamB nobody")
        try pitch.give(.goal(.teamA))
        let third = pitch.gather.revision
        try pitch.give(Self.edit(third, side: .teamB))
        try pitch.give(.setScore(.teamB, 1))
        #expect(goals(pitch) == "0-1: 6 teamB nobody")
    }

    @Test("undoing a goal takes its amendments along, with the side")
    func goalUndone() throws {
        var pitch = try pitch(Self.edit(7, side: .teamA, minute: "1"))
        try pitch.give(.undo(number: 7))
        #expect(goals(pitch) == "1-0: 6 teamA 1")
        try pitch.give(.redo)
        #expect(goals(pitch) == "2-0: 6 teamA 1, 7 teamA nobody 1")
    }

    @Test("known at the end, a goal was always one of its side")
    func hindsight() throws {
        let pitch = try pitch(
            .setScore(.teamA, 3), Self.edit(6, by: 0, side: .teamB), .goal(.teamA),
            Self.edit(6, side: .teamA), Self.edit(6, side: .teamB))
        var hindsight = Hindsight(of: pitch.gather)
        let scores = pitch.gather.log.map { event in
            _ = hindsight.time(at: event)
            return hindsight.score.scoreDescription
        }
        #expect(scores.dropFirst(5) == ["0-1", "0-2", "2-2", "2-2", "3-2", "3-2", "3-2"])
        #expect(hindsight.score == pitch.gather.score)
    }

    @Test("in another minute its scorer has to have been on the pitch")
    func sentOff() throws {
        var pitch = try pitch(.showCard(GivenCard(.red, to: .teamA, 1), ago: .seconds(90)))
        #expect(pitch.refusal(of: Self.edit(6, minute: "4")) == .sentOff(id: 1))
        try pitch.give(Self.edit(6, minute: "2"))
        #expect(goals(pitch) == "1-1: 6 teamA 1 2, 7 teamB nobody")
    }
}
