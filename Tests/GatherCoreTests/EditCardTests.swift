import GatherCore
import Testing

/// A card whose player, side, kind or minute is amended: events 1 to 5 are the opening, the sides,
/// the bench and the start, 6 is a yellow card of player 1 of Team A, 7 one of nobody of Team B, a
/// minute each after the start, and two more have gone.
struct EditCardTests {
    private func pitch(_ commands: Command...) throws -> Pitch {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow)
        for card in [Command.card(.yellow, .teamA, 1), .card(.yellow, .teamB)] {
            pitch.wait(.seconds(60))
            try pitch.give(card)
        }
        pitch.wait(.seconds(120))
        for command in commands { try pitch.give(command) }
        return pitch
    }

    private static func edit(
        _ number: Int, player: Int? = nil, side: Side? = nil, _ kind: Card.Kind? = nil,
        minute: String? = nil
    ) -> Command {
        let minute = minute.flatMap(MatchMinute.init(_:))
        return .amendCard(
            number: number, CardChange(player: player, side: side, kind: kind, minute: minute))
    }

    /// The cards, as `6 teamA 1 yellow, 7 teamB - yellow 3`.
    private func cards(_ pitch: Pitch) -> String {
        pitch.gather.cards.map { card in
            let player = card.player.map { "\($0.id)" } ?? "-"
            let minute = card.givenMinute.map { " \($0.minute)" } ?? ""
            return "\(card.number) \(card.side) \(player) \(card.kind)\(minute)"
        }.joined(separator: ", ")
    }

    private static let asTold = "6 teamA 1 yellow, 7 teamB - yellow"

    @Test("each thing changes alone or with the others, and is taken back")
    func changed() throws {
        let rows: [(Command, String)] = [
            (Self.edit(6, player: 2), "6 teamA 2 yellow, 7 teamB - yellow"),
            (Self.edit(6, player: 3), "6 teamB 3 yellow, 7 teamB - yellow"),
            (Self.edit(6, player: 3, side: .teamB), "6 teamB 3 yellow, 7 teamB - yellow"),
            (Self.edit(6, .red), "6 teamA 1 red, 7 teamB - yellow"),
            (Self.edit(6, minute: "3"), "6 teamA 1 yellow 3, 7 teamB - yellow"),
            (Self.edit(7, side: .teamA), "6 teamA 1 yellow, 7 teamA - yellow"),
            (Self.edit(7, player: 3), "6 teamA 1 yellow, 7 teamB 3 yellow"),
            (Self.edit(7, player: 1), "6 teamA 1 yellow, 7 teamA 1 secondYellow"),
            (Self.edit(7, player: 1, .secondYellow), "6 teamA 1 yellow, 7 teamA 1 secondYellow"),
            (
                Self.edit(6, player: 3, .red, minute: "4"),
                "6 teamB 3 red 4, 7 teamB - yellow"
            ),
        ]
        for row in rows {
            for closing in [nil, Command.end, .discard] {
                var pitch = try pitch()
                if let closing { try pitch.give(closing) }
                #expect(try pitch.give(row.0).count == 1)
                #expect(cards(pitch) == row.1)
                #expect(try pitch.give(row.0) == [])
                try pitch.give(.undo(number: nil))
                #expect(cards(pitch) == Self.asTold)
                try pitch.give(.redo)
                #expect(cards(pitch) == row.1)
                let isFold = Gather(replaying: pitch.gather.log) == pitch.gather
                #expect(isFold)
            }
        }
    }

    @Test("what is so already is no event")
    func unchanged() throws {
        var pitch = try pitch(.card(.yellow, .teamA, 1))
        for command in [
            Self.edit(6, player: 1), Self.edit(6, side: .teamA), Self.edit(6, .yellow),
            Self.edit(8, .secondYellow), Self.edit(8, player: 1, .yellow),
        ] {
            #expect(try pitch.give(command) == [])
        }
    }

    @Test("what cannot be so is refused, and says why")
    func refused() throws {
        let rows: [(Command, Refusal)] = [
            (Self.edit(6, player: 4), .notOnTeam(id: 4, .teamA)),
            (Self.edit(6, player: 99), .noSuchPlayer(id: 99)),
            (Self.edit(6, player: 3, side: .teamA), .notOnTeam(id: 3, .teamA)),
            (Self.edit(6, side: .teamB), .notOnTeam(id: 1, .teamB)),
            (Self.edit(6, minute: "5"), .minuteAhead(now: MatchMinute("4"))),
            (Self.edit(6, minute: "1+1"), .noSuchMinute),
            (Self.edit(6, .secondYellow), .notBooked(id: 1)),
            (Self.edit(7, .secondYellow), .notBooked(id: nil)),
            (Self.edit(5, .red), .noSuchCard(number: 5)),
            (Self.edit(99, .red), .noSuchEvent(number: 99)),
        ]
        for row in rows {
            #expect(try pitch().refusal(of: row.0) == row.1)
            #expect(try pitch(.end).refusal(of: row.0) == row.1)
        }
        let undone = try pitch(.undo(number: 6))
        #expect(undone.refusal(of: Self.edit(6, .red)) == .noSuchCard(number: 6))
        #expect(try Pitch().refusal(of: Self.edit(6, .red)) == .noGather(endedAgo: nil))
    }

    @Test("a player who left the side can have got it, as at the time or by a substitution")
    func whose() throws {
        var pitch = try pitch(.substitute(.teamA, off: 2, on: 4), .move(1, to: .teamB))
        try pitch.give(Self.edit(7, player: 2))
        try pitch.give(Self.edit(6, player: 4))
        #expect(cards(pitch) == "6 teamA 4 yellow, 7 teamA 2 yellow")
        // He was of Team A at the card, and is of Team B now.
        try pitch.give(Self.edit(6, player: 1))
        #expect(cards(pitch) == "6 teamA 1 yellow, 7 teamA 2 yellow")
        try pitch.give(Self.edit(6, player: 1, side: .teamB))
        #expect(cards(pitch) == "6 teamB 1 yellow, 7 teamA 2 yellow")
    }

    @Test("a second yellow card follows from the cards as amended")
    func secondYellow() throws {
        var pitch = try pitch(.card(.yellow, .teamA, 2), Self.edit(8, player: 1))
        #expect(cards(pitch) == "\(Self.asTold), 8 teamA 1 secondYellow")
        #expect(pitch.gather.isSentOff(1))
        #expect(pitch.refusal(of: .goal(.teamA, by: 1)) == .sentOff(id: 1))
        try pitch.give(.undo(number: 9))
        #expect(!pitch.gather.isSentOff(1))
        try pitch.give(Self.edit(6, player: 2))
        #expect(cards(pitch) == "6 teamA 2 yellow, 7 teamB - yellow, 8 teamA 2 secondYellow")
        try pitch.give(Self.edit(6, .time(.seconds(60))))
        #expect(!pitch.gather.isSentOff(2))
    }

    @Test("of two yellow cards the later one is the second, by their minutes as amended")
    func order() throws {
        var pitch = try pitch(.card(.yellow, .teamA, 1))
        pitch.wait(.seconds(120))
        #expect(cards(pitch) == "\(Self.asTold), 8 teamA 1 secondYellow")
        try pitch.give(Self.edit(6, minute: "6"))
        #expect(
            cards(pitch) == "6 teamA 1 secondYellow 6, 7 teamB - yellow, 8 teamA 1 yellow")
        try pitch.give(Self.edit(8, minute: "6"))
        try pitch.give(Self.edit(6, minute: "2"))
        #expect(
            cards(pitch) == "6 teamA 1 yellow 2, 7 teamB - yellow, 8 teamA 1 secondYellow 6")
    }

    @Test("a second yellow card by that name, and an amendment, need what they follow")
    func needed() throws {
        let pitch = try pitch(.card(.secondYellow, .teamA, 1))
        for command in [Self.edit(6, player: 2), Self.edit(6, .red)] {
            #expect(pitch.refusal(of: command) == .eventNeeded(by: 8))
        }
        #expect(pitch.refusal(of: Self.edit(8, player: 2)) == .notBooked(id: 2))
        #expect(pitch.refusal(of: Self.edit(8, player: 2, .red)) == nil)
        var other = try self.pitch(Self.edit(6, player: 2), .card(.secondYellow, .teamA, 2))
        #expect(other.refusal(of: .undo(number: 8)) == .eventNeeded(by: 9))
        try other.give(.undo(number: nil))
        try other.give(.undo(number: 8))
        #expect(cards(other) == Self.asTold)
        let third = try self.pitch(
            .card(.yellow, .teamA, 2), Self.edit(8, player: 1, .secondYellow))
        #expect(third.refusal(of: .undo(number: 6)) == .eventNeeded(by: 9))
    }

    @Test("a player who did something later cannot have been sent off, except with force")
    func sentOffBefore() throws {
        let red = Self.edit(6, .red)
        let rows: [(Command, Command, Int)] = [
            (.goal(.teamA, by: 1), red, 1), (.goal(.teamB, by: 1, own: true), red, 1),
            (.card(.yellow, .teamA, 1), red, 1), (.move(1, to: .teamB), red, 1),
            (.substitute(.teamB, off: 3, on: 4), Self.edit(7, player: 4, .red), 4),
            (.goal(.teamB, by: 3), Self.edit(7, player: 3, .red), 3),
            (.goal(.teamA, by: 1), Self.edit(7, player: 1), 1),
        ]
        for row in rows {
            for closing in [nil, Command.end] {
                var pitch = try pitch(row.0)
                if let closing { try pitch.give(closing) }
                #expect(pitch.refusal(of: row.1) == .sentOffBefore(id: row.2, event: 8))
                #expect(try pitch.give(row.1, isForced: true).count == 1)
                #expect(pitch.gather.isSentOff(row.2))
            }
        }
        // What was before it, or takes no part, is no matter.
        for command in [
            Command.goal(.teamA, by: 2), .move(1, to: .bench),
            .addToScore(.teamA, delta: 1, scorer: GivenScorer(id: 1), minute: MatchMinute("1")),
        ] {
            #expect(try pitch(command).refusal(of: red) == nil)
        }
        let goal = try pitch(.goal(.teamA, by: 1))
        #expect(goal.refusal(of: Self.edit(6, .red, minute: "4")) == nil)
        #expect(
            goal.refusal(of: Self.edit(6, .red, minute: "3"))
                == .sentOffBefore(id: 1, event: 8))
    }

    @Test("who was not sent off plays again, and then the amendment is needed")
    func sentOffNoLonger() throws {
        var pitch = try pitch(.card(.red, .teamA, 1))
        #expect(pitch.refusal(of: .goal(.teamA, by: 1)) == .sentOff(id: 1))
        try pitch.give(Self.edit(8, player: 2))
        #expect(pitch.refusal(of: .goal(.teamA, by: 2)) == .sentOff(id: 2))
        try pitch.give(.goal(.teamA, by: 1))
        #expect(pitch.refusal(of: .undo(number: 9)) == .eventNeeded(by: 10))
        #expect(pitch.refusal(of: Self.edit(8, player: 1)) == .sentOffBefore(id: 1, event: 10))
        try pitch.give(.undo(number: 10))
        try pitch.give(.undo(number: 9))
        #expect(pitch.gather.isSentOff(1))
    }

    @Test("a goal or card stands against a sending-off as it is known now")
    func sentOffBeforeAsKnown() throws {
        let red = Self.edit(6, .red)
        let changes: [Command] = [
            .addToScore(.teamA, delta: -1), .amendGoal(number: 8, scorer: nil),
            .amendGoal(number: 8, scorer: GivenScorer(id: 2)), .undo(number: 8),
        ]
        for change in changes {
            var pitch = try pitch(.goal(.teamA, by: 1))
            #expect(pitch.refusal(of: red) == .sentOffBefore(id: 1, event: 8))
            try pitch.give(change)
            #expect(pitch.refusal(of: red) == nil)
        }
        let named = Command.amendGoal(number: 8, scorer: GivenScorer(id: 1))
        var scored = try pitch(.goal(.teamA, by: 2), named)
        #expect(scored.refusal(of: red) == .sentOffBefore(id: 1, event: 8))
        try scored.give(.undo(number: 8))
        #expect(scored.refusal(of: red) == nil)
        let card = try pitch(.card(.yellow, .teamA, 1), Self.edit(8, player: 2))
        #expect(card.refusal(of: red) == nil)
        // A goal that was recorded before the card is later than its new minute.
        var moved = try pitch(.goal(.teamA, by: 2))
        moved.wait(.seconds(1))
        try moved.give(.card(.red, .teamA, 2))
        #expect(
            moved.refusal(of: Self.edit(9, minute: "1")) == .sentOffBefore(id: 2, event: 8))
        #expect(moved.refusal(of: Self.edit(9, minute: "4")) == nil)
    }

    @Test("a change of a goal is needed by a later card that sent its scorer off before the goal")
    func goalBeforeCard() throws {
        let changes: [Command] = [
            .amendGoal(number: 8, scorer: GivenScorer(id: 2)),
            .amendGoal(number: 8, scorer: nil), .addToScore(.teamA, delta: -1),
            .setScore(.teamA, 0),
        ]
        for change in changes {
            var pitch = try pitch(.goal(.teamA, by: 1))
            try pitch.give(change)
            pitch.wait(.seconds(10))
            #expect(pitch.refusal(of: .undo(number: 9)) == nil)
            try pitch.give(.card(.red, .teamA, 1, ago: .seconds(5)))
            #expect(pitch.refusal(of: .undo(number: 9)) == nil)
            try pitch.give(.undo(number: 10))
            try pitch.give(.card(.red, .teamA, 1, ago: .seconds(20)))
            #expect(pitch.refusal(of: .undo(number: 9)) == .eventNeeded(by: 12))
            try pitch.give(.undo(number: 12))
            #expect(pitch.refusal(of: .undo(number: 9)) == nil)
        }
        // The goal was that of a player who was off before the change, too.
        var forced = try pitch(.card(.red, .teamA, 1))
        try forced.give(.goal(.teamA, by: 1), isForced: true)
        try forced.give(.amendGoal(number: 9, scorer: nil))
        try forced.give(.goal(.teamB, by: 3))
        #expect(forced.refusal(of: .undo(number: 10)) == nil)
    }

    @Test("a move is before a card or after it as the card is known now")
    func sentOffBeforeMoves() throws {
        // It was recorded after the move, and dated back before it.
        let late = Command.card(.yellow, .teamB, 4, ago: .seconds(90))
        var pitch = try pitch(.substitute(.teamB, off: 3, on: 4))
        pitch.wait(.seconds(60))
        try pitch.give(late)
        #expect(pitch.refusal(of: Self.edit(9, .red)) == .sentOffBefore(id: 4, event: 8))
        var minute = try self.pitch(.substitute(.teamB, off: 3, on: 4))
        minute.wait(.seconds(1))
        try minute.give(.card(.red, .teamB, 4))
        #expect(
            minute.refusal(of: Self.edit(9, minute: "2")) == .sentOffBefore(id: 4, event: 8))
        try minute.give(.undo(number: 9))
        #expect(minute.refusal(of: Self.edit(6, player: 4, .red, minute: "4")) == nil)
        // The first card is no longer that of the player.
        var mixed = try self.pitch(
            .card(.yellow, .teamB, 3), .substitute(.teamB, off: 3, on: 4),
            .substitute(.teamB, off: 4, on: 3), Self.edit(8, player: 1))
        #expect(mixed.refusal(of: Self.edit(7, player: 3)) == nil)
        try mixed.give(.undo(number: 11))
        #expect(
            mixed.refusal(of: Self.edit(7, player: 3)) == .sentOffBefore(id: 3, event: 10))
        try mixed.give(Self.edit(8, player: 1))
        try mixed.give(Self.edit(7, player: 3))
        #expect(mixed.refusal(of: .undo(number: 13)) == .eventNeeded(by: 10))
    }

    @Test("an amendment is needed by a goal only while that counts, and for its present scorer")
    func neededByPresentScorer() throws {
        let changes: [Command] = [
            .addToScore(.teamA, delta: -1), .amendGoal(number: 10, scorer: nil),
        ]
        for change in changes {
            var pitch = try pitch(
                .card(.red, .teamA, 1), Self.edit(8, player: 2), .goal(.teamA, by: 1))
            #expect(pitch.refusal(of: .undo(number: 9)) == .eventNeeded(by: 10))
            try pitch.give(change)
            #expect(pitch.refusal(of: .undo(number: 9)) == nil)
        }
    }

    @Test("a card is not given to a player who was off by another one, except with force")
    func offAlready() throws {
        var pitch = try pitch(.card(.red, .teamA, 2), .card(.yellow, .teamA, 1))
        #expect(pitch.refusal(of: Self.edit(9, player: 2)) == .sentOff(id: 2))
        #expect(try pitch.give(Self.edit(9, player: 2), isForced: true).count == 1)
        // By its own card nobody was off, nor before another one.
        #expect(pitch.refusal(of: Self.edit(8, minute: "4")) == nil)
        #expect(pitch.refusal(of: Self.edit(7, player: 2)) == nil)
        try pitch.give(Self.edit(8, minute: "3"))
        #expect(pitch.refusal(of: Self.edit(6, player: 2, minute: "4")) == .sentOff(id: 2))
    }

    @Test("a time penalty is as long as amended, from the minute as amended")
    func penalty() throws {
        var pitch = try pitch(.card(.time(.seconds(120)), .teamA, 1))
        pitch.wait(.seconds(30))
        func left() -> [Duration] { pitch.gather.penalties(at: pitch.now).map(\.remaining) }
        #expect(left() == [.seconds(90)])
        try pitch.give(Self.edit(8, .time(.seconds(60))))
        #expect(left() == [.seconds(30)])
        try pitch.give(Self.edit(8, .time(.seconds(180)), minute: "3"))
        #expect(left() == [.seconds(90)])
        try pitch.give(Self.edit(8, .yellow))
        #expect(left() == [])
        try pitch.give(.undo(number: nil))
        #expect(left() == [.seconds(90)])
    }

    @Test("undoing a card takes its amendments along, and one of two stands without the other")
    func undone() throws {
        var pitch = try pitch(Self.edit(6, player: 2), Self.edit(6, .red, minute: "1"))
        try pitch.give(.undo(number: 8))
        #expect(cards(pitch) == "6 teamA 1 red 1, 7 teamB - yellow")
        try pitch.give(.undo(number: 6))
        #expect(cards(pitch) == "7 teamB - yellow")
        #expect(pitch.refusal(of: .undo(number: 9)) == .noSuchEvent(number: 9))
        try pitch.give(.redo)
        #expect(cards(pitch) == "6 teamA 1 red 1, 7 teamB - yellow")
    }

    @Test("the minute is one of a period that has begun, and moves with no clock")
    func periods() throws {
        let format = MatchFormat(named: "2x1-1")
        var pitch = try Pitch(
            .open(time: nil, teamAName: nil, teamBName: nil, format: format), .startNow)
        pitch.wait(.seconds(70))
        try pitch.give(.card(.yellow, .teamA))
        let number = pitch.gather.revision
        #expect(pitch.gather.card(number)?.time.minute?.description == "1+1")
        #expect(pitch.refusal(of: Self.edit(number, minute: "2")) != nil)
        try pitch.give(.whistle(.end))
        try pitch.give(Self.edit(number, minute: "1"))
        #expect(pitch.gather.card(number)?.time.minute?.description == "1")
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(10))
        try pitch.give(Self.edit(number, minute: "2"))
        #expect(pitch.gather.card(number)?.time.minute?.description == "2")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }
}
