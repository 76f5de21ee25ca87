import GatherCore
import Testing

struct MatchDefaultsTests {
    private func defaults(_ players: [Int]) -> MatchDefaults {
        var defaults = MatchDefaults()
        defaults.time = GatherTime(minutes: 12, seconds: 0)
        (defaults.teamAName, defaults.teamBName) = ("Reds", "Blues")
        defaults.colors = TeamColors(teamA: .red)
        defaults.players = players
        return defaults
    }

    private func opened(
        by command: Command, _ defaults: MatchDefaults, squad: Squad = .thirty
    ) throws(Refusal) -> Gather {
        var pitch = try Pitch()
        pitch.record(
            try pitch.gather.decide(
                command, at: pitch.now, opening: "g", squad: squad, defaults: defaults))
        return pitch.gather
    }

    @Test("whatever a command does not give is as usual, and what it gives is as given")
    func given() throws {
        let usual = try opened(by: .openNow, defaults([2, 1]))
        #expect(usual.timer.initial == .seconds(720))
        #expect(usual.name(of: .teamA) == "Reds" && usual.colors.teamA == .red)
        #expect(usual.lineup.bench.map(\.id) == [2, 1])
        let open = Command.open(
            time: GatherTime(minutes: 5, seconds: 0), teamAName: "Bibs", teamBName: nil,
            colors: TeamColors(teamA: .uncolored), players: ChosenPlayers(teamB: [3]))
        let given = try opened(by: open, defaults([2, 1]))
        #expect(given.timer.initial == .seconds(300))
        #expect(given.name(of: .teamA) == "Bibs" && given.name(of: .teamB) == "Blues")
        #expect(given.colors == TeamColors() && given.lineup.everybody.map(\.id) == [3])
    }

    @Test("a format that is usual is that of each match, but of one whose time is given")
    func format() throws {
        var usual = MatchDefaults()
        usual.format = MatchFormat(named: "futsal")
        let opened = try opened(by: .openNow, usual)
        #expect(opened.course?.format.name == "futsal")
        #expect(opened.timer.initial == .seconds(1_200))
        #expect(!opened.isRunning)
        let started = try self.opened(by: .startNow, usual)
        #expect(started.course?.isInPlay == true && started.isRunning)
        #expect(try self.opened(by: .open(5, 0), usual).course == nil)
        let plain = Command.open(time: nil, teamAName: nil, teamBName: nil, isPlain: true)
        #expect(try self.opened(by: plain, usual).timer.initial == .seconds(600))
        let other = Command.open(
            time: nil, teamAName: nil, teamBName: nil, format: MatchFormat(named: "halves"))
        #expect(try self.opened(by: other, usual).course?.format.name == "halves")
        let five = Command.start(ago: .zero, time: GatherTime(minutes: 5, seconds: 0))
        #expect(try self.opened(by: five, usual).course == nil)
        #expect(throws: Refusal.timeIsZero) {
            try self.opened(by: .start(ago: .seconds(1_200)), usual)
        }
    }

    @Test("who has left the squad does not play, and a draw of nobody needs somebody")
    func removed() throws {
        var squad = Squad.thirty
        squad.remove(2)
        let gather = try opened(by: .move(1, to: .teamA), defaults([2, 1, 4]), squad: squad)
        #expect(gather.lineup.teamA.map(\.id) == [1] && gather.lineup.bench.map(\.id) == [4])
        let draw = Command.drawTeams(nil, seed: 1, again: false)
        #expect(try opened(by: draw, defaults([1, 4])).lineup.bench.isEmpty)
        #expect(throws: Refusal.noGather(endedAgo: nil)) {
            try opened(by: draw, defaults([2]), squad: squad)
        }
    }

    @Test("a match that the clock opens has the usual time, and nobody who could hold it up")
    func started() throws {
        let gather = try opened(by: .start(ago: .seconds(700)), defaults([1, 2]))
        #expect(gather.timer.remaining(at: gather.openedAt) == .seconds(20))
        #expect(gather.lineup.everybody.isEmpty)
        #expect(throws: Refusal.timeIsZero) {
            try opened(by: .toggle(ago: .seconds(720)), defaults([]))
        }
    }

    @Test("no match could open with a wrong value, which is refused")
    func wrong() throws {
        var wrong = defaults([1, 1, 2])
        #expect(try wrong.checked(.thirty).players == [1, 2])
        wrong.players = [31]
        #expect(throws: Refusal.noSuchPlayer(id: 31)) { try wrong.checked(.thirty) }
        wrong = defaults([])
        wrong.time = GatherTime(minutes: 0, seconds: 0)
        #expect(throws: Refusal.invalidTime) { try wrong.checked(.thirty) }
        wrong = defaults([])
        wrong.teamBName = "  "
        #expect(throws: Refusal.invalidName(.teamB)) { try wrong.checked(.thirty) }
    }
}

extension Gather {
    /// True if the clock runs at the newest event.
    fileprivate var isRunning: Bool { log.last.map { timer.isRunning(at: $0.moment) } ?? false }
}
