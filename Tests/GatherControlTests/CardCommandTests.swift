import GatherAPI
import Testing
import Varlink

@testable import GatherControl

/// Cards, as far as the daemon is another one.
@Suite struct CardCommandTests {
    @Test("an older daemon has no cards, and is not asked to force anything")
    func older() throws {
        let unknown = VarlinkError.methodNotFound(GatherMethod.ShowCard.name).reply
        let result = try Bench(.replies([unknown])).run("card", "a", "red")
        #expect(result.status == .refused)
        #expect(result.errors.contains("gatherd has no 'io.gatherd.Gather.ShowCard'"))
        let squad = Reply(["players": .array([Sample.player(3, "Ada").json])])
        let bench = Bench(
            .replies([
                squad, Sample.state(Sample.gather([Sample.player(3, "Ada")], [])),
                VarlinkError.invalidParameter("force").reply, Sample.reply(),
            ]))
        let goal = try bench.run("goal", "a", "ada", "--force")
        #expect(goal.status == .done, "\(goal.errors)")
        let calls = goal.calls.joined().filter { $0.method == GatherMethod.AddToScore.name }
        #expect(calls.map { $0.parameters["force"] } == [true, nil])
    }

    @Test("a card or more time that was guarded names who has given it")
    func guarded() throws {
        var outcome = Sample.outcome(changed: false)
        (outcome.countedAs, outcome.countedByDevice) = (5, "Anna's phone")
        let reply = Sample.reply(Sample.gather(Sample.paused()), outcome)
        let result = try Bench(.replies([reply])).run("card", "a", "red", "--guard")
        let told = "not done again: Anna's phone has done it already, as event 5"
        #expect(result.output == "\(told)\n")
        let call = try #require(result.calls.first?.first)
        #expect(call.method == GatherMethod.ShowCard.name)
        #expect(call.parameters["guarded"] == true)
        let adjust = Change.adjustTime(seconds: 120, start: false, isGuarded: true)
        #expect(
            try adjust.text(reply.parameters, at: Sample.now)
                == "\(told)\n07:31 paused, Team A 2-1 Team B")
    }

    @Test("nobody comes on for themselves")
    func samePlayer() throws {
        let players = [Sample.player(3, "Ada Bo")]
        let bench = Bench(
            .replies([
                Reply(["players": .array(players.map(\.json))]),
                Sample.state(Sample.gather(players, [])),
            ]))
        let result = try bench.run("sub", "a", "ada", "bo")
        #expect(result.status == .refused)
        #expect(
            result.errors
                == "gatherctl: cannot substitute the player: 'ada' and 'bo' are both Ada Bo\n")
    }

    @Test("a board tells an amended card as it is known now, and marks the player who has it")
    func amended() {
        var gather = Sample.gather([Sample.player(3, "Ada")], [Sample.player(8, "Bea")])
        gather.cards = [
            CardFields(
                number: 4, team: .teamB, player: gather.teamB.players[0], card: .red,
                goneMilliseconds: 0, amendedBy: 5)
        ]
        var shown = Sample.entry(4, "yellow card for Ada of Reds", kind: "cardShown")
        (shown.card, shown.playerTeam, shown.player) = (.red, .teamB, "Bea")
        var change = Sample.entry(5, "event 4: red card, player Bea of Blues", kind: "cardAmended")
        change.amends = 4
        func board(_ events: [TimelineEntry]) -> BoardViewModel {
            var state = WatchState()
            state.update(MatchState(gather: gather), reason: "snapshot")
            return BoardPresenter(
                state: state, events: events, panel: ControlPanel(isOn: false), path: "",
                end: nil
            ).viewModel(at: Sample.now)
        }
        let told = board([shown, change])
        #expect(told.events.count == 1)
        #expect(told.events.first?.contains("red card: Bea, Blues") == true)
        #expect(told.sides.map(\.cards) == [[:], [0: .red]])
        change.undoneBy = 6
        let asTold = board([shown, change]).events
        #expect(asTold.first?.contains("yellow card for Ada of Reds") == true)
    }

    @Test("a line for a pipe names the card, and the sides after a substitution")
    func watched() throws {
        var gather = Sample.gather([Sample.player(3, "Ada")], [Sample.player(8, "Bea")])
        gather.cards = [
            CardFields(
                number: 4, team: .teamB, player: gather.teamB.players[0], card: .yellow,
                goneMilliseconds: 0)
        ]
        let messages = ["cardShown", "substituted"].map { Sample.message(gather, $0) }
        let lines = try Bench(.replies(messages)).watch().output.split(separator: "\n")
        #expect(lines.first?.hasSuffix("  cardShown  yellow card: Bea, Blues") == true)
        gather.cards?[0].amendedBy = 7
        gather.cards?.append(
            CardFields(number: 5, team: .teamA, card: .red, goneMilliseconds: 0))
        let amended = Sample.message(gather, "cardAmended")
        let line = try Bench(.replies([amended])).watch().output
        #expect(line.contains("  cardAmended  yellow card: Bea, Blues"))
        #expect(lines.dropFirst().first?.contains("  substituted  Reds: Ada; ") == true)
        #expect(lines.dropFirst().first?.contains("Blues: Bea [Y]") == true)
    }
}
