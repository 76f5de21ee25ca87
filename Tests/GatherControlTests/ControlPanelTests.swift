import GatherAPI
import Testing

@testable import GatherControl

@Suite struct ControlPanelTests {
    @Test("each key has its change")
    func keys() {
        #expect(
            Keys.changes(
                (" ", 0), ("a", 1), ("b", 2), ("A", 3), ("B", 4), ("u", 5), ("r", 6), ("+", 7),
                ("=", 8), ("-", 9))
                == [
                    .pause(agoMilliseconds: nil), .addToScore(.teamA, 1), .addToScore(.teamB, 1),
                    .addToScore(.teamA, -1), .addToScore(.teamB, -1), .undo(number: nil), .redo,
                    .adjustTime(seconds: 10, start: false), .adjustTime(seconds: 10, start: false),
                    .adjustTime(seconds: -10, start: false),
                ])
    }

    @Test("space does to the clock what it is for as the clock is shown, and never the opposite")
    func space() {
        let states: [(GatherSnapshot?, Change, String)] = [
            (Sample.gather(Sample.running()), .pause(agoMilliseconds: nil), "pause ..."),
            (Sample.gather(Sample.paused()), .resume(agoMilliseconds: nil), "resume ..."),
            (Sample.gather(Sample.stopped()), .start(agoMilliseconds: nil), "start ..."),
            (nil, .start(agoMilliseconds: nil), "start ..."),
        ]
        for (gather, change, text) in states {
            var panel = ControlPanel(isOn: true)
            let changes = Keys.changes(panel.press(.character(" "), gather, at: .zero))
            #expect(changes == [change])
            #expect(panel.notices.map(\.text) == [text])
        }
    }

    @Test("in a match with periods space pauses play, and begins or goes on with it otherwise")
    func spaceInPeriods() {
        let (pause, start) = (
            Change.pause(agoMilliseconds: nil), Change.start(agoMilliseconds: nil)
        )
        let added = Duration.seconds(2_760)
        let states: [(state: String, CourseFields, TimerSnapshot, Change)] = [
            ("waiting", Sample.course(0, .waiting, runs: false), Sample.stopped(), start),
            ("running", Sample.course(0), Sample.running(), pause),
            ("paused", Sample.course(0, runs: false), Sample.paused(), start),
            ("added time", Sample.course(0, elapsed: added), Sample.stopped(.zero), pause),
            (
                "paused in added time", Sample.course(0, elapsed: added, runs: false),
                Sample.paused(.zero), start
            ),
            ("break", Sample.course(1), Sample.running(), start),
            ("over", Sample.course(2, .over, runs: false), Sample.stopped(.zero), start),
        ]
        for (state, course, timer, change) in states {
            var gather = Sample.gather(timer)
            gather.course = course
            #expect(Keys.changes((" ", 0), in: gather) == [change], "\(state)")
        }
    }

    @Test("m adds two minutes, and starts a clock that is at 00:00 or may be by then")
    func added() {
        let clocks: [(TimerSnapshot, Bool)] = [
            (Sample.stopped(.zero), true), (Sample.running(), true), (Sample.stopped(), false),
            (Sample.paused(), false),
        ]
        for (timer, start) in clocks {
            let changes = Keys.changes(("m", 0), ("m", 699), ("m", 1_500), in: Sample.gather(timer))
            let added = Change.adjustTime(seconds: 120, start: start)
            // Held down, it counts once.
            #expect(changes == [added, added])
        }
    }

    @Test("the keys at the bottom are those for the state of the match")
    func hint() {
        func hint(_ gather: GatherSnapshot) -> String {
            var board = Board(panel: ControlPanel(isOn: true), path: "")
            _ = board.update(MatchState(gather: gather), reason: "snapshot")
            return board.viewModel(at: Sample.now).hint
        }
        var timeUp = Sample.gather(Sample.stopped(.zero))
        timeUp.timer.timeUpAt = "2026-11-21T15:45:00Z"
        #expect(hint(timeUp).hasPrefix("m 2 min more  e end  "))
        #expect(hint(Sample.gather(phase: .ended)).hasPrefix("space rematch  "))
        #expect(hint(Sample.gather()).contains("space start/pause"))
    }

    @Test("without control a key says what switches it on, and changes nothing")
    func off() {
        var panel = ControlPanel(isOn: false)
        for key in " abABurm+-esd" {
            #expect(panel.press(.character(key), Keys.gather, at: .zero) == [])
            #expect(panel.notices.last?.text == "control is off; c switches it on")
        }
        _ = panel.press(.character("c"), Keys.gather, at: .zero)
        #expect(panel.isOn)
        #expect(panel.press(.character("u"), Keys.gather, at: .zero).count == 1)
        _ = panel.press(.character("c"), Keys.gather, at: .zero)
        #expect(!panel.isOn)
    }

    @Test("each key is seen to be taken, and what came of it")
    func notices() {
        var panel = ControlPanel(isOn: true)
        guard case .change(_, let id)? = panel.press(.character("a"), Keys.gather, at: .zero).first
        else { return #expect(Bool(false), "no change") }
        #expect(panel.notices.last?.text == "goal for Team A ...")
        #expect(panel.nextChange == nil)
        _ = panel.settle(id, .counted("Team A 3-1 Team B"), at: .seconds(1))
        #expect(panel.notices.last?.text == "goal for Team A: counted, Team A 3-1 Team B")
        #expect(panel.nextChange == .seconds(11))
        panel.removeExpired(Keys.gather, at: .seconds(11))
        #expect(panel.notices == [])
        _ = panel.press(.character("z"), Keys.gather, at: .zero)
        #expect(panel.notices.last?.text == "no key 'z'; ? shows the keys")
    }

    @Test("an answer that is missing is said to be")
    func missing() {
        var panel = ControlPanel(isOn: true)
        for key in "ub" { _ = panel.press(.character(key), Keys.gather, at: .zero) }
        _ = panel.settle(1, .unconfirmed, at: .zero)
        _ = panel.settle(2, .unsent(nil), at: .zero)
        #expect(
            panel.notices.map(\.text) == [
                "not confirmed: undo: it may or may not have counted",
                "not sent: goal for Team B: gatherd cannot be reached",
            ])
    }

    @Test("the help goes away with the next key, which does what it does without it")
    func help() {
        let ended = Sample.gather(phase: .ended)
        let keys: [(BoardKey, GatherSnapshot, [Change])] = [
            (.character("a"), Keys.gather, [.addToScore(.teamA, 1)]),
            (.character(" "), Keys.gather, [.pause(agoMilliseconds: nil)]),
            (.character("e"), Keys.gather, []), (.character(" "), ended, []),
            (.other, Keys.gather, []), (.escape, Keys.gather, []), (.paste, Keys.gather, []),
        ]
        for (key, gather, changes) in keys {
            var plain = ControlPanel(isOn: true)
            var panel = plain
            #expect(panel.press(.character("?"), gather, at: .zero) == [])
            #expect(panel.press(.redraw, gather, at: .zero) == [.redraw])
            #expect(panel.isHelping)
            let actions = panel.press(key, gather, at: .zero)
            #expect(Keys.changes(actions) == changes)
            #expect(actions == plain.press(key, gather, at: .zero))
            #expect(!panel.isHelping)
            #expect(panel.question == plain.question)
            #expect(panel.notices == plain.notices)
        }
    }

    @Test("the key that shows the help takes it away as well, and q leaves the board")
    func helpAgain() {
        var panel = ControlPanel(isOn: true)
        for isHelping in [true, false, true] {
            #expect(panel.press(.character("?"), Keys.gather, at: .zero) == [])
            #expect(panel.isHelping == isHelping)
        }
        #expect(panel.press(.character("q"), Keys.gather, at: .zero) == [.quit])
    }
}
