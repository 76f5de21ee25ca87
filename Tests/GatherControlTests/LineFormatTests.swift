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
