import GatherCore
import Testing

/// Undo of one command while the later ones stay: the result has to be as if it was never given.
///
/// That works because an event holds the request, and the fold over the events its effect.
struct AsIfNeverGivenTests {
    /// Returns the IDs of the players on the bench, on Team A and on Team B, such as `3 | 1 | 2`.
    private func shown(_ pitch: Pitch) -> String {
        TeamSection.allCases.map { section in
            pitch.gather.lineup[section].map { "\($0.id)" }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    /// The cards without their numbers, and how long the penalties last.
    private func cards(_ pitch: Pitch) -> String {
        let cards = pitch.gather.cards.map {
            "\($0.side) \($0.player?.id ?? 0) \($0.kind) \($0.time.played)"
        }
        let penalties = pitch.gather.penalties(at: pitch.now).map { "\($0.remaining)" }
        return (cards + penalties).joined(separator: ", ")
    }

    /// The fouls, and the time-outs without their numbers.
    private func stoppages(_ gather: Gather, _ now: Moment) -> String {
        let fouls = Side.allCases.map { gather.fouls(of: $0) }
        let left = Side.allCases.map { gather.timeOutsLeft(of: $0) ?? -1 }
        let present = gather.timeOut(at: now).map { "\($0.remaining(at: now))" } ?? "-"
        return "\(fouls) \(left) \(present) \(gather.allowance)"
    }

    private func names(_ pitch: Pitch) -> [String] { Side.allCases.map(pitch.gather.name) }

    @Test("a player who was moved once more with others stays where that put everybody")
    func moves() throws {
        var pitch = try Pitch(
            .openNow, .move(1, to: .teamA), .move(1, to: .bench), .move(1, 2, to: .bench))
        try pitch.give(.undo(number: 3))
        #expect(shown(pitch) == "1 2 |  | ")
        try pitch.give(.undo(number: nil))
        #expect(shown(pitch) == " | 1 | ")
        var out = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(1, to: nil), .move(1, 2, to: nil))
        try out.give(.undo(number: 3))
        #expect(shown(out) == " |  | ")
    }

    @Test("each side has the name that it was given last, and its first one where none is left")
    func sideNames() throws {
        let (reds, blues) = (
            Command.nameTeams(teamAName: "Reds", teamBName: nil),
            Command.nameTeams(teamAName: nil, teamBName: "Blues")
        )
        var pitch = try Pitch(.openNow, reds, blues)
        try pitch.give(.undo(number: 2))
        #expect(names(pitch) == ["Team A", "Blues"])
        try pitch.give(.redo)
        try pitch.give(.undo(number: 3))
        #expect(names(pitch) == ["Reds", "Team B"])
        var both = try Pitch(.openNow, reds, .nameTeams(teamAName: "Reds", teamBName: "Blues"))
        try both.give(.undo(number: 2))
        #expect(names(both) == ["Reds", "Blues"])
    }

    @Test("whoever is in a gather leaves it when it is cleared, also who was not in it then")
    func clearing() throws {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(1, to: nil), .clearTeams)
        try pitch.give(.undo(number: 3))
        #expect(shown(pitch) == " |  | ")
        #expect(pitch.gather.moved(by: pitch.gather.log[3]).map(\.id) == [1, 2])
    }

    @Test("a draw of all in the gather is not taken for one of others, and is named instead")
    func draw() throws {
        let all = Command.drawTeams(nil, seed: 5, again: false)
        var pitch = try Pitch(.openNow, .move(1, 2, to: .bench), .move(3, 4, to: .bench), all)
        #expect(pitch.refusal(of: .undo(number: 3)) == .eventNeeded(by: 4))
        try pitch.give(.undo(number: 4))
        try pitch.give(.undo(number: 3))
        #expect(shown(pitch) == "1 2 |  | ")
        // Where they were in another section, it is the same draw.
        var moved = try Pitch(.openNow, .move(1, 2, to: .bench), .move(1, to: .teamB), all)
        let drawn = shown(moved)
        try moved.give(.undo(number: 3))
        #expect(shown(moved) == drawn)
    }

    @Test("a swap needs what put the two where they were")
    func swap() throws {
        var pitch = try Pitch(
            .openNow, .move(1, 2, 3, to: .teamA), .move(4, 5, 6, to: .teamB), .move(1, to: .bench),
            .swapPlayers(1, 4))
        #expect(shown(pitch) == "4 | 2 3 | 5 6 1")
        for number in [3, 4] {
            #expect(pitch.refusal(of: .undo(number: number)) == .eventNeeded(by: 5))
        }
        #expect(pitch.refusal(of: .undo(number: 2)) == nil)
        try pitch.give(.undo(number: 6))
        try pitch.give(.undo(number: 4))
        #expect(shown(pitch) == " | 1 2 3 | 4 5 6")
    }

