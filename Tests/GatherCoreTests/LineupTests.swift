import GatherCore
import Testing

/// Rules 2 to 4 of "Players and teams".
struct LineupTests {
    /// Who stands where, by number, such as `3 | 1 | 2`: bench, Team A, Team B.
    private func shown(_ pitch: Pitch) -> String {
        TeamSection.allCases.map { section in
            pitch.gather.lineup[section].map { "\($0.id)" }.joined(separator: " ")
        }.joined(separator: " | ")
    }

    @Test("players go to the bench, to a side, and out, in the order in which they came")
    func moving() throws {
        var pitch = try Pitch(.openNow, .move(3, 1, 2, to: .bench))
        #expect(shown(pitch) == "3 1 2 |  | ")
        try pitch.give(.move(2, 3, to: .teamA))
        #expect(shown(pitch) == "1 | 2 3 | ")
        try pitch.give(.move(1, 3, to: .teamB))
        #expect(shown(pitch) == " | 2 | 1 3")
        try pitch.give(.move(2, 4, to: .bench))
        try pitch.give(.move(1, to: nil))
        #expect(shown(pitch) == "2 4 |  | 3")
        #expect(pitch.gather.lineup.player(4)?.name == "Player 4")
    }

    @Test("a move that changes nothing leaves no event, and one that changes a part has it all")
    func unchanged() throws {
        var pitch = try Pitch(.openNow, .move(1, 2, to: .teamA))
        #expect(try pitch.give(.move(2, 1, 2, to: .teamA)) == [])
        #expect(try pitch.give(.move(9, to: nil)) == [])
        let events = try pitch.give(.move(1, 3, 3, to: .teamA))
        let players = try [1, 3].map { try #require(pitch.squad.player($0)) }
        #expect(events == [.playersMoved(players, to: .teamA)])
        let last = try #require(pitch.gather.log.last)
        #expect(pitch.gather.moved(by: last).map(\.id) == [3])
        try pitch.give(.clearTeams)
        #expect(shown(pitch) == " |  | ")
        #expect(try pitch.give(.clearTeams) == [])
    }

    @Test("a change of the squad is taken over when the player is moved or named again")
    func renewed() throws {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench),
            .startNow)
        func names() -> [String] { pitch.gather.lineup.everybody.map(\.name) }
        let before = names()
        #expect(before == ["Player 4", "Player 1", "Player 2", "Player 3"])
        for (id, name) in [(1, "Ada"), (3, "Cy"), (4, "Di")] {
            pitch.squad.put(.init(id: id, profile: .named(name)))
        }
        #expect(names() == before)
        try pitch.give(.move(1, 2, to: .teamA))
        #expect(names() == ["Player 4", "Ada", "Player 2", "Player 3"])
        #expect(try pitch.give(.move(1, 2, to: .teamA)) == [])
        #expect(shown(pitch) == "4 | 1 2 | 3")
        try pitch.give(.undo(number: nil))
        #expect(names() == before)
        try pitch.give(.redo)
        try pitch.give(.card(.yellow, .teamB, 3))
        #expect(names() == ["Player 4", "Ada", "Player 2", "Cy"])
        try pitch.give(.undo(number: nil))
        try pitch.give(.goal(.teamB, by: 3))
        let goal = pitch.gather.revision
        #expect(names() == ["Player 4", "Ada", "Player 2", "Cy"])
        #expect(try pitch.give(.move(4, to: nil)).count == 1)
        #expect(try pitch.give(.move(4, to: nil)) == [])
        try pitch.give(.end)
        pitch.squad.put(.init(id: 2, profile: .named("Bo")))
        try pitch.give(.amendGoal(number: goal, scorer: GivenScorer(id: 2, isOwnGoal: true)))
        #expect(names() == ["Ada", "Bo", "Cy"])
    }

    @Test("a correction that names the same player takes the change over, and never back")
    func renewedByACorrection() throws {
        var pitch = try Pitch(.openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .startNow)
        try pitch.give(.goal(.teamA, by: 1))
        let goal = pitch.gather.revision
        try pitch.give(.card(.yellow, .teamB, 3))
        let card = pitch.gather.revision
        let same: [Command] = [
            .amendGoal(number: goal, scorer: GivenScorer(id: 1, isOwnGoal: false)),
            .amendCard(number: card, CardChange(player: 3)),
        ]
        for command in same { #expect(try pitch.give(command) == []) }
        for (id, name) in [(1, "Ada"), (3, "Cy")] {
            pitch.squad.put(.init(id: id, profile: .named(name)))
        }
        try pitch.give(.move(1, 2, to: .teamA))
        try pitch.give(.move(3, to: .teamB))
        for command in same {
            #expect(try pitch.give(command).count == 1)
            #expect(try pitch.give(command) == [])
        }
        #expect(pitch.gather.goal(goal)?.named?.scorer.name == "Ada")
        #expect(pitch.gather.card(card)?.player?.name == "Cy")
        #expect(pitch.gather.lineup.everybody.map(\.name) == ["Ada", "Player 2", "Cy"])
    }

    @Test("a player who was sent off stays, and the change is taken over")
    func renewedAfterARedCard() throws {
        var pitch = try Pitch(.openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .startNow)
        try pitch.give(.card(.red, .teamA, 1))
        pitch.squad.put(.init(id: 1, profile: .named("Ada")))
        try pitch.give(.move(1, to: .teamA))
        #expect(pitch.gather.lineup.teamA.map(\.name) == ["Ada", "Player 2"])
        #expect(pitch.refusal(of: .goal(.teamA, by: 1)) == .sentOff(id: 1))
    }

    @Test("two players are exchanged, wherever they are in the match")
    func swapped() throws {
        var pitch = try Pitch(
            .openNow, .move(1, 2, to: .teamA), .move(3, to: .teamB), .move(4, to: .bench))
        try pitch.give(.swapPlayers(1, 3))
        #expect(shown(pitch) == "4 | 2 3 | 1")
        try pitch.give(.swapPlayers(4, 1))
        #expect(shown(pitch) == "1 | 2 3 | 4")
        #expect(try pitch.give(.swapPlayers(2, 3)) == [], "both are on Team A")
        #expect(pitch.refusal(of: .swapPlayers(1, 5)) == .notInGather(id: 5))
        #expect(pitch.refusal(of: .swapPlayers(31, 1)) == .noSuchPlayer(id: 31))
        try pitch.give(.undo(number: nil))
        try pitch.give(.undo(number: nil))
        #expect(shown(pitch) == "4 | 1 2 | 3")
        try pitch.give(.end)
        #expect(pitch.refusal(of: .swapPlayers(1, 3)) == .noGather(endedAgo: .zero))
    }

    @Test("who is not of the squad is refused, and nobody is moved")
    func unknown() throws {
        var pitch = try Pitch(.openNow)
        #expect(pitch.refusal(of: .move(1, 31, to: .teamA)) == .noSuchPlayer(id: 31))
        pitch.squad.remove(5)
        #expect(pitch.refusal(of: .move(5, to: .bench)) == .noSuchPlayer(id: 5))
        #expect(shown(pitch) == " |  | ")
    }

    @Test("a gather has at most 100 players")
    func most() throws {
        var pitch = try Pitch(.openNow)
        pitch.squad = Squad((1...101).map { .init(id: $0, profile: .named("P\($0)")) })
        try pitch.give(.movePlayers(Array(1...100), to: .bench))
        #expect(pitch.refusal(of: .move(101, to: .teamA)) == .tooManyPlayers(maximum: 100))
        #expect(pitch.refusal(of: .move(1, to: .teamA)) == nil)
        let drawn = Command.drawTeams([1, 101], seed: 1, again: false)
        #expect(pitch.refusal(of: drawn) == .tooManyPlayers(maximum: 100))
        let chosen = ChosenPlayers(teamA: Array(1...50), teamB: Array(51...101))
        let opening = Command.open(
            time: nil, teamAName: nil, teamBName: nil, players: chosen)
        try pitch.give(.discard)
        #expect(pitch.refusal(of: opening) == .tooManyPlayers(maximum: 100))
    }

    @Test("a gather with players starts once both sides have one, and one without as before")
    func starting() throws {
        var pitch = try Pitch(.openNow, .startNow, .cancel, .move(1, 2, to: .bench))
        for command in [Command.startNow, .toggleNow, .adjust(60, start: true)] {
            #expect(pitch.refusal(of: command) == .teamWithoutPlayers(.teamA))
        }
        try pitch.give(.move(1, to: .teamA))
        #expect(pitch.refusal(of: .startNow) == .teamWithoutPlayers(.teamB))
        try pitch.give(.move(2, to: .teamB))
        try pitch.give(.startNow)
        #expect(pitch.countdown == "running 10:00")
    }

    @Test("a match that has begun goes on, wherever its players are moved")
    func goingOn() throws {
        var pitch = try Pitch(
            .openNow, .move(1, to: .teamA), .move(2, to: .teamB), .startNow, .pauseNow)
        try pitch.give(.move(2, to: .bench))
        try pitch.give(.resumeNow)
        #expect(pitch.countdown == "running 10:00")
        try pitch.give(.cancel)
        #expect(pitch.refusal(of: .startNow) == .teamWithoutPlayers(.teamB))
    }

    @Test("players are moved until the end, and not after it")
    func until() throws {
        var pitch = try Pitch(.openNow, .move(1, to: .teamA), .move(2, to: .teamB), .startNow)
        try pitch.give(.move(3, to: .teamB))
        try pitch.give(.end)
        #expect(pitch.refusal(of: .clearTeams) == .noGather(endedAgo: .zero))
        #expect(pitch.refusal(of: .move(3, to: nil)) == .noGather(endedAgo: .zero))
        #expect(shown(pitch) == " | 1 | 2 3")
    }

    @Test("where no gather is open, choosing, naming and drawing open one, in one command")
    func opening() throws {
        let commands: [Command] = [
            .move(1, 2, to: .bench), .nameTeams(teamAName: "Reds", teamBName: nil),
            .drawTeams([1, 2], seed: 3, again: false),
        ]
        for command in commands {
            var pitch = try Pitch(command)
            #expect(pitch.gather.phase == .open)
            #expect(pitch.gather.lastStep.count == pitch.gather.revision)
            try pitch.give(.undo(number: nil))
            #expect(pitch.gather.phase == .unopened)
        }
        let pitch = try Pitch()
        #expect(pitch.refusal(of: .clearTeams) == .noGather(endedAgo: nil))
        #expect(pitch.refusal(of: .move(1, to: nil)) == .noGather(endedAgo: nil))
        let draw = Command.drawTeams(nil, seed: 1, again: false)
        #expect(pitch.refusal(of: draw) == .noGather(endedAgo: nil))
        #expect(pitch.refusal(of: .move(31, to: .bench)) == .noSuchPlayer(id: 31))
    }

    @Test("a gather opens with players on its sides, and that is one command")
    func openingWithPlayers() throws {
        let opening = Command.open(
            time: nil, teamAName: "Reds", teamBName: nil,
            players: ChosenPlayers(teamA: [4, 2], teamB: [1]))
        var pitch = try Pitch(opening)
        #expect(shown(pitch) == " | 4 2 | 1")
        #expect(pitch.gather.lastStep.count == 3)
        try pitch.give(.undo(number: 2))
        #expect(pitch.gather.phase == .unopened)
    }

    @Test("sides are named, each by itself, under the rules of a name")
    func naming() throws {
        var pitch = try Pitch(.openNow)
        try pitch.give(.nameTeams(teamAName: " Reds ", teamBName: nil))
        #expect(pitch.gather.name(of: .teamA) == "Reds")
        #expect(pitch.gather.name(of: .teamB) == "Team B")
        #expect(try pitch.give(.nameTeams(teamAName: "Reds", teamBName: "Team B")) == [])
        #expect(try pitch.give(.nameTeams(teamAName: nil, teamBName: nil)) == [])
        let bad = Command.nameTeams(teamAName: "Blues", teamBName: "\u{7}")
        #expect(pitch.refusal(of: bad) == .invalidName(.teamB))
        try pitch.give(.undo(number: nil))
        #expect(pitch.gather.name(of: .teamA) == "Team A")
    }

    @Test("a move is undone and redone, one of several as well")
    func undo() throws {
        var pitch = try Pitch(.openNow, .move(1, 2, to: .bench), .move(1, to: .teamA))
        try pitch.give(.undo(number: nil))
        #expect(shown(pitch) == "1 2 |  | ")
        try pitch.give(.redo)
        #expect(shown(pitch) == "2 | 1 | ")
        try pitch.give(.undo(number: 2))
        #expect(shown(pitch) == " | 1 | ")
    }

    @Test("a move that a start, a goal or a later leaving builds on is not taken back alone")
    func needed() throws {
        var pitch = try Pitch(
            .openNow, .move(1, to: .teamA), .move(2, to: .teamB), .startNow,
            .goal(.teamA, by: 1), .move(1, to: nil), .cancel)
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 4))
        #expect(pitch.refusal(of: .undo(number: 3)) == .eventNeeded(by: 4))
        try pitch.give(.undo(number: 4))
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 5))
        try pitch.give(.undo(number: 5))
        #expect(pitch.refusal(of: .undo(number: 2)) == .eventNeeded(by: 6))
        try pitch.give(.undo(number: 6))
        try pitch.give(.undo(number: 2))
        #expect(shown(pitch) == " |  | 2")
    }

    @Test("a record keeps the name and the position, whatever becomes of the squad")
    func record() throws {
        var pitch = try Pitch(.openNow, .move(1, to: .teamA), .move(2, to: .bench))
        let then = try #require(pitch.squad.player(1))
        pitch.squad.put(Squad.Member(id: 1, profile: .named("Another")))
        pitch.squad.remove(2)
        #expect(pitch.gather.lineup.teamA == [then])
        // Who is in the gather can still be moved, and then as the squad has them.
        try pitch.give(.move(1, 2, to: .teamB))
        #expect(pitch.gather.lineup.teamB.map(\.name) == ["Another", "Player 2"])
    }
}
