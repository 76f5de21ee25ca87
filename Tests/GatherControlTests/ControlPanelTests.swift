import GatherAPI
import Testing

@testable import GatherControl

@Suite struct ControlPanelTests {
    private static let gather = Sample.gather(Sample.running())

    private static func on() -> ControlPanel { ControlPanel(isOn: true) }

    /// What keys have the board change, pressed so many milliseconds after the start.
    private static func changes(
        _ presses: (key: Character, at: Int)..., in gather: GatherSnapshot? = gather
    ) -> [Change] {
        var panel = on()
        return presses.flatMap { press in
            changes(panel.press(.character(press.key), gather, at: .milliseconds(press.at)))
        }
    }

    private static func changes(_ actions: [ControlPanel.Action]) -> [Change] {
        actions.compactMap { if case .change(let change, _) = $0 { change } else { nil } }
    }

    @Test("each key has its change")
    func keys() {
        #expect(
            Self.changes(
                (" ", 0), ("a", 1), ("b", 2), ("A", 3), ("B", 4), ("u", 5), ("r", 6), ("+", 7),
                ("=", 8), ("-", 9))
                == [
                    .toggle(agoMilliseconds: nil), .addToScore(.teamA, 1), .addToScore(.teamB, 1),
                    .addToScore(.teamA, -1), .addToScore(.teamB, -1), .undo(number: nil), .redo,
                    .adjustTime(seconds: 10, start: false), .adjustTime(seconds: 10, start: false),
                    .adjustTime(seconds: -10, start: false),
                ])
    }

    @Test("a second press of a goal key within a second counts only at the question")
    func slip() {
        let goal = Change.addToScore(.teamA, 1)
        #expect(Self.changes(("a", 0), ("a", 999)) == [goal])
        #expect(Self.changes(("a", 0), ("a", 1_000)) == [goal, goal])
        #expect(Self.changes(("a", 0), ("a", 500), ("a", 900)) == [goal, goal])
        #expect(Self.changes(("A", 0), ("A", 500)) == [.addToScore(.teamA, -1)])
        #expect(Self.changes(("a", 0), ("b", 1)) == [goal, .addToScore(.teamB, 1)])
        // Another key says no, and is taken for what it is.
        #expect(Self.changes(("a", 0), ("a", 500), ("b", 900)) == [goal, .addToScore(.teamB, 1)])
        #expect(Self.changes(("a", 0), ("a", 500), ("n", 900), ("a", 1_600)) == [goal, goal])
    }

    @Test("a key that is held down counts once")
    func held() {
        var panel = Self.on()
        var changes: [Change] = []
        for time in [0] + Array(stride(from: 500, to: 4_000, by: 33)) {
            changes += Self.changes(
                panel.press(.character("a"), Self.gather, at: .milliseconds(time)))
        }
        #expect(changes == [.addToScore(.teamA, 1)])
        #expect(panel.question != nil)
    }

    @Test("undo, redo and space count once while they are held down, and that is said once")
    func heldCommands() {
        let names: [(key: Character, name: String)] = [("u", "'u'"), ("r", "'r'"), (" ", "space")]
        for (key, name) in names {
            for delay in [30, 250, 500, 660] {
                var panel = Self.on()
                var changes: [Change] = []
                for time in [0] + Array(stride(from: delay, to: 4_000, by: 33)) {
                    changes += Self.changes(
                        panel.press(.character(key), Self.gather, at: .milliseconds(time)))
                }
                #expect(changes.count == 1, "after \(delay) ms")
                #expect(
                    panel.notices.dropFirst().map(\.text)
                        == ["\(name) is held: counted once; press it again after a moment"])
            }
        }
    }

    @Test("undo, redo and space count again when they were let go for a moment")
    func pressedAgain() {
        let undo = Change.undo(number: nil)
        #expect(Self.changes(("u", 0), ("u", 1_000)) == [undo, undo])
        #expect(Self.changes(("u", 0), ("u", 699), ("u", 1_398)) == [undo])
        #expect(Self.changes(("u", 0), ("u", 699), ("u", 1_399)) == [undo, undo])
        // A key that is held down stops repeating itself with the next one.
        #expect(Self.changes(("u", 0), ("r", 1), ("u", 2)) == [undo, .redo, undo])
        #expect(Self.changes(("u", 0), ("x", 1), ("u", 2)) == [undo, undo])
        #expect(Self.changes(("+", 0), ("+", 33), ("-", 66), ("-", 99)).count == 4)
        // The notice comes again with the next hold.
        var panel = Self.on()
        for time in [0, 100] {
            _ = panel.press(.character("u"), Self.gather, at: .milliseconds(time))
        }
        panel.settle(1, .done("x"), at: .zero)
        _ = panel.passTime(Self.gather, at: .seconds(20))
        #expect(panel.notices == [])
        for time in [20_000, 20_100] {
            _ = panel.press(.character("u"), Self.gather, at: .milliseconds(time))
        }
        #expect(panel.notices.count == 2)
    }

    @Test("the question for a second goal goes away by itself")
    func slipForgotten() {
        var panel = Self.on()
        for time in [0, 500] {
            _ = panel.press(.character("a"), Self.gather, at: .milliseconds(time))
        }
        #expect(panel.nextChange == .milliseconds(5_500))
        #expect(panel.passTime(Self.gather, at: .milliseconds(5_500)) == [])
        #expect(panel.question == nil)
    }

    @Test("ending and discarding ask; only y is yes")
    func closing() {
        #expect(Self.changes(("e", 0), ("y", 150)) == [.end])
        #expect(Self.changes(("d", 0), ("Y", 150)) == [.discard])
        #expect(Self.changes(("e", 0), ("n", 1), ("y", 2)) == [])
        #expect(Self.changes(("e", 0), ("q", 1)) == [])
        // A goal that is pressed by somebody who has not seen the question counts.
        #expect(Self.changes(("e", 0), ("a", 1)) == [.addToScore(.teamA, 1)])
        #expect(Self.changes(("e", 0), ("d", 1), ("y", 151)) == [.discard])
        var panel = Self.on()
        _ = panel.press(.character("e"), Self.gather, at: .zero)
        #expect(Self.changes(panel.press(.enter, Self.gather, at: .zero)) == [])
        #expect(panel.notices.last?.text == "cancelled: the match goes on")
        _ = panel.press(.character("e"), Self.gather, at: .zero)
        #expect(panel.nextChange == .seconds(5))
        #expect(panel.passTime(Self.gather, at: .milliseconds(9_999)) == [])
        #expect(panel.question != nil)
        #expect(panel.passTime(Self.gather, at: .seconds(10)) == [])
        #expect(panel.question == nil)
        #expect(panel.notices.last?.text == "not done: end the gather: no answer")
    }

    @Test("the question has the score as it is by now")
    func live() {
        var panel = Self.on()
        for key in "ae" { _ = panel.press(.character(key), Self.gather, at: .zero) }
        func text(_ gather: GatherSnapshot) -> String? { panel.question?.text(gather) }
        let rest = ". Are you sure you want to end the gather? y yes [Cancel]"
        #expect(text(Self.gather) == "End Gather: Team A 2-1 Team B\(rest)")
        let scored = Sample.gather(Sample.running(), score: (3, 1))
        #expect(text(scored) == "End Gather: Team A 3-1 Team B\(rest)")
    }

    @Test("a question about what has changed meanwhile goes away, and yes is none then")
    func overtaken() {
        var other = Self.gather
        other.id = "another"
        for (key, gather) in [("e", other), ("d", Sample.gather(phase: .ended))] {
            var panel = Self.on()
            _ = panel.press(.character(Character(key)), Self.gather, at: .zero)
            #expect(panel.press(.character("y"), gather, at: .seconds(1)) == [])
            let task = key == "e" ? "end the gather" : "discard the gather"
            #expect(panel.notices.map(\.text) == ["not done: \(task): it is over already"])
            #expect(panel.question == nil)
            _ = panel.press(.character(Character(key)), Self.gather, at: .seconds(2))
            #expect(panel.passTime(gather, at: .seconds(2)) == [])
            #expect(panel.question == nil)
        }
        var panel = Self.on()
        _ = panel.press(.character(" "), Sample.gather(phase: .ended), at: .zero)
        #expect(panel.press(.character("y"), Self.gather, at: .seconds(1)) == [])
        #expect(
            panel.notices.map(\.text)
                == ["not done: start a new match: one is open already"])
        // What is pressed in spite of the question is taken for what it is.
        _ = panel.press(.character("e"), Self.gather, at: .seconds(2))
        #expect(
            Self.changes(panel.press(.character("a"), other, at: .seconds(3)))
                == [.addToScore(.teamA, 1)])
    }

    @Test("space asks before it starts a new match after one that is over")
    func another() {
        let start = Change.start(agoMilliseconds: nil)
        for phase in [GatherSnapshot.Phase.ended, .discarded] {
            let over = Sample.gather(phase: phase)
            #expect(Self.changes((" ", 0), in: over) == [])
            #expect(Self.changes((" ", 0), ("y", 149), in: over) == [])
            #expect(Self.changes((" ", 0), ("y", 150), in: over) == [start])
            #expect(Self.changes((" ", 0), ("n", 200), ("y", 400), in: over) == [])
            #expect(Self.changes((" ", 0), ("u", 200), in: over) == [.undo(number: nil)])
            #expect(Self.changes((" ", 0), (" ", 900), (" ", 1_800), in: over) == [])
        }
        #expect(Self.changes((" ", 0), in: nil) == [.toggle(agoMilliseconds: nil)])
        let over = Sample.gather(phase: .ended)
        var panel = Self.on()
        _ = panel.press(.character(" "), over, at: .zero)
        #expect(panel.question?.text(over) == "Start a new match? y yes [Cancel]")
        _ = panel.press(.enter, over, at: .zero)
        #expect(panel.notices.last?.text == "cancelled: no new match")
        // While space is held the question stays, and a match that is opened then is not paused.
        for time in stride(from: 2_000, to: 14_000, by: 500) {
            _ = panel.press(.character(" "), over, at: .milliseconds(time))
            #expect(panel.passTime(over, at: .milliseconds(time)) == [])
        }
        #expect(panel.question == .another)
        #expect(panel.press(.character(" "), Self.gather, at: .seconds(14)) == [])
        #expect(panel.passTime(over, at: .seconds(30)) == [])
        _ = panel.press(.character(" "), over, at: .seconds(30))
        #expect(panel.passTime(over, at: .seconds(40)) == [])
        #expect(panel.notices.last?.text == "not done: start a new match: no answer")
    }

    @Test("a yes that comes before anybody can have read the question is none")
    func readingTime() {
        #expect(Self.changes(("e", 0), ("y", 0)) == [])
        #expect(Self.changes(("e", 0), ("y", 149)) == [])
        #expect(Self.changes(("e", 0), ("y", 149), ("y", 150)) == [.end])
        // The time is that of the question it would answer.
        #expect(Self.changes(("e", 0), ("d", 100), ("y", 249)) == [])
    }

    @Test("an arrow, and what is pasted, answers nothing")
    func others() {
        for key in "aeds" {
            var panel = Self.on()
            for _ in 0..<2 { _ = panel.press(.character(key), Self.gather, at: .zero) }
            let question = panel.question
            #expect(question != nil)
            for other in [BoardKey.other, .paste] {
                #expect(panel.press(other, Self.gather, at: .seconds(1)) == [])
                #expect(panel.question == question)
            }
            #expect(panel.notices.last?.text == "that looked pasted: nothing was taken")
        }
    }

    @Test("nothing is asked where no gather is open")
    func nothingToClose() {
        #expect(Self.changes(("e", 0), ("y", 1), in: nil) == [])
        var panel = Self.on()
        _ = panel.press(.character("e"), Sample.gather(phase: .ended), at: .zero)
        #expect(
            panel.notices.last?.text
                == "cannot end the gather: no gather is open; 'space' begins one")
    }

    @Test("a time is typed, corrected and set; a wrong one is said to be one and stays")
    func time() {
        var panel = Self.on()
        func press(_ keys: String) -> [Change] {
            keys.flatMap { key in
                Self.changes(
                    panel.press(
                        key == "\n" ? .enter : key == "<" ? .backspace : .character(key),
                        Self.gather, at: .zero))
            }
        }
        #expect(press("s12:000<\n") == [.setTime(TimeFields(minutes: 12, seconds: 0))])
        #expect(press("s1m9\n") == [])
        #expect(panel.question == .time("1m9", problem: "'1m9' is no time"))
        #expect(press("s") == [])
        #expect(press("\n") == [.setTime(TimeFields(minutes: 1, seconds: 9))])
        #expect(press("sa") == [])
        #expect(panel.question == .time("", problem: "'a' is no part of a time"))
        _ = panel.press(.escape, Self.gather, at: .zero)
        #expect(panel.question == nil)
    }

    @Test("without control a key says what switches it on, and changes nothing")
    func off() {
        var panel = ControlPanel(isOn: false)
        for key in " abABur+-esd" {
            #expect(panel.press(.character(key), Self.gather, at: .zero) == [])
            #expect(panel.notices.last?.text == "control is off; c switches it on")
        }
        _ = panel.press(.character("c"), Self.gather, at: .zero)
        #expect(panel.isOn)
        #expect(panel.press(.character("u"), Self.gather, at: .zero).count == 1)
        _ = panel.press(.character("c"), Self.gather, at: .zero)
        #expect(!panel.isOn)
    }

    @Test("each key is seen to be taken, and what came of it")
    func notices() {
        var panel = Self.on()
        guard case .change(_, let id)? = panel.press(.character("a"), Self.gather, at: .zero).first
        else { return #expect(Bool(false), "no change") }
        #expect(panel.notices.last?.text == "goal for Team A ...")
        #expect(panel.nextChange == nil)
        panel.settle(id, .done("counted, Team A 3-1 Team B"), at: .seconds(1))
        #expect(panel.notices.last?.text == "goal for Team A: counted, Team A 3-1 Team B")
        #expect(panel.nextChange == .seconds(11))
        _ = panel.passTime(Self.gather, at: .seconds(11))
        #expect(panel.notices == [])
        _ = panel.press(.character("x"), Self.gather, at: .zero)
        #expect(panel.notices.last?.text == "there is no key 'x'; ? shows those there are")
    }

    @Test("an answer that is missing is said to be")
    func missing() {
        var panel = Self.on()
        for key in "ub" { _ = panel.press(.character(key), Self.gather, at: .zero) }
        panel.settle(1, .unconfirmed, at: .zero)
        panel.settle(2, .unsent, at: .zero)
        #expect(
            panel.notices.map(\.text) == [
                "not confirmed: undo: it may or may not have counted",
                "not sent: goal for Team B: gatherd cannot be reached",
            ])
    }

    @Test("the help goes away with the next key, which does nothing else")
    func help() {
        var panel = Self.on()
        _ = panel.press(.character("?"), Self.gather, at: .zero)
        #expect(panel.isHelping)
        #expect(panel.press(.paste, Self.gather, at: .zero) == [])
        #expect(panel.isHelping)
        for key in [BoardKey.character("a"), .other] {
            #expect(panel.press(key, Self.gather, at: .zero) == [])
            #expect(!panel.isHelping)
            _ = panel.press(.character("?"), Self.gather, at: .zero)
        }
    }
}

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
        #expect(Self.changes("aa") == [Self.goal(.teamA, nil)])
        #expect(Self.changes("a<") == [])
        #expect(Self.changes("au") == [Self.goal(.teamA, nil), .undo(number: nil)])
        #expect(Self.changes("aaa", gap: 33) == [])
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
            panel.passTime(Self.gather, at: .seconds(10))
                == [.change(Self.goal(.teamA, nil), id: 1)])
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
