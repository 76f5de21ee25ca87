import GatherAPI
import Testing

@testable import GatherControl

/// The pick of a scorer by the number in the squad, in a match whose sides are known.
@Suite struct ScorerPickTests {
    private static let gather: GatherSnapshot = {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = [12, 2, 1, 3, 48, 4_800, 5_000].map {
            PlayerFields(id: $0, name: "A\($0)", position: nil)
        }
        gather.teamB.players = [PlayerFields(id: 7, name: "Bea", position: nil)]
        return gather
    }()

    /// What the keys send, where the daemon answers each goal before the next key with the number
    /// of its event: 11, 12 and so on.
    private static func changes(_ keys: String, gap: Int = 400) -> [Change] {
        var panel = ControlPanel(isOn: true)
        var sent: [Change] = []
        func take(_ actions: [ControlPanel.Action], at now: Duration) {
            for case .change(let change, let id) in actions {
                sent.append(change)
                guard change.asks(for: GatherMethod.AddToScore.self) else { continue }
                let number = 10 + sent.count { $0.asks(for: GatherMethod.AddToScore.self) }
                take(panel.settle(id, .counted("1-0"), goal: goal(number), at: now), at: now)
            }
        }
        for (index, key) in keys.enumerated() {
            let now = Duration.milliseconds(index * gap)
            take(panel.press(Self.key(key), gather, at: now), at: now)
        }
        return sent
    }

    private static func key(_ key: Character) -> BoardKey {
        key == "\n" ? .enter : key == "<" ? .escape : .character(key)
    }

    private static func goal(_ number: Int) -> AwaitedScorers.Goal {
        AwaitedScorers.Goal(number: number, gatherID: "played")
    }

    private static func goal(_ side: Side) -> Change { .addToScore(side, 1) }

    private static func named(_ number: Int, _ id: Int, isOwn: Bool = false) -> Change {
        let name = (gather.teamA.players + gather.teamB.players).first { $0.id == id }?.name ?? ""
        return .amendGoal(number, Scorer(id: id, name: name, isOwnGoal: isOwn), of: "played")
    }

    private static let goalA = goal(.teamA)
    private static let goalB = goal(.teamB)

    @Test("a goal is sent at the press, and the number that is typed then names its scorer")
    func number() {
        #expect(Self.changes("a") == [Self.goalA])
        #expect(Self.changes("b7") == [Self.goalB, Self.named(11, 7)])
        #expect(Self.changes("a2") == [Self.goalA, Self.named(11, 2)])
        #expect(Self.changes("a12") == [Self.goalA, Self.named(11, 12)])
        #expect(Self.changes("a4800") == [Self.goalA, Self.named(11, 4_800)])
        #expect(Self.changes("a5000") == [Self.goalA, Self.named(11, 5_000)])
    }

    @Test("a number that another one continues is taken by Enter")
    func begun() {
        #expect(Self.changes("a1") == [Self.goalA])
        #expect(Self.changes("a1\n") == [Self.goalA, Self.named(11, 1)])
        #expect(Self.changes("a48\n") == [Self.goalA, Self.named(11, 48)])
        #expect(Self.typed("a48") == "48_")
        #expect(Self.typed("a48b") == "4_")
    }

    @Test("another key after a number takes it where it is complete, and says so where it is not")
    func followed() {
        let named = [Self.goalA, Self.named(11, 1)]
        #expect(Self.changes("a1b") == named + [Self.goalB])
        #expect(Self.changes("a1 ") == named + [.pause(agoMilliseconds: nil)])
        #expect(Self.changes("a1a", gap: 1_000) == named + [Self.goalA])
        #expect(Self.changes("a48B") == [Self.goalA, Self.named(11, 48), .addToScore(.teamB, -1)])
        #expect(Self.changes("a1q") == named)
        #expect(Self.panel("a1 ").notices.map(\.text).contains("goal for Team A by A1 ..."))
        for (keys, number) in [("a4 ", "4"), ("a50 ", "50"), ("ao ", "")] {
            #expect(Self.changes(keys) == [Self.goalA, .pause(agoMilliseconds: nil)], "\(keys)")
            let text = "\(number) not taken: Team A has no number \(number)"
            let texts = Self.panel(keys).notices.map(\.text)
            #expect(texts.contains(text) == !number.isEmpty, "\(keys)")
        }
        // The goal goes, and its number with it.
        #expect(Self.changes("a1u") == [Self.goalA, .undo(number: nil)])
        #expect(Self.panel("a1<").notices.count == 1)
        var panel = Self.panel("a1")
        panel.removeExpired(Self.gather, at: .seconds(10))
        #expect(panel.notices.last?.text == "1 not taken: nobody pressed Enter")
    }

