import GatherAPI
import Testing

@testable import GatherControl

@Suite struct BoardQuestionTests {
    @Test("ending and discarding ask; only y is yes")
    func closing() {
        let (end, discard) = (Change.end.of(Keys.gather.id), Change.discard.of(Keys.gather.id))
        #expect(Keys.changes(("e", 0), ("y", 150)) == [end])
        #expect(Keys.changes(("d", 0), ("Y", 150)) == [discard])
        #expect(Keys.changes(("e", 0), ("n", 1), ("y", 2)) == [])
        #expect(Keys.changes(("e", 0), ("q", 1)) == [])
        // A goal that is pressed by somebody who has not seen the question counts.
        #expect(Keys.changes(("e", 0), ("a", 1)) == [.addToScore(.teamA, 1)])
        #expect(Keys.changes(("e", 0), ("d", 1), ("y", 151)) == [discard])
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character("e"), Keys.gather, at: .zero)
        #expect(Keys.changes(panel.press(.enter, Keys.gather, at: .zero)) == [])
        #expect(panel.notices.last?.text == "cancelled: the match goes on")
        _ = panel.press(.character("e"), Keys.gather, at: .zero)
        #expect(panel.nextChange == .seconds(5))
        panel.removeExpired(Keys.gather, at: .milliseconds(9_999))
        #expect(panel.question != nil)
        panel.removeExpired(Keys.gather, at: .seconds(10))
        #expect(panel.question == nil)
        #expect(panel.notices.last?.text == "not ended: nobody pressed y")
    }

    @Test("the question has the score as it is by now")
    func live() {
        var panel = ControlPanel(isOn: true)
        for key in "ae" { _ = panel.press(.character(key), Keys.gather, at: .zero) }
        func text(_ gather: GatherSnapshot) -> String? { panel.question?.forms(gather)[0] }
        let rest = ". Are you sure you want to end the match? y yes [Cancel]"
        #expect(text(Keys.gather) == "End Match: Team A 2-1 Team B\(rest)")
        let scored = Sample.gather(Sample.running(), score: (3, 1))
        #expect(text(scored) == "End Match: Team A 3-1 Team B\(rest)")
    }

    @Test("a question about what has changed meanwhile goes away, and yes is none then")
    func overtaken() {
        var other = Keys.gather
        other.id = "another"
        for (key, gather) in [("e", other), ("d", Sample.gather(phase: .ended))] {
            var panel = ControlPanel(isOn: true)
            _ = panel.press(.character(Character(key)), Keys.gather, at: .zero)
            #expect(panel.press(.character("y"), gather, at: .seconds(1)) == [])
            let text = key == "e" ? "not ended" : "not discarded"
            #expect(panel.notices.map(\.text) == ["\(text): the match is over already"])
            #expect(panel.question == nil)
            _ = panel.press(.character(Character(key)), Keys.gather, at: .seconds(2))
            panel.removeExpired(gather, at: .seconds(2))
            #expect(panel.question == nil)
        }
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character(" "), Sample.gather(phase: .ended), at: .zero)
        #expect(panel.press(.character("y"), Keys.gather, at: .seconds(1)) == [])
        #expect(
            panel.notices.map(\.text)
                == ["no new match started: one is open already"])
        // What is pressed in spite of the question is taken for what it is.
        _ = panel.press(.character("e"), Keys.gather, at: .seconds(2))
        #expect(
            Keys.changes(panel.press(.character("a"), other, at: .seconds(3)))
                == [.addToScore(.teamA, 1)])
    }

    @Test("a time that is typed is for the match that was shown, and none is set in another")
    func timeOvertaken() {
        var other = Keys.gather
        other.id = "another"
        let ended = Sample.gather(phase: .ended)
        let changes: [(GatherSnapshot?, GatherSnapshot?, String)] = [
            (Keys.gather, other, "another match was opened"),
            (Keys.gather, ended, "its match is over; 'u' reopens it"),
            (Keys.gather, nil, "its match no longer exists"),
            (nil, Keys.gather, "a match was opened"),
            (ended, Keys.gather, "its match was reopened"),
        ]
        for (before, after, reason) in changes {
            var panel = ControlPanel(isOn: true)
            for key in "s5:0" { _ = panel.press(.character(key), before, at: .zero) }
            #expect(panel.press(.character("0"), after, at: .seconds(1)) == [])
            #expect(panel.question == nil)
            // What is left of the time is no key for anything else.
            for key in [BoardKey.character("s"), .character(":"), .enter] {
                #expect(panel.press(key, after, at: .milliseconds(1_900)) == [])
            }
            #expect(panel.notices.map(\.text) == ["time not set: \(reason)"])
            _ = panel.press(.character("s"), after, at: .milliseconds(2_900))
            #expect(panel.question == .time("", problem: nil, in: after))
        }
    }

    @Test("at a kick-off the time is not set, and space is the start that it was pressed for")
    func kickedOff() {
        let ready = Sample.gather(Sample.stopped(), names: ("Reds", "Blues"))
        var running = ready
        running.timer = Sample.running(.milliseconds(599_500))
        var panel = ControlPanel(isOn: true)
        for key in "s5:0" { _ = panel.press(.character(key), ready, at: .zero) }
        #expect(panel.press(.character("0"), running, at: .seconds(1)) == [])
        #expect(panel.notices.map(\.text) == ["time not set: the countdown has started"])
        let now = Sample.now.boottime
        panel = ControlPanel(isOn: true)
        panel.isKickedOff = true
        #expect(panel.press(.character(" "), running, at: now + .seconds(1)) == [])
        #expect(panel.notices.count == 1)
        #expect(
            Keys.changes(panel.press(.character(" "), running, at: now + .seconds(2)))
                == [.pause()])
    }

    @Test("a goal that was pressed twice is not asked about in another match")
    func againOvertaken() throws {
        var other = Keys.gather
        other.id = "another"
        other.teamA.name = "X"
        var panel = ControlPanel(isOn: true)
        for time in [0, 500] {
            _ = panel.press(.character("a"), Keys.gather, at: .milliseconds(time))
        }
        #expect(panel.press(.character("a"), other, at: .seconds(1)) == [])
        #expect(panel.question == nil)
        let text = "NOT COUNTED: goal for Team A: another match was opened"
        #expect(panel.notices.last?.text == text)
        #expect(
            Keys.changes(panel.press(.character("a"), other, at: .seconds(2)))
                == [.addToScore(.teamA, 1)])
        // Where no match is open, one that stays so is the same.
        let ended = Sample.gather(phase: .ended)
        let goal = try #require(GoalKey("a"))
        for time in [5_000, 5_500] {
            _ = panel.press(.character("a"), ended, at: .milliseconds(time))
        }
        panel.removeExpired(ended, at: .seconds(6))
        #expect(panel.question == .again(goal, in: ended))
    }

    @Test("after a change of the squad undo asks whether the match is meant")
    func undoOfMatch() {
        let change = SquadChangeFields(
            kind: .removed, playerID: 24, profile: ProfileFields(name: "Ann"))
        let undo = Change.undo(number: nil, isOfMatch: true)
        func panel() -> ControlPanel {
            var panel = ControlPanel(isOn: true)
            panel.settle(undo: change, Keys.gather, at: .zero)
            return panel
        }
        for (key, changes) in [("y", [undo]), ("n", []), ("u", [])] as [(Character, [Change])] {
            var panel = panel()
            let actions = panel.press(.character(key), Keys.gather, at: .seconds(1))
            #expect(Keys.changes(actions) == changes, "\(key)")
        }
        #expect(
            panel().question?.forms(Keys.gather)[0]
                == "Since then: Ann was removed. Undo in the match anyway? y yes [Cancel]")
        // What the match was then is not what y would undo now.
        var newer = Keys.gather
        newer.revision += 1
        var overtaken = panel()
        #expect(overtaken.press(.character("y"), newer, at: .seconds(1)) == [])
        #expect(overtaken.notices.map(\.text) == ["nothing undone: the match has changed"])
        var unanswered = panel()
        unanswered.removeExpired(Keys.gather, at: .seconds(10))
        #expect(unanswered.notices.map(\.text) == ["nothing undone: nobody pressed y"])
        // Another question goes on, as its answer is being typed.
        var other = ControlPanel(isOn: true)
        _ = other.press(.character("s"), Keys.gather, at: .zero)
        other.settle(undo: change, Keys.gather, at: .zero)
        #expect(other.question == .time("", problem: nil, in: Keys.gather))
    }

    /// A match that is over, with a player who may have left the squad on each side.
    private static let over: GatherSnapshot = {
        var over = Sample.gather([Sample.player(3, "Ada"), Sample.player(5, "Bea")], [])
        over.teamB.players = [PlayerFields(id: 8, name: "Kofi", position: nil)]
        over.phase = .ended
        (over.teamA.color, over.teamB.color) = (.red, .blue)
        over.timer.initial = TimeFields(minutes: 12, seconds: 0)
        return over
    }()

    @Test("after the end space asks for a rematch, with the names, the time and the players")
    func rematch() {
        let time = TimeFields(minutes: 12, seconds: 0)
        func rematch(_ teamA: [Int], _ teamB: [Int]) -> Change {
            .open(
                time: time, teamAName: "Reds", teamBName: "Blues", colorA: .red, colorB: .blue,
                teamAPlayers: teamA, teamBPlayers: teamB)
        }
        var discarded = Self.over
        discarded.phase = .discarded
        for over in [Self.over, discarded] {
            #expect(Keys.changes((" ", 0), in: over) == [])
            #expect(Keys.changes((" ", 0), ("y", 149), in: over) == [])
            #expect(Keys.changes((" ", 0), ("y", 150), in: over) == [rematch([3, 5], [8])])
            #expect(Keys.changes((" ", 0), ("u", 200), in: over) == [.undo(number: nil)])
            #expect(Keys.changes((" ", 0), (" ", 900), (" ", 1_800), in: over) == [])
        }
        var panel = ControlPanel(isOn: true)
        #expect(panel.press(.character(" "), Self.over, at: .zero) == [.listSquad])
        #expect(
            panel.question?.forms(Self.over)[0]
                == "Rematch, Reds - Blues, 12:00? y yes, n new match [Cancel]")
        // Without whoever has left the squad.
        panel.squad = [3, 8].map { Sample.player($0, "Somebody") }
        let actions = panel.press(.character("y"), Self.over, at: .seconds(1))
        #expect(Keys.changes(actions) == [rematch([3], [8])])
        // What was listed then is not the squad of the next question.
        _ = panel.press(.character(" "), Self.over, at: .seconds(60))
        #expect(panel.squad == nil)
    }

    @Test("a no to the rematch asks about a new match, and anything but yes opens none")
    func another() {
        let (over, start) = (Self.over, Change.start(agoMilliseconds: nil))
        #expect(Keys.changes((" ", 0), ("n", 200), ("y", 400), in: over) == [start])
        #expect(Keys.changes((" ", 0), ("n", 200), ("y", 349), in: over) == [])
        #expect(Keys.changes((" ", 0), ("n", 200), ("n", 400), ("y", 600), in: over) == [])
        #expect(Keys.changes((" ", 0), in: nil) == [start])
        for key in [BoardKey.escape, .enter, .backspace, .character("q")] {
            var panel = ControlPanel(isOn: true)
            _ = panel.press(.character(" "), over, at: .zero)
            #expect(panel.press(key, over, at: .seconds(1)) == [])
            #expect(panel.question == nil)
            #expect(panel.notices.last?.text == "cancelled: no new match")
        }
        var panel = ControlPanel(isOn: true)
        for key in " n" { _ = panel.press(.character(key), over, at: .zero) }
        #expect(panel.question?.forms(over)[0] == "Start a new match? y yes [Cancel]")
        _ = panel.press(.enter, over, at: .zero)
        #expect(panel.notices.last?.text == "cancelled: no new match")
        // While space is held the question stays, and a match that is opened then is not paused.
        for time in stride(from: 2_000, to: 14_000, by: 500) {
            _ = panel.press(.character(" "), over, at: .milliseconds(time))
            panel.removeExpired(over, at: .milliseconds(time))
        }
        #expect(panel.question == .rematch(over))
        #expect(panel.press(.character(" "), Keys.gather, at: .seconds(14)) == [])
        panel.removeExpired(over, at: .seconds(30))
        _ = panel.press(.character(" "), over, at: .seconds(30))
        panel.removeExpired(over, at: .seconds(40))
        #expect(panel.notices.last?.text == "no new match started: nobody pressed y")
        // What is pressed a moment after a match was opened elsewhere answers nothing.
        for key in "yn" {
            var late = ControlPanel(isOn: true)
            _ = late.press(.character(" "), over, at: .zero)
            #expect(late.press(.character(key), Keys.gather, at: .seconds(1)) == [])
            #expect(late.notices.map(\.text) == ["no new match started: one is open already"])
        }
    }

    @Test("a yes that comes before anybody can have read the question is none")
    func readingTime() {
        #expect(Keys.changes(("e", 0), ("y", 0)) == [])
        #expect(Keys.changes(("e", 0), ("y", 149)) == [])
        #expect(
            Keys.changes(("e", 0), ("y", 149), ("y", 150)) == [.end.of(Keys.gather.id)])
        // The time is that of the question it would answer.
        #expect(Keys.changes(("e", 0), ("d", 100), ("y", 249)) == [])
    }

    @Test("an arrow, and what is pasted, answers nothing")
    func others() {
        for key in "aeds" {
            var panel = ControlPanel(isOn: true)
            for _ in 0..<2 { _ = panel.press(.character(key), Keys.gather, at: .zero) }
            let question = panel.question
            #expect(question != nil)
            for other in [BoardKey.other, .paste] {
                #expect(panel.press(other, Keys.gather, at: .seconds(1)) == [])
                #expect(panel.question == question)
            }
            #expect(panel.notices.last?.text == "that looked like a paste, and was ignored")
        }
    }

    @Test("nothing is asked where no gather is open")
    func nothingToClose() {
        #expect(Keys.changes(("e", 0), ("y", 1), in: nil) == [])
        var panel = ControlPanel(isOn: true)
        _ = panel.press(.character("e"), Sample.gather(phase: .ended), at: .zero)
        #expect(
            panel.notices.last?.text
                == "cannot end the match: no match is open; 'space' starts one")
    }

    @Test("a time is typed, corrected and set; a wrong one is said to be one and stays")
    func time() {
        var panel = ControlPanel(isOn: true)
        func press(_ keys: String) -> [Change] {
            keys.flatMap { key in
                Keys.changes(
                    panel.press(
                        key == "\n" ? .enter : key == "<" ? .backspace : .character(key),
                        Keys.gather, at: .zero))
            }
        }
        #expect(press("s12:000<\n") == [.setTime(TimeFields(minutes: 12, seconds: 0))])
        #expect(press("s1m9\n") == [])
        #expect(panel.question == .time("1m9", problem: "'1m9' is not a time", in: Keys.gather))
        #expect(press("s") == [])
        #expect(press("\n") == [.setTime(TimeFields(minutes: 1, seconds: 9))])
        #expect(press("sa") == [])
        let problem = "a time has no 'a'"
        #expect(panel.question == .time("", problem: problem, in: Keys.gather))
        _ = panel.press(.escape, Keys.gather, at: .zero)
        #expect(panel.question == nil)
    }
}
