import GatherAPI
import Testing

@testable import GatherControl

@Suite struct SlipGuardTests {
    @Test("a second press of a goal key within a second counts only at the question")
    func slip() {
        let goal = Change.addToScore(.teamA, 1)
        #expect(Keys.changes(("a", 0), ("a", 999)) == [goal])
        #expect(Keys.changes(("a", 0), ("a", 1_000)) == [goal, goal])
        #expect(Keys.changes(("a", 0), ("a", 500), ("a", 900)) == [goal, goal])
        #expect(Keys.changes(("A", 0), ("A", 500)) == [.addToScore(.teamA, -1)])
        #expect(Keys.changes(("a", 0), ("b", 1)) == [goal, .addToScore(.teamB, 1)])
        // Another key says no, and is taken for what it is.
        #expect(Keys.changes(("a", 0), ("a", 500), ("b", 900)) == [goal, .addToScore(.teamB, 1)])
        #expect(Keys.changes(("a", 0), ("a", 500), ("n", 900), ("a", 1_600)) == [goal, goal])
    }

    @Test("another key between two presses of a goal key makes them no less a slip")
    func between() {
        let goals = [Change.addToScore(.teamA, 1), .addToScore(.teamB, 1)]
        let back = Change.addToScore(.teamA, -1)
        #expect(Keys.changes(("a", 0), ("b", 300), ("a", 600)) == goals)
        #expect(Keys.changes(("a", 0), ("b", 0), ("a", 0), ("b", 0), ("a", 0), ("b", 0)) == goals)
        #expect(Keys.changes(("a", 0), ("b", 300), ("a", 999)) == goals)
        #expect(Keys.changes(("a", 0), ("b", 300), ("a", 1_000)) == goals + [goals[0]])
        #expect(Keys.changes(("a", 0), ("A", 300), ("a", 600)) == [goals[0], back])
        #expect(Keys.changes(("a", 0), ("u", 300), ("a", 600)) == [goals[0], .undo(number: nil)])
        #expect(Keys.changes(("a", 0), ("b", 300), ("a", 600), ("a", 900)) == goals + [goals[0]])
    }

    @Test("a key that is held down counts once")
    func held() {
        var panel = ControlPanel(isOn: true)
        var changes: [Change] = []
        for time in [0] + Array(stride(from: 500, to: 4_000, by: 33)) {
            changes += Keys.changes(
                panel.press(.character("a"), Keys.gather, at: .milliseconds(time)))
        }
        #expect(changes == [.addToScore(.teamA, 1)])
        #expect(panel.question != nil)
    }

    @Test("a board with a guard asks for it with each goal, card, foul and change of the time")
    func guarded() {
        var panel = ControlPanel(isOn: true, isGuarded: true)
        let changes = "aBm+k101".flatMap {
            Keys.changes(panel.press(.character($0), Keys.gather, at: .zero))
        }
        #expect(
            changes == [
                .addToScore(.teamA, 1, isGuarded: true), .addToScore(.teamB, -1, isGuarded: true),
                .adjustTime(seconds: 120, start: true, isGuarded: true),
                .adjustTime(seconds: 10, start: false, isGuarded: true),
                .showCard(.yellow, to: .teamA, isGuarded: true),
            ])
    }

    @Test("undo, redo and space count once while they are held down, and that is said once")
    func heldCommands() {
        let names: [(key: Character, name: String)] = [("u", "'u'"), ("r", "'r'"), (" ", "space")]
        for (key, name) in names {
            for delay in [30, 250, 500, 660] {
                var panel = ControlPanel(isOn: true)
                var changes: [Change] = []
                for time in [0] + Array(stride(from: delay, to: 4_000, by: 33)) {
                    changes += Keys.changes(
                        panel.press(.character(key), Keys.gather, at: .milliseconds(time)))
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
        #expect(Keys.changes(("u", 0), ("u", 1_000)) == [undo, undo])
        #expect(Keys.changes(("u", 0), ("u", 699), ("u", 1_398)) == [undo])
        #expect(Keys.changes(("u", 0), ("u", 699), ("u", 1_399)) == [undo, undo])
        // A key that is held down stops repeating itself with the next one.
        #expect(Keys.changes(("u", 0), ("r", 1), ("u", 2)) == [undo, .redo, undo])
        #expect(Keys.changes(("u", 0), ("x", 1), ("u", 2)) == [undo, undo])
        #expect(Keys.changes(("+", 0), ("+", 33), ("-", 66), ("-", 99)).count == 4)
        // The notice comes again with the next hold.
        var panel = ControlPanel(isOn: true)
        for time in [0, 100] {
            _ = panel.press(.character("u"), Keys.gather, at: .milliseconds(time))
        }
        _ = panel.settle(1, .done("x"), at: .zero)
        panel.removeExpired(Keys.gather, at: .seconds(20))
        #expect(panel.notices == [])
        for time in [20_000, 20_100] {
            _ = panel.press(.character("u"), Keys.gather, at: .milliseconds(time))
        }
        #expect(panel.notices.count == 2)
    }

    @Test("the question for a second goal goes away by itself")
    func slipForgotten() {
        var panel = ControlPanel(isOn: true)
        for time in [0, 500] {
            _ = panel.press(.character("a"), Keys.gather, at: .milliseconds(time))
        }
        #expect(panel.nextChange == .milliseconds(5_500))
        panel.removeExpired(Keys.gather, at: .milliseconds(5_500))
        #expect(panel.question == nil)
    }
}