    @Test("a number that no player of the side has is refused, and can be corrected")
    func unknown() {
        for (keys, number) in [("a9", "9"), ("a10", "10"), ("a4\n", "4"), ("a0", "0")] {
            let panel = Self.panel(keys)
            #expect(panel.notices.last?.text == "Team A has no number \(number)", "\(keys)")
            #expect(panel.notices.last?.kind == .ignored)
            #expect(panel.question != nil)
        }
        #expect(Self.panel("ao9").notices.last?.text == "Team B has no number 9")
        #expect(Self.changes("a14 ") == [Self.goalA, .pause(agoMilliseconds: nil)])
        #expect(Self.changes("a143\n") == [Self.goalA, Self.named(11, 3)])
        #expect(Self.changes("a92") == [Self.goalA, Self.named(11, 2)])
        #expect(Self.changes("a4\n8\n") == [Self.goalA, Self.named(11, 48)])
    }

    /// The panel after some keys; `b` is Backspace.
    private static func panel(_ keys: String) -> ControlPanel {
        var panel = ControlPanel(isOn: true)
        for key in keys {
            _ = panel.press(key == "b" ? .backspace : Self.key(key), gather, at: .zero)
        }
        return panel
    }

    private static func typed(_ keys: String) -> String {
        var board = Board(panel: panel(keys), path: "")
        _ = board.update(MatchState(gather: gather), reason: "snapshot")
        return board.viewModel(at: Sample.now).messages.last?.typed ?? ""
    }

    @Test("nobody need be picked; one undo takes the pick back, the next one the goal")
    func nobody() {
        let undo = Change.undo(number: nil)
        for keys in ["a\n", "a<5\n"] { #expect(Self.changes(keys) == [Self.goalA]) }
        #expect(Self.changes("au") == [Self.goalA, undo])
        #expect(Self.changes("a2uu", gap: 1_000) == [Self.goalA, Self.named(11, 2), undo, undo])
    }

    @Test("an own goal is by a player of the other side")
    func own() {
        let own = Self.named(11, 7, isOwn: true)
        #expect(Self.changes("ao7") == [Self.goalA, own])
        #expect(Self.changes("aoo1\n") == [Self.goalA, Self.named(11, 1)])
        #expect(Self.changes("bo\n") == [Self.goalB])
    }

    @Test("a goal that nobody says more about stands without a scorer after ten seconds")
    func forgotten() {
        var panel = Self.asked()
        #expect(panel.nextChange == .seconds(10))
        panel.removeExpired(Self.gather, at: .seconds(10))
        #expect(panel.question == nil)
        #expect(panel.settle(1, .counted("1-0"), goal: Self.goal(11), at: .seconds(11)) == [])
        #expect(panel.notices.map(\.text) == ["goal for Team A: counted, 1-0"])
    }

    private static func asked() -> ControlPanel {
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character("a"), gather, at: .zero)
        return panel
    }

