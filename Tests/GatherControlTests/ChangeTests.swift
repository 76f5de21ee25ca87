import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct ChangeTests {
    static let until = LocalTime(Sample.now.wall + .seconds(451)).timeOfDay
    static let at731 = TimeFields(minutes: 7, seconds: 31)

    static let texts: [(Change, GatherSnapshot, Outcome, String)] = [
        (
            .open(time: nil, teamAName: nil, teamBName: nil), Sample.gather(),
            Sample.outcome(opened: true), "opened: 10:00, Team A - Team B"
        ),
        (
            .start(agoMilliseconds: nil), Sample.gather(Sample.running(.seconds(600))),
            Sample.outcome(), "running from 10:00"
        ),
        (
            .start(agoMilliseconds: nil), Sample.gather(Sample.running(.seconds(600))),
            Sample.outcome(opened: true), "opened a match; running from 10:00, Team A - Team B"
        ),
        (
            .start(agoMilliseconds: 8_000), Sample.gather(Sample.running(.seconds(592))),
            Sample.outcome(), "running from 10:00; now 09:52"
        ),
        (
            .start(agoMilliseconds: nil), Sample.gather(Sample.running()),
            Sample.outcome(changed: false),
            "no change: already running, 07:31 left, started from 10:00"
        ),
        (
            .start(agoMilliseconds: nil), Sample.gather(Sample.paused()), Sample.outcome(),
            "running from 10:00; now 07:31 paused"
        ),
        (
            .resume(agoMilliseconds: nil), Sample.gather(Sample.running()),
            Sample.outcome(since: at731), "running from 07:31"
        ),
        (
            .pause(agoMilliseconds: nil), Sample.gather(Sample.paused()),
            Sample.outcome(since: at731), "paused at 07:31"
        ),
        (
            .pause(agoMilliseconds: nil), Sample.gather(Sample.paused()),
            Sample.outcome(changed: false, since: at731), "no change: already paused at 07:31"
        ),
        (
            .pause(agoMilliseconds: nil), Sample.gather(Sample.running()), Sample.outcome(),
            "paused at 10:00; now 07:31 running until \(until)"
        ),
        (
            .toggle(agoMilliseconds: nil), Sample.gather(Sample.paused()),
            Sample.outcome(since: at731), "paused at 07:31"
        ),
        (
            .toggle(agoMilliseconds: nil), Sample.gather(Sample.running()),
            Sample.outcome(since: at731), "running from 07:31"
        ),
        (.cancel, Sample.gather(), Sample.outcome(), "clock reset to 10:00, the match goes on"),
        (
            .cancel, Sample.gather(), Sample.outcome(changed: false),
            "no change: clock already at 10:00"
        ),
        (.setTime(at731), Sample.gather(), Sample.outcome(since: at731), "clock set to 07:31"),
        (
            .setTime(at731), Sample.gather(), Sample.outcome(wasRunning: true, since: at731),
            "stopped at 07:31; it was running; undo: gatherctl undo --match"
        ),
        (
            .setTime(at731), Sample.gather(), Sample.outcome(changed: false, since: at731),
            "no change: clock already at 07:31"
        ),
        (
            adjust, Sample.gather(Sample.running()), Sample.outcome(),
            "30 s added: running, 07:31 left"
        ),
        (adjust, Sample.gather(Sample.paused()), Sample.outcome(), "30 s added: paused at 07:31"),
        (adjust, Sample.gather(Sample.stopped()), Sample.outcome(), "30 s added: 10:00, stopped"),
        (.setScore(.teamA, 2), Sample.gather(), Sample.outcome(), "Team A 2-1 Team B"),
        (
            .setScore(.teamA, 2), Sample.gather(), Sample.outcome(changed: false),
            "no change: already Team A 2-1 Team B"
        ),
        (
            .addToScore(.teamA, 1), Sample.gather(names: ("Reds", "Blues")), Sample.outcome(),
            "Reds 2-1 Blues"
        ),
        (
            .end, Sample.gather(phase: .ended, names: ("Reds", "Blues")), Sample.outcome(),
            "ended: Reds 2-1 Blues, winner Reds\nundo: gatherctl undo --match"
        ),
        (
            .end, Sample.gather(score: (1, 1), phase: .ended), Sample.outcome(),
            "ended: Team A 1-1 Team B, a draw\nundo: gatherctl undo --match"
        ),
        (
            .discard, Sample.gather(phase: .discarded), Sample.outcome(),
            "discarded: Team A 2-1 Team B\nundo: gatherctl undo --match"
        ),
    ]

    @Test("a change that worked is told in a line or two", arguments: texts)
    func text(change: Change, gather: GatherSnapshot, outcome: Outcome, text: String) throws {
        #expect(try Self.text(change, gather, outcome) == text)
    }

    /// What is said of a change with this answer.
    private static func text(
        _ change: Change, _ gather: GatherSnapshot?, _ outcome: Outcome
    ) throws -> String {
        try text(change, gather, ["outcome": outcome.json])
    }

    private static func text(
        _ change: Change, _ gather: GatherSnapshot?, _ parameters: JSONObject
    ) throws -> String {
        var parameters = parameters
        parameters["gather"] = gather?.json
        return try change.text(parameters, at: Sample.now)
    }

    @Test("an undo tells what it took back and what is the case now")
    func undone() throws {
        let (undo, paused) = (Change.undo(number: nil), Sample.gather(Sample.paused()))
        #expect(
            try Self.text(undo, paused, ["undone": "the goal\n"])
                == "undone: the goal\u{FFFD}\n07:31 paused, Team A 2-1 Team B")
        #expect(
            try Self.text(undo, nil, ["undone": "the opening"])
                == "undone: the opening\nno match is open")
        #expect(throws: VarlinkError.self) { try Self.text(undo, paused, [:]) }
    }

    @Test("a redo tells what stands again")
    func redone() throws {
        let paused = Sample.gather(Sample.paused())
        #expect(
            try Self.text(.redo, paused, ["redone": "the goal"])
                == "redone: the goal\n07:31 paused, Team A 2-1 Team B")
    }

    @Test("a reopened gather is told by its date, and what was taken back to it")
    func reopened() throws {
        let gather = Sample.gather(Sample.paused())
        let opened = TimeText.dateAndTime(gather.openedAt)
        #expect(
            try Self.text(.reopen(id: "6f1c"), gather, ["undone": "the end of the match"])
                == "reopened: the match of \(opened)\nundone: the end of the match\n"
                + "07:31 paused, Team A 2-1 Team B")
    }

    @Test("an end tells that nothing is sent where nobody is signed in to the account that is kept")
    func signedOut() throws {
        var gather = Sample.gather(phase: .ended)
        var outcome = Sample.outcome()
        outcome.signedOut = true
        let ended =
            "ended: Team A 2-1 Team B, winner Team A\nundo: gatherctl undo --match\n"
        #expect(
            try Self.text(.end, gather, outcome)
                == ended + "not sent: nobody is signed in; 'gatherctl login' signs in")
        gather.submission = SubmissionFields(state: .signInNeeded)
        #expect(
            try Self.text(.end, gather, outcome)
                == ended + "Sign in to send the result: 'gatherctl login'")
    }

    private static let adjust = Change.adjustTime(seconds: 30, start: false)

    @Test("a request that is repeated after more has been done says so, and what is now")
    func repeated() throws {
        let running = Sample.gather(Sample.running(), score: (1, 0))
        let done = Sample.outcome(gatherID: "another")
        let text = try Self.text(.end, running, done)
        let now = "07:31 running until \(Self.until), Team A 1-0 Team B"
        #expect(text == "done before, with this request ID\nnow: \(now)")
        let same = Sample.outcome(gatherID: running.id)
        #expect(try Self.text(.end, running, same) == text)
        #expect(
            try Self.text(.open(time: nil, teamAName: nil, teamBName: nil), nil, done)
                == "done before, with this request ID\nnow: no match is open")
    }
}
