import GatherAPI
import Testing

@testable import GatherControl

/// The pick of a scorer, in a match whose sides are known.
@Suite struct ScorerPickTests {
    private static let gather: GatherSnapshot = {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = (1...12).map {
            PlayerFields(id: 100 + $0, name: "A\($0)", position: nil)
        }
        gather.teamB.players = [PlayerFields(id: 7, name: "Bea", position: nil)]
        return gather
    }()

    private static func changes(_ keys: String, gap: Int = 400) -> [Change] {
        var panel = ControlPanel(isOn: true)
        return keys.enumerated().flatMap { index, key in
            panel.press(
                key == "\n" ? .enter : key == "<" ? .escape : .character(key), gather,
                at: .milliseconds(index * gap)
            ).compactMap { if case .change(let change, _) = $0 { change } else { nil } }
        }
    }

    private static func goal(_ side: Side, _ scorer: Int?, isOwn: Bool = false) -> Change {
        let player = scorer.flatMap { number in
            (gather.teamA.players + gather.teamB.players).first { $0.id == number }
        }
        let known = player.map { Scorer(id: $0.id, name: $0.name, isOwnGoal: isOwn) }
        return .addToScore(side, 1, known)
    }

    @Test("a number picks the scorer, with a second digit where there can be one")
    func number() {
        #expect(Self.changes("b1") == [Self.goal(.teamB, 7)])
        #expect(Self.changes("a2") == [Self.goal(.teamA, 102)])
        #expect(Self.changes("a12") == [Self.goal(.teamA, 112)])
        #expect(Self.changes("a1\n") == [Self.goal(.teamA, 101)])
        #expect(Self.changes("a0") == [])
        #expect(Self.changes("b9\n") == [Self.goal(.teamB, nil)])
    }

    @Test("nobody need be picked; Escape takes the goal back, any other key counts it")
    func nobody() {
        #expect(Self.changes("a\n") == [Self.goal(.teamA, nil)])
        #expect(Self.changes("a<") == [])
        #expect(Self.changes("au") == [Self.goal(.teamA, nil), .undo(number: nil)])
    }

    @Test("an own goal is by a player of the other side")
    func own() {
        #expect(Self.changes("ao1") == [Self.goal(.teamA, 7, isOwn: true)])
        #expect(Self.changes("aoo1\n") == [Self.goal(.teamA, 101)])
        #expect(Self.changes("bo\n") == [Self.goal(.teamB, nil, isOwn: true)])
    }

