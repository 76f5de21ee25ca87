import GatherCore
import Testing

/// Cards: events 1 to 5 are the opening, the sides, the bench and the start.
struct CardTests {
    private func pitch(_ commands: Command...) throws -> Pitch {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow)
        for command in commands { try pitch.give(command) }
        return pitch
    }

    /// The cards that stand, such as `1 yellow`.
    private func shown(_ pitch: Pitch) -> String {
        pitch.gather.cards.map { card in
            "\(card.player.map { "\($0.id)" } ?? "-") \(card.kind)"
        }.joined(separator: ", ")
    }

    /// The time left of the penalties, in seconds.
    private func left(_ pitch: Pitch) -> [Duration] {
        pitch.gather.penalties(at: pitch.now).map(\.remaining)
    }

    @Test("a second yellow card sends off, and is a first one again once that is taken back")
    func secondYellow() throws {
        var pitch = try pitch(.card(.yellow, .teamA, 1), .card(.yellow, .teamA, 2))
        #expect(!pitch.gather.isSentOff(1))
        try pitch.give(.card(.yellow, .teamA, 1))
        #expect(shown(pitch) == "1 yellow, 2 yellow, 1 secondYellow")
        #expect(pitch.gather.isSentOff(1))
        #expect(!pitch.gather.isSentOff(2))
        try pitch.give(.undo(number: 6))
        #expect(shown(pitch) == "2 yellow, 1 yellow")
        #expect(!pitch.gather.isSentOff(1))
        try pitch.give(.redo)
        #expect(pitch.gather.isSentOff(1))
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("the later of two yellow cards is the second, whichever was recorded first")
    func datedBefore() throws {
        var pitch = try pitch()
        pitch.wait(.seconds(60))
        try pitch.give(.card(.yellow, .teamA, 1))
        pitch.wait(.seconds(10))
        try pitch.give(.card(.yellow, .teamA, 1, ago: .seconds(30)))
        #expect(shown(pitch) == "1 secondYellow, 1 yellow")
        func goal(ago: Duration) -> Command {
            .addToScore(.teamA, delta: 1, scorer: GivenScorer(id: 1), ago: ago)
        }
        #expect(pitch.refusal(of: goal(ago: .seconds(20))) == nil)
        #expect(pitch.refusal(of: goal(ago: .seconds(9))) == .sentOff(id: 1))
        try pitch.give(.undo(number: nil))
        #expect(shown(pitch) == "1 yellow")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("a second yellow card by that name needs a first one")
    func needsYellow() throws {
        var pitch = try pitch()
        #expect(pitch.refusal(of: .card(.secondYellow, .teamA, 1)) == .notBooked(id: 1))
        #expect(pitch.refusal(of: .card(.secondYellow, .teamA)) == .notBooked(id: nil))
        try pitch.give(.card(.time(.seconds(60)), .teamA, 1))
        #expect(pitch.refusal(of: .card(.secondYellow, .teamA, 1)) == .notBooked(id: 1))
        try pitch.give(.card(.yellow, .teamA, 1))
        try pitch.give(.card(.secondYellow, .teamA, 1))
        #expect(pitch.gather.isSentOff(1))
        #expect(pitch.refusal(of: .undo(number: 7)) == .eventNeeded(by: 8))
    }

    @Test("a card without a player is of its side, and two of them send nobody off")
    func nobody() throws {
        let pitch = try pitch(.card(.yellow, .teamB), .card(.yellow, .teamB), .card(.red, .teamB))
        #expect(shown(pitch) == "- yellow, - yellow, - red")
        #expect(pitch.gather.cards.map(\.side) == [.teamB, .teamB, .teamB])
    }

    @Test("a card is for a player of the side, also for one who was substituted")
    func whose() throws {
        var pitch = try pitch()
        for (id, refusal) in [
            (3, Refusal.notOnTeam(id: 3, .teamA)), (4, .notOnTeam(id: 4, .teamA)),
            (99, .noSuchPlayer(id: 99)),
        ] {
            #expect(pitch.refusal(of: .card(.red, .teamA, id)) == refusal)
        }
        try pitch.give(.substitute(.teamA, off: 1, on: 4))
        try pitch.give(.card(.yellow, .teamA, 1))
        try pitch.give(.card(.yellow, .teamA, 4))
        #expect(shown(pitch) == "1 yellow, 4 yellow")
        #expect(pitch.refusal(of: .card(.yellow, .teamB, 1)) == .notOnTeam(id: 1, .teamB))
        // The substitution is needed by the card of the one who came on.
        #expect(pitch.refusal(of: .undo(number: 6)) == .eventNeeded(by: 8))
    }

    @Test("a card that is dated back has the minute of then, as far back as the match")
    func datedBack() throws {
        var pitch = try pitch()
        pitch.wait(.seconds(60))
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(30))
        try pitch.give(.card(.yellow, .teamA, 1, ago: .seconds(40)))
        try pitch.give(.card(.yellow, .teamA, 2))
        #expect(pitch.gather.cards.map(\.time.played) == [.seconds(50), .seconds(60)])
        guard
            case .beforeMatch(limit: .seconds(90), _) = pitch.refusal(
                of: .card(.red, .teamA, ago: .seconds(91)))
        else {
            Issue.record("it is dated before the match")
            return
        }
    }

    @Test("a card needs an open match")
    func noMatch() throws {
        #expect(try Pitch().refusal(of: .card(.red, .teamA)) == .noGather(endedAgo: nil))
        var pitch = try pitch()
        try pitch.give(.end)
        #expect(pitch.refusal(of: .card(.red, .teamA)) == .noGather(endedAgo: .zero))
    }

    @Test("a match has no more cards than its limit")
    func limit() throws {
        var pitch = try pitch()
        for _ in 1...Limits.cards { try pitch.give(.card(.yellow, .teamA)) }
        #expect(
            pitch.refusal(of: .card(.red, .teamA)) == .tooManyCards(maximum: Limits.cards))
        try pitch.give(.undo(number: 6))
        try pitch.give(.card(.red, .teamA))
        pitch.record([.cardShown(Card(.red, to: .teamA, nil))])
        #expect(pitch.gather.cards.count == Limits.cards)
    }

    // MARK: - Time penalties

    @Test("a time penalty lasts as long as the countdown runs, and stands while that does")
    func penalty() throws {
        var pitch = try pitch(.card(.time(.seconds(120)), .teamA, 1))
        #expect(left(pitch) == [.seconds(120)])
        pitch.wait(.seconds(50))
        try pitch.give(.pauseNow)
        pitch.wait(.seconds(500))
        #expect(left(pitch) == [.seconds(70)])
        try pitch.give(.resumeNow)
        pitch.wait(.seconds(69))
        #expect(left(pitch) == [.seconds(1)])
        pitch.wait(.seconds(1))
        #expect(left(pitch) == [])
        #expect(!pitch.gather.isSentOff(1))
    }

    @Test("several penalties run at once, and one that is taken back does not")
    func penalties() throws {
        var pitch = try pitch(.card(.time(.seconds(120)), .teamA, 1))
        pitch.wait(.seconds(30))
        try pitch.give(.card(.time(.seconds(60)), .teamB, ago: .seconds(10)))
        #expect(left(pitch) == [.seconds(90), .seconds(50)])
        try pitch.give(.undo(number: 6))
        #expect(left(pitch) == [.seconds(50)])
        try pitch.give(.redo)
        #expect(left(pitch) == [.seconds(90), .seconds(50)])
        try pitch.give(.end)
        #expect(left(pitch) == [])
    }

    @Test("a pause that is taken back has let a penalty run")
    func undonePause() throws {
        var pitch = try pitch(.card(.time(.seconds(120)), .teamA, 1), .pauseNow)
        pitch.wait(.seconds(20))
        #expect(left(pitch) == [.seconds(120)])
        try pitch.give(.undo(number: nil))
        #expect(left(pitch) == [.seconds(100)])
    }

    @Test("a penalty goes on through a reboot as the countdown does")
    func reboot() throws {
        var pitch = try pitch(.card(.time(.seconds(120)), .teamA, 1))
        pitch.reboot(for: .seconds(40))
        pitch.recordClockEvents()
        #expect(left(pitch) == [.seconds(80)])
        try pitch.give(.cancel)
        #expect(left(pitch) == [.seconds(80)])
    }

    @Test("a penalty runs on in added time, stands in the break, and goes on after it")
    func penaltyOverBreak() throws {
        let format = try #require(MatchFormat(named: "2x1-1"))
        var pitch = try Pitch(
            .open(in: format), .move(1, to: .teamA), .move(3, to: .teamB), .whistle(.next))
        pitch.wait(.seconds(30))
        try pitch.give(.card(.time(.seconds(120)), .teamA, 1))
        pitch.wait(.seconds(30))
        #expect(left(pitch) == [.seconds(90)])
        pitch.wait(.seconds(30))
        #expect(left(pitch) == [.seconds(60)])
        try pitch.give(.whistle(.end))
        // The break is over after a minute, and nobody has whistled.
        for _ in 1...2 {
            pitch.wait(.seconds(45))
            #expect(left(pitch) == [.seconds(60)])
        }
        try pitch.give(.whistle(.begin))
        pitch.wait(.seconds(59))
        #expect(left(pitch) == [.seconds(1)])
        pitch.wait(.seconds(1))
        #expect(left(pitch) == [])
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    // MARK: - Sent off

    @Test("a player who was sent off does not score, also no own goal, but with force")
    func scoring() throws {
        var pitch = try pitch()
        pitch.wait(.seconds(60))
        try pitch.give(.card(.red, .teamA, 1))
        pitch.wait(.seconds(20))
        let goals = [Command.goal(.teamA, by: 1), .goal(.teamB, by: 1, own: true)]
        for goal in goals {
            #expect(pitch.refusal(of: goal) == .sentOff(id: 1))
            #expect(try pitch.give(goal, isForced: true).count == 1)
        }
        try pitch.give(.goal(.teamA, by: 2))
        #expect(pitch.gather.score.scoreDescription == "2-1")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("a goal before the sending-off counts, told late or amended")
    func earlierGoal() throws {
        var pitch = try pitch()
        pitch.wait(.seconds(60))
        try pitch.give(.goal(.teamA))
        pitch.wait(.seconds(10))
        try pitch.give(.card(.red, .teamA, 1, ago: .seconds(5)))
        pitch.wait(.seconds(10))
        try pitch.give(.goal(.teamA))
        func goal(ago: Duration) -> Command {
            .addToScore(.teamA, delta: 1, scorer: GivenScorer(id: 1), ago: ago)
        }
        #expect(pitch.refusal(of: goal(ago: .seconds(14))) == .sentOff(id: 1))
        #expect(pitch.refusal(of: goal(ago: .seconds(16))) == nil)
        #expect(pitch.refusal(of: .amendGoal(number: 6, scorer: GivenScorer(id: 1))) == nil)
        let later = Command.amendGoal(number: 8, scorer: GivenScorer(id: 1))
        #expect(pitch.refusal(of: later) == .sentOff(id: 1))
        try pitch.give(.end)
        #expect(pitch.refusal(of: later) == .sentOff(id: 1))
        #expect(try pitch.give(later, isForced: true).count == 1)
    }

    @Test("dated back, it sends nobody off before something that they did, but with force")
    func datedBeforeOthers() throws {
        func red(ago: Duration) -> Command { .card(.red, .teamA, 1, ago: ago) }
        for command in [
            Command.goal(.teamA, by: 1), .goal(.teamB, by: 1, own: true), .card(.yellow, .teamA, 1),
        ] {
            var pitch = try pitch()
            pitch.wait(.seconds(60))
            try pitch.give(command)
            pitch.wait(.seconds(10))
            #expect(pitch.refusal(of: red(ago: .seconds(20))) == .sentOffBefore(id: 1, event: 6))
            #expect(pitch.refusal(of: red(ago: .seconds(5))) == nil)
            try pitch.give(red(ago: .seconds(20)), isForced: true)
            #expect(pitch.gather.isSentOff(1))
        }
        var back = try pitch(.substitute(.teamA, off: 1, on: 4))
        back.wait(.seconds(10))
        try back.give(.substitute(.teamA, off: 4, on: 1))
        back.wait(.seconds(10))
        #expect(back.refusal(of: red(ago: .seconds(15))) == .sentOffBefore(id: 1, event: 7))
        #expect(back.refusal(of: red(ago: .seconds(5))) == nil)
        // The card that was recorded first would be the second.
        var booked = try pitch()
        booked.wait(.seconds(60))
        try booked.give(.card(.yellow, .teamA, 1))
        booked.wait(.seconds(10))
        try booked.give(.goal(.teamA, by: 1))
        func yellow(ago: Duration) -> Command { .card(.yellow, .teamA, 1, ago: ago) }
        #expect(booked.refusal(of: yellow(ago: .seconds(30))) == .sentOffBefore(id: 1, event: 7))
        try booked.give(.addToScore(.teamA, delta: -1))
        #expect(booked.refusal(of: yellow(ago: .seconds(30))) == nil)
    }

    @Test("a player who was sent off stays where they are, and comes to no side, but with force")
    func moving() throws {
        var pitch = try pitch(.card(.red, .teamA, 1))
        #expect(pitch.gather.lineup.section(of: 1) == .teamA)
        for command in [
            Command.move(1, to: .teamB), .swapPlayers(1, 3), .card(.yellow, .teamA, 1),
        ] {
            #expect(pitch.refusal(of: command) == .sentOff(id: 1))
        }
        // Whoever is there already is not brought back.
        #expect(pitch.refusal(of: .move(1, 4, to: .teamA)) == nil)
        try pitch.give(.swapPlayers(1, 4))
        #expect(pitch.gather.lineup.section(of: 1) == .bench)
        for command in [
            Command.move(1, to: .teamA), .swapPlayers(1, 2), .substitute(.teamB, off: 3, on: 1),
            .drawTeams(nil, seed: 1, again: false),
        ] {
            #expect(pitch.refusal(of: command) == .sentOff(id: 1))
            var forced = pitch
            let events = try forced.give(command, isForced: true)
            #expect(!events.isEmpty)
        }
        try pitch.give(.undo(number: 6))
        #expect(pitch.refusal(of: .move(1, to: .teamA)) == nil)
    }

    @Test("a sending-off is over with its match")
    func nextMatch() throws {
        var pitch = try pitch(.card(.red, .teamA, 1), .end)
        try pitch.give(.openNow)
        #expect(pitch.gather.cards == [])
        try pitch.give(.move(1, to: .teamA))
        try pitch.give(.goal(.teamA, by: 1))
    }

    @Test("a new match opens with a player who was sent off in the last one")
    func opening() throws {
        var pitch = try pitch(.card(.red, .teamA, 1), .end)
        try pitch.give(.move(1, to: .teamB))
        #expect(pitch.gather.lineup.section(of: 1) == .teamB)
    }
}