    @Test("a scorer who is picked before the goal is answered is sent with its number then")
    func early() {
        var panel = Self.asked()
        for key in ["2", "a", "3"] as [Character] {
            let actions = panel.press(.character(key), Self.gather, at: .seconds(2))
            #expect(actions == (key == "a" ? [.change(Self.goalA, id: 3)] : []))
        }
        #expect(
            panel.notices.map(\.text) == [
                "goal for Team A by A2 ...", "goal for Team A ...", "goal for Team A by A3 ...",
            ])
        panel.leave(Self.gather, at: .seconds(2))
        #expect(
            panel.settle(1, .counted("1-0"), goal: Self.goal(11), at: .seconds(3)) == [
                .change(Self.named(11, 2), id: 2)
            ])
        #expect(
            panel.settle(3, .counted("2-0"), goal: Self.goal(12), at: .seconds(3)) == [
                .change(Self.named(12, 3), id: 4)
            ])
        // Each is sent once.
        #expect(panel.settle(1, .counted("1-0"), goal: Self.goal(11), at: .seconds(4)) == [])
    }

    @Test("without a goal there is no scorer: none is asked for, and one that was picked is told")
    func failed() {
        for verdict in [CallVerdict.refused("no match"), .unconfirmed, .unsent(nil)] {
            var asking = Self.asked()
            #expect(asking.settle(1, verdict, at: .seconds(1)) == [])
            #expect(asking.question == nil)
            // What is still typed as an answer does nothing else.
            #expect(asking.press(.character("2"), Self.gather, at: .seconds(1)) == [])
            #expect(asking.notices.count == 1)
            var picked = Self.asked()
            _ = picked.press(.character("2"), Self.gather, at: .seconds(1))
            #expect(picked.settle(1, verdict, at: .seconds(1)) == [])
            #expect(
                picked.notices.last?.text
                    == "not sent: goal for Team A by A2: it is not known that the goal counted")
            #expect(picked.notices.allSatisfy { $0.kind == .refused })
        }
    }

    /// The goal as a snapshot has it, with a scorer who was named elsewhere.
    private static func elsewhere(_ scorer: PlayerFields?, amendedBy: Int? = 12) -> GoalFields {
        GoalFields(
            number: 11, team: .teamA, scorer: scorer, ownGoal: scorer?.id == 7,
            goneMilliseconds: 0, amendedBy: amendedBy)
    }

    @Test("a scorer who is named elsewhere ends the question, and a number typed names nobody")
    func namedElsewhere() {
        let (anna, bea) = (Self.gather.teamA.players[1], Self.gather.teamB.players[0])
        let ends: [(String, GoalFields, String)] = [
            ("", Self.elsewhere(anna), "named elsewhere: goal for Team A by A2"),
            ("", Self.elsewhere(bea), "named elsewhere: own goal for Team A by Bea"),
            ("", Self.elsewhere(nil), "named elsewhere: goal for Team A by nobody"),
            ("", Self.elsewhere(anna, amendedBy: nil), "named elsewhere: goal for Team A by A2"),
            ("1", Self.elsewhere(anna), "1 not taken: named elsewhere: goal for Team A by A2"),
        ]
        for (typed, goal, text) in ends {
            var panel = Self.asked()
            _ = panel.settle(1, .counted("1-0"), goal: Self.goal(11), Self.gather, at: .zero)
            for key in typed { _ = panel.press(.character(key), Self.gather, at: .seconds(1)) }
            var after = Self.gather
            (after.id, after.latestGoal) = ("played", goal)
            panel.removeExpired(after, at: .seconds(2))
            #expect(panel.question == nil)
            #expect(panel.notices.last?.text == text)
            // What is still typed does nothing else.
            for key in [BoardKey.character("2"), .enter] {
                #expect(panel.press(key, after, at: .milliseconds(2_500)) == [])
            }
        }
        // Another goal, and one of another match, say nothing about this one.
        for (id, number) in [("played", 10), ("another", 11)] {
            var panel = Self.asked()
            _ = panel.settle(1, .counted("1-0"), goal: Self.goal(11), Self.gather, at: .zero)
            var after = Self.gather
            (after.id, after.latestGoal) = (id, Self.elsewhere(anna))
            after.latestGoal?.number = number
            panel.removeExpired(after, at: .seconds(2))
            #expect(panel.question != nil)
        }
        // Where a later goal is the latest one, the events tell.
        var panel = Self.asked()
        _ = panel.settle(1, .counted("1-0"), goal: Self.goal(11), Self.gather, at: .zero)
        var entry = Sample.entry(11, "goal for Team A")
        (entry.team, entry.scorer, entry.scorerID) = (.teamA, "A3", 3)
        panel.goals = [entry]
        var played = Self.gather
        played.id = "played"
        #expect(panel.press(.character("2"), played, at: .seconds(1)) == [])
        #expect(panel.notices.last?.text == "named elsewhere: goal for Team A by A3")
    }

    @Test("a scorer picked before the goal is answered does not replace one named elsewhere")
    func pickedElsewhere() {
        var goal = Self.goal(11)
        (goal.isChange, goal.known) = (false, Self.elsewhere(Self.gather.teamA.players[0]))
        var panel = Self.asked()
        _ = panel.press(.character("2"), Self.gather, at: .zero)
        #expect(panel.settle(1, .counted("1-0"), goal: goal, Self.gather, at: .seconds(1)) == [])
        let told = "named elsewhere: goal for Team A by A12"
        #expect(panel.notices.last?.text == "not sent: goal for Team A by A2: \(told)")
        // Nor is it asked for any more.
        var asking = Self.asked()
        #expect(asking.settle(1, .counted("1-0"), goal: goal, Self.gather, at: .seconds(1)) == [])
        #expect(asking.question == nil)
        #expect(asking.notices.last?.text == told)
        // The goal of the other board has no scorer yet.
        goal.known = Self.elsewhere(nil, amendedBy: nil)
        var other = Self.asked()
        _ = other.settle(1, .counted("1-0"), goal: goal, Self.gather, at: .seconds(1))
        let actions = other.press(.character("2"), Self.gather, at: .seconds(2))
        #expect(actions == [.change(Self.named(11, 2), id: 2)])
    }

    @Test("the scorer can still be named when the match is over, or another one is open")
    func otherMatch() {
        var other = Self.gather
        (other.id, other.teamA.name) = ("another", "X")
        var ended = Self.gather
        ended.phase = .ended
        for after in [other, ended, nil] {
            var panel = Self.asked()
            _ = panel.settle(1, .counted("1-0"), goal: Self.goal(11), at: .zero)
            panel.removeExpired(after, at: .seconds(1))
            #expect(
                panel.press(.character("2"), after, at: .seconds(1)) == [
                    .change(Self.named(11, 2), id: 2)
                ])
        }
    }

    @Test("the players stay as they were when the goal key was pressed")
    func otherPlayers() {
        var after = Self.gather
        after.teamA.players.removeAll { $0.id != 12 }
        after.teamA.name = "Reds"
        var panel = Self.asked()
        for key in "02" { _ = panel.press(.character(key), after, at: .zero) }
        #expect(panel.question == nil)
        #expect(panel.notices.last?.text == "goal for Team A by A2 ...")
        var board = Board(panel: Self.asked(), path: "")
        _ = board.update(MatchState(gather: after), reason: "playersChanged")
        #expect(
            board.viewModel(at: Sample.now).sides[0].players.prefix(2) == ["12 A12 -", "2 A2 -"])
    }

    @Test("the goal key is another goal, which asks for its own scorer")
    func anotherGoal() {
        let goals = [Self.goalA, Self.goalA]
        #expect(Self.changes("aa", gap: 1_000) == goals)
        #expect(Self.changes("aa2", gap: 1_000) == goals + [Self.named(12, 2)])
        #expect(Self.changes("aaa\n", gap: 1_000) == goals + [Self.goalA])
        #expect(Self.changes("ab7", gap: 1_000) == [Self.goalA, Self.goalB, Self.named(12, 7)])
        var panel = Self.asked()
        _ = panel.press(.character("a"), Self.gather, at: .seconds(3))
        #expect(panel.nextChange == .seconds(13))
    }

    @Test("the goal key once more within a second may be a slip, and counts when pressed again")
    func doubtful() {
        #expect(Self.changes("aa", gap: 999) == [Self.goalA])
        #expect(Self.changes("aa2", gap: 400) == [Self.goalA, Self.named(11, 2)])
        #expect(Self.changes("aa\n", gap: 400) == [Self.goalA])
        #expect(Self.changes("aaa", gap: 300) == [Self.goalA, Self.goalA])
        #expect(Self.changes("aaa2", gap: 400) == [Self.goalA, Self.goalA, Self.named(12, 2)])
        // Held down, or bouncing.
        #expect(Self.changes("aaaaaaaaaaaa", gap: 299) == [Self.goalA])
        var panel = Self.asked()
        _ = panel.press(.character("a"), Self.gather, at: .milliseconds(500))
        #expect(panel.question?.forms(Self.gather)[0].hasPrefix("pressed twice") == true)
    }

    @Test("a slip is one as well where the other side's scorer was asked for between")
    func betweenSides() {
        let goals = [Self.goalA, Self.goalB]
        #expect(Self.changes("aba") == goals)
        #expect(Self.changes("aban") == goals)
    }

    @Test("a second goal that was asked about has its scorer asked for")
    func againAndScorer() {
        let (second, first) = (Self.named(11, 2), Self.named(12, 1))
        #expect(Self.changes("a2aa1\n") == [Self.goalA, second, Self.goalA, first])
    }

    @Test("a second press is one within a second of the first press, not of the answer")
    func secondPress() {
        let anna = [Self.goalA, Self.named(11, 2)]
        #expect(Self.changes("a2a\n", gap: 600) == anna + [Self.goalA])
        #expect(Self.changes("a2a\n", gap: 400) == anna)
    }

    @Test("what is sent has the scorer, and whether it is an own goal")
    func wire() {
        let call = Self.named(11, 7, isOwn: true).call(requestID: "x")
        #expect(call.method == "io.gatherd.Gather.AmendGoal")
        #expect(
            call.parameters == [
                "number": 11, "scorer": 7, "ownGoal": true, "id": "played", "requestId": "x",
            ])
        let plain = Self.goalB.call(requestID: "x")
        #expect(plain.method == "io.gatherd.Gather.AddToScore")
        #expect(plain.parameters == ["team": "teamB", "delta": 1, "requestId": "x"])
    }
}
