import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct LineFormatTests {
    private func line(
        _ format: String, _ gather: GatherSnapshot?, isStale: Bool = false
    ) throws -> String {
        var state = WatchState()
        state.update(MatchState(gather: gather), reason: "snapshot")
        if isStale { state.lose() }
        return LinePresenter.line(try LineFormat(format), state, at: Sample.now)
    }

    @Test("every field has its place, and doubled braces are braces")
    func fields() throws {
        let gather = Sample.gather(Sample.running(), names: ("Reds", "Blues"))
        #expect(
            try line("{clock} {teamA} {scoreA}-{scoreB} {teamB}", gather)
                == "07:31 Reds 2-1 Blues")
        #expect(try line("{{{score}}} {{}} %{{F-}}", gather) == "{2-1} {} %{F-}")
        #expect(try line("{state}/{period}/{winner}", gather) == "running/playing/Reds")
        let until = LocalTime(Sample.now.wall + .seconds(451)).timeOfDay
        #expect(try line("{until} {remaining}", gather) == "\(until) 451")
        #expect(try line("<{submission}{stale}>{id}", gather) == "<>\(gather.id)")
    }

    @Test("the last goal has its scorer and its minute, and the newest event its text")
    func lastGoal() throws {
        func line(_ entries: [TimelineEntry]) throws -> String {
            var state = WatchState()
            state.update(MatchState(gather: Sample.gather()), reason: "snapshot")
            state.events = entries
            let format = try LineFormat("{scorer}|{minute}|{log}")
            return LinePresenter.line(format, state, at: Sample.now)
        }
        var (first, own, late) = (
            Sample.entry(2, "goal for Reds", gone: 100), Sample.entry(4, "own goal", gone: 170),
            Sample.entry(5, "goal for Blues", gone: 90)
        )
        (first.team, first.goals, first.scorer, first.ownGoal) = (.teamA, 1, "Ada", false)
        (own.team, own.goals, own.scorer, own.ownGoal) = (.teamA, 1, "Kofi", true)
        // It was dated back before the other one.
        (late.team, late.goals) = (.teamB, 1)
        (first.tallyPlace, late.tallyPlace, own.tallyPlace) = (1, 2, 3)
        let paused = Sample.entry(3, "paused", kind: "paused")
        #expect(try line([]) == "||")
        #expect(try line([first]) == "Ada|2|goal for Reds")
        #expect(try line([first, paused, own]) == "Kofi (OG)|3|own goal")
        #expect(try line([first, own, late]) == "Kofi (OG)|3|goal for Blues")
        #expect(try line([late]) == "|2|goal for Blues")
        var set = Sample.entry(6, "score set", gone: 200)
        (set.team, set.goals, set.correction) = (.teamA, 2, true)
        #expect(try line([first, set]) == "Ada|2|score set")
    }

    @Test("only a line with something of the events asks for them, where there are some")
    func needsEvents() throws {
        var scored = Sample.gather()
        scored.latestGoal = GoalFields(
            number: 5, team: .teamA, scorer: nil, ownGoal: false, goneMilliseconds: 0)
        let needs = [
            ("{clock} {score}", false, false), ("{scorer}", false, true), ("{minute}", false, true),
            ("{log}", true, true),
        ]
        for (text, without, with) in needs {
            let format = try LineFormat(text)
            #expect(format.needsEvents(of: Sample.gather()) == without)
            #expect(format.needsEvents(of: scored) == with)
        }
    }

    @Test("the period of every state")
    func periods() throws {
        func period(_ gather: GatherSnapshot?) throws -> String { try line("{period}", gather) }
        #expect(try period(nil) == "no gather")
        #expect(try period(Sample.gather()) == "not running")
        #expect(try period(Sample.gather(Sample.paused())) == "paused")
        #expect(try period(Sample.gather(Sample.stopped(.zero))) == "time up")
        #expect(try period(Sample.gather(Sample.running(.zero))) == "time up")
        #expect(try period(Sample.gather(phase: .ended)) == "full time")
        #expect(try period(Sample.gather(phase: .discarded)) == "discarded")
        #expect(try line("{clock} {state} {score}.", nil) == "--:-- none .")
    }

    @Test("no line hides that the daemon is lost")
    func stale() throws {
        let gather = Sample.gather()
        #expect(try line("{score}", gather, isStale: true) == "2-1 STALE")
        #expect(try line("{stale}|{score}", gather, isStale: true) == "STALE|2-1")
        #expect(try line("{period}", gather, isStale: true) == "not running (STALE)")
    }

    static let errors = [
        ("", "'--format' is empty"),
        ("{clokc}", "there is no field '{clokc}'; did you mean '{clock}'?"),
        ("{teama}", "there is no field '{teama}'; did you mean '{teamA}'?"),
        ("a}", "a '}' in 'a}' closes nothing; write '}}' for a brace"),
        ("{score", "'{score' has no '}'; write '{{' for a brace"),
    ]

    @Test("what is wrong is named", arguments: errors)
    func error(format: String, message: String) {
        #expect(throws: UsageError(message)) { try LineFormat(format) }
    }

    @Test("a field that is like no other gets the list of them")
    func list() {
        do {
            _ = try LineFormat("{xyzzy}")
            Issue.record("it is no field")
        } catch {
            #expect(error.message.contains("use clock, state, period, teamA"))
        }
    }
}