    @Test("an adjustment that is to set the clock going does, without the start before it")
    func adjustment() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(10))
        try pitch.give(.adjust(30, start: true))
        pitch.wait(.seconds(10))
        try pitch.give(.undo(number: 2))
        #expect(pitch.countdown == "running 10:20")
        #expect(Gather(replaying: pitch.gather.log) == pitch.gather)
    }

    @Test("a resumption needs the pause, also where the time would have run out meanwhile")
    func resumption() throws {
        var pitch = try Pitch(.openNow, .startNow)
        pitch.wait(.seconds(599))
        try pitch.give(.pause(ago: .zero))
        pitch.wait(.seconds(10))
        try pitch.give(.adjust(60, start: false))
        try pitch.give(.resume(ago: .zero))
        #expect(pitch.refusal(of: .undo(number: 3)) == .eventNeeded(by: 5))
    }

    @Test("a move for which there is no room without another one names that")
    func room() throws {
        var pitch = try Pitch(.openNow)
        pitch.squad = Squad((1...101).map { .init(id: $0, profile: .named("P\($0)")) })
        try pitch.give(.movePlayers(Array(1...100), to: .bench))
        try pitch.give(.move(1, to: nil))
        try pitch.give(.move(101, to: .bench))
        #expect(pitch.refusal(of: .undo(number: 3)) == .eventNeeded(by: 4))
    }

    /// Returns true if two courses are the same but for the numbers of the kicks.
    private func isSame(_ one: PeriodCourse?, _ other: PeriodCourse?) -> Bool {
        guard let one, let other, let kicks = one.kicks else { return one == other }
        return one.format == other.format && one.index == other.index && one.stage == other.stage
            && one.hasExtraTime == other.hasExtraTime
            && kicks.taken.map(\.kick) == other.kicks?.taken.map(\.kick)
    }

    /// A match that has opened, or whose only period is over at a draw.
    private func pitch(isDrawn: Bool) throws -> Pitch {
        guard isDrawn else { return try Pitch(.openNow) }
        let format = try #require(MatchFormat(named: "1x0:10"))
        return try Pitch(
            .open(time: nil, teamAName: nil, teamBName: nil, format: format), .whistle(.begin),
            .whistle(.end))
    }

    @Test("it is as if it had never been given, of random commands", arguments: CoreLawTests.seeds)
    func model(seed: UInt64) throws {
        var commands = RandomCommands(seed: seed)
        var taken = 0
        for script in 1...300 {
            let isDrawn = CoreLawTests.kept.contains(seed) && script.isMultiple(of: 4)
            var pitch = try self.pitch(isDrawn: isDrawn)
            var given: [(command: Command, step: Int, at: Moment)] = []
            while given.count < 8 {
                pitch.wait(.milliseconds(Int.random(in: 0...20_000, using: &commands.random)))
                let isExtending = isDrawn && commands.once(in: 2)
                let command = isExtending ? commands.afterDraw() : commands.command()
                guard command.isOfPlay else { continue }
                let step = pitch.gather.revision + 1
                let events = (try? pitch.give(command)) ?? []
                if !events.isEmpty { given.append((command, step, pitch.now)) }
            }
            for one in given where pitch.refusal(of: .undo(number: one.step)) == nil {
                taken += 1
                var undone = pitch
                try undone.give(.undo(number: one.step))
                var other = try self.pitch(isDrawn: isDrawn)
                for kept in given where kept.step != one.step {
                    other.now = kept.at
                    _ = try? other.give(kept.command)
                }
                other.now = undone.now
                // It is made where it is needed: to describe commands takes longer than to give
                // them.
                var what: String { "seed \(seed), script \(script): \(one.command) of \(given)" }
                try #require(shown(undone) == shown(other), "\(what)")
                try #require(names(undone) == names(other), "\(what)")
                try #require(undone.gather.score == other.gather.score, "\(what)")
                try #require(cards(undone) == cards(other), "\(what)")
                try #require(undone.gather.goals == other.gather.goals, "\(what)")
                // Only one of them may have seen a break end.
                let (one, two) = (
                    undone.gather.settled(at: undone.now), other.gather.settled(at: other.now)
                )
                let state = one.timer.state(at: undone.now)
                try #require(state == two.timer.state(at: other.now), "\(what)")
                let isSameCourse = isSame(one.course, two.course)
                try #require(isSameCourse, "\(what)")
                try #require(stoppages(one, undone.now) == stoppages(two, other.now), "\(what)")
            }
        }
        #expect(taken > 400, "seed \(seed)")
    }
}

extension Command {
    /// True if it is about an open gather, and not about chance or another command, which has
    /// another number without those before it: a swap goes by where the players were when it was
    /// given.
    fileprivate var isOfPlay: Bool {
        switch self {
        case .open, .swapPlayers, .amendGoal, .amendCard, .undo, .redo, .reopen, .end, .discard:
            false
        case .drawTeams(_, seed: _, let again): !again
        // It goes by the commands before it, also by when they were given.
        case .whistle(.next, _, _): false
        default: true
        }
    }
}