    @Test("a goal that nobody says more about counts after ten seconds")
    func forgotten() {
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character("a"), Self.gather, at: .zero)
        #expect(panel.nextChange == .seconds(10))
        #expect(
            panel.removeExpired(Self.gather, at: .seconds(10))
                == [.change(Self.goal(.teamA, nil), id: 1)])
    }

    private static func asked() -> ControlPanel {
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character("a"), gather, at: .zero)
        return panel
    }

    @Test("a goal is counted in no other match than that it was scored in, and that is said")
    func otherMatch() {
        var other = Self.gather
        (other.id, other.teamA.name) = ("another", "X")
        var ended = Self.gather
        ended.phase = .ended
        let changes: [(GatherSnapshot?, String)] = [
            (other, "another match was opened"), (ended, "its match is over; 'u' reopens it"),
            (nil, "its match no longer exists"),
        ]
        for (after, reason) in changes {
            let text = ["NOT COUNTED: goal for Team A: \(reason)"]
            var waiting = Self.asked()
            #expect(waiting.removeExpired(after, at: .seconds(1)) == [])
            #expect(waiting.question == nil)
            #expect(waiting.removeExpired(after, at: .seconds(20)) == [])
            #expect(waiting.notices.map(\.text) == text)
            var late = Self.asked()
            #expect(late.removeExpired(after, at: .seconds(10)) == [])
            #expect(late.notices.map(\.text) == text)
            for keys in [[BoardKey.character("1"), .character("2")], [.enter], [.character("o")]] {
                var pressed = Self.asked()
                for key in keys { #expect(pressed.press(key, after, at: .seconds(1)) == []) }
                #expect(pressed.notices.map(\.text) == text)
            }
            var left = Self.asked()
            #expect(left.leave(after, at: .seconds(1)) == [])
            #expect(left.notices.map(\.text) == text)
        }
    }

    @Test("the players keep the numbers that they had when the goal key was pressed")
    func otherPlayers() {
        var after = Self.gather
        after.teamA.players.removeFirst()
        after.teamA.name = "Reds"
        var panel = Self.asked()
        for key in "02" { _ = panel.press(.character(key), after, at: .zero) }
        #expect(panel.question == nil)
        #expect(panel.notices.last?.text == "goal for Team A by A2 ...")
        var board = Board(panel: Self.asked(), path: "")
        _ = board.update(MatchState(gather: after), reason: "playersChanged")
        #expect(board.viewModel(at: Sample.now).sides[0].players.prefix(2) == ["1 A1 -", "2 A2 -"])
    }

    @Test("the goal key is another goal, which asks for its own scorer")
    func anotherGoal() {
        let nobody = Self.goal(.teamA, nil)
        #expect(Self.changes("aa", gap: 1_000) == [nobody])
        #expect(Self.changes("aa2", gap: 1_000) == [nobody, Self.goal(.teamA, 102)])
        #expect(Self.changes("aaa\n", gap: 1_000) == [nobody, nobody, nobody])
        #expect(Self.changes("aa<", gap: 1_000) == [nobody])
        #expect(Self.changes("ab1", gap: 1_000) == [nobody, Self.goal(.teamB, 7)])
        var panel = Self.asked()
        _ = panel.press(.character("a"), Self.gather, at: .seconds(3))
        #expect(panel.nextChange == .seconds(13))
        #expect(
            panel.removeExpired(Self.gather, at: .seconds(13)) == [
                .change(Self.goal(.teamA, nil), id: 2)
            ])
    }

    @Test("the goal key once more within a second may be a slip, and counts when pressed again")
    func doubtful() {
        let nobody = Self.goal(.teamA, nil)
        #expect(Self.changes("aa", gap: 999) == [])
        #expect(Self.changes("aa2", gap: 400) == [Self.goal(.teamA, 102)])
        #expect(Self.changes("aa\n", gap: 400) == [nobody])
        #expect(Self.changes("aa<", gap: 400) == [])
        #expect(Self.changes("aaa", gap: 300) == [nobody])
        #expect(Self.changes("aaa2", gap: 400) == [nobody, Self.goal(.teamA, 102)])
        // Held down, or bouncing.
        #expect(Self.changes("aaaaaaaaaaaa", gap: 299) == [])
        var panel = Self.asked()
        _ = panel.press(.character("a"), Self.gather, at: .milliseconds(500))
        #expect(panel.question?.forms(Self.gather)[0].hasPrefix("pressed twice") == true)
    }

    @Test("a slip is one as well where the other side's scorer was asked for between")
    func betweenSides() {
        let goals = [Self.goal(.teamA, nil), Self.goal(.teamB, nil)]
        #expect(Self.changes("aba") == goals)
        #expect(Self.changes("aban") == goals)
    }

    @Test("a second goal that was asked about has its scorer asked for")
    func againAndScorer() {
        let goals = [Self.goal(.teamA, 102), Self.goal(.teamA, 101)]
        #expect(Self.changes("a2aa1\n") == goals)
    }

    @Test("a second press is one within a second of the first press, not of the answer")
    func secondPress() {
        let anna = Self.goal(.teamA, 102)
        #expect(Self.changes("a2a\n", gap: 600) == [anna, Self.goal(.teamA, nil)])
        #expect(Self.changes("a2a\n", gap: 400) == [anna])
    }

    @Test("what is sent has the scorer, and whether it is an own goal")
    func wire() {
        let call = Self.goal(.teamA, 7, isOwn: true).call(requestID: "x")
        #expect(call.method == "io.gatherd.Gather.AddToScore")
        #expect(
            call.parameters == [
                "team": "teamA", "delta": 1, "scorer": 7, "ownGoal": true, "requestId": "x",
            ])
        let plain = Self.goal(.teamB, nil).call(requestID: "x")
        #expect(plain.parameters == ["team": "teamB", "delta": 1, "requestId": "x"])
    }
}
