import GatherAPI
import LinuxIO
import Testing

@testable import GatherControl

@Suite struct OnOptionsTests {
    private func options(_ words: String...) throws -> OnOptions? {
        (try CommandLine(words).command as? On)?.options
    }

    @Test("events, and a command behind two dashes")
    func read() throws {
        #expect(
            try options("on", "goal", "timeUp", "--", "sh", "-c", "exit 3")
                == OnOptions(
                    kinds: [.goal, .timeUp], command: ["sh", "-c", "exit 3"],
                    timeout: .seconds(30)))
        #expect(
            try options(
                "-p", "north", "on", "remaining=60s", "remaining=01:30", "--timeout", "500ms",
                "--", "--timeout")
                == OnOptions(
                    kinds: [.remaining(milliseconds: 60_000), .remaining(milliseconds: 90_000)],
                    command: ["--timeout"], timeout: .milliseconds(500)))
    }

    static let errors = [
        ("on goal", "the command is missing; write it after '--'"),
        ("on goal --", "the command after '--' is missing"),
        ("on goal -- play a\u{FFFD}.wav", "'a\u{FFFD}.wav' is not UTF-8"),
        (
            "on -- true",
            "the event is missing; use timeUp, lastMinute, goal, scorer, card, substitution, "
                + "foul, timeOut, timeOutEnded, kick, started, paused, periodBegan, "
                + "periodEnded, addedTime, ended, discarded, remaining=60s"
        ),
        ("on gaol -- true", "there is no event 'gaol'; did you mean 'goal'?"),
        ("on timeup -- true", "there is no event 'timeup'; did you mean 'timeUp'?"),
        ("on remain=60s -- true", "there is no event 'remain=60s'; did you mean 'remaining=60s'?"),
        (
            "on remaining=60 -- true",
            "'remaining=60' has no length of time; use remaining=60s, remaining=5m or "
                + "remaining=01:30"
        ),
        (
            "on goal --timeout 0s -- true",
            "'0s' is out of range: a length of time is from 1 ms to 24 hours"
        ),
        (
            "on goal --timeout 5 -- true",
            "'5' is not a length of time; use 8s, 500ms, 1m30s or 01:30"
        ),
        (
            "on remaining=25h -- true",
            "'remaining=25h' is out of range: a length of time is from 1 ms to 24 hours"
        ),
    ]

    @Test("what is wrong is named", arguments: errors)
    func error(line: String, cause: String) {
        do {
            _ = try CommandLine(line.split(separator: " ").map(String.init))
            Issue.record("it is no command line")
        } catch {
            #expect(error.message == "cannot run a command: \(cause)")
            #expect(error.verb == "on")
        }
    }

    @Test("a program that is not there is found out before anything happens")
    func missing() throws {
        let bench = Bench()
        bench.environment["PATH"] = "/nowhere"
        let result = try bench.run("on", "goal", "--", "true")
        #expect(result.status == .usage)
        #expect(
            result.errors == """
                gatherctl: cannot run 'true': there is no such program
                to run a line of the shell: sh -c 'LINE'

                """)
        #expect(result.calls == [])
    }

    @Test("a directory, and a file that cannot be run, are found out as well")
    func noProgram() throws {
        for (program, cause) in [
            ("/tmp", "it is a directory"), ("/dev/null", "it is not a program"),
            ("/etc/passwd", "it is not executable"), ("passwd", "it is not executable"),
            ("tmp", "it is a directory"), ("/etc/passwd/sh", "Not a directory"),
            ("/nowhere/sh", "there is no such program"),
        ] {
            let bench = Bench()
            bench.environment["PATH"] = "/nowhere:/:/etc"
            let result = try bench.run("on", "goal", "--", program)
            #expect(result.status == .usage)
            #expect(result.errors.hasPrefix("gatherctl: cannot run '\(program)': \(cause)\n"))
            #expect(result.calls == [])
        }
    }

    @Test("what a command is told of a card and of a substitution")
    func toldOfBookings() {
        let (ada, bo) = (PlayerFields(id: 1, name: "Ada"), PlayerFields(id: 2, name: "Bo"))
        let card = CardFields(
            number: 4, team: .teamB, player: ada, card: .secondYellow, goneMilliseconds: 60_001)
        let gather = Sample.gather()
        let shown = MatchEvent(kind: .card, gather: gather, side: .teamB, card: card)
        let change = MatchEvent(
            kind: .substitution, gather: gather, side: .teamA, playerOff: ada, playerOn: bo)
        let names = ["EVENT", "EVENT_TEAM", "CARD", "PLAYER", "PLAYER_ON", "MINUTE"]
        func values(_ event: MatchEvent) -> [Substring] {
            let variables = EventPresenter.variables(event, pitch: nil, at: Sample.now)
            return names.compactMap { name in
                let start = "GATHER_\(name)="
                return variables.first { $0.hasPrefix(start) }?.dropFirst(start.count)
            }
        }
        #expect(values(shown) == ["card", "b", "secondYellow", "Ada", "", "2"])
        #expect(values(change) == ["substitution", "a", "", "Ada", "Bo", ""])
        let input = String(decoding: EventPresenter.input(change), as: UTF8.self)
        #expect(input.contains(#""card":null,"playerOff":{"id":1,"name":"Ada","#))
    }

    @Test("what a command is told of a kick from the mark")
    func toldOfKick() {
        let ada = PlayerFields(id: 1, name: "Ada")
        let kick = KickFields(number: 4, team: .teamB, scored: false, player: ada)
        var gather = Sample.gather()
        gather.kicks = KicksFields(
            score: "0-0", goalsA: 0, goalsB: 0, taken: [kick], next: .teamA, suddenDeath: false,
            decided: false)
        let event = MatchEvent(kind: .kick, gather: gather, side: .teamB, kick: kick)
        let variables = EventPresenter.variables(event, pitch: nil, at: Sample.now)
        for value in ["EVENT=kick", "EVENT_TEAM=b", "PLAYER=Ada", "KICK=out", "KICKS=0-0"] {
            #expect(variables.contains("GATHER_\(value)"))
        }
        let input = String(decoding: EventPresenter.input(event), as: UTF8.self)
        #expect(input.contains(#""kick":{"number":4,"team":"teamB","scored":false,"#))
    }

    @Test("what a command is told")
    func told() throws {
        var event = MatchEvent(
            kind: .goal, gather: Sample.gather(Sample.running(), names: ("Reds", "Blues")),
            side: .teamA)
        #expect(
            EventPresenter.variables(event, pitch: "north", at: Sample.now) == [
                "GATHER_EVENT=goal", "GATHER_EVENT_TEAM=a", "GATHER_SCORER=", "GATHER_OWN_GOAL=",
                "GATHER_CARD=", "GATHER_PLAYER=", "GATHER_PLAYER_ON=", "GATHER_MINUTE=",
                "GATHER_ADDED_MINUTES=",
                "GATHER_PITCH=north",
                "GATHER_ID=6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e", "GATHER_REVISION=7",
                "GATHER_PHASE=open", "GATHER_STATE=running", "GATHER_CLOCK=07:31",
                "GATHER_REMAINING=451", "GATHER_TEAM_A=Reds", "GATHER_TEAM_B=Blues",
                "GATHER_SCORE=2-1", "GATHER_SCORE_A=2", "GATHER_SCORE_B=1", "GATHER_WINNER=Reds",
                "GATHER_KICK=", "GATHER_KICKS=",
            ])
        let variables = EventPresenter.variables(
            event, pitch: nil, socket: "/run/test.sock", at: Sample.now)
        #expect(variables.contains("GATHERD_SOCKET=/run/test.sock"))
        let input = String(decoding: EventPresenter.input(event), as: UTF8.self)
        let start =
            #"{"event":"goal","team":"teamA","goal":null,"card":null,"playerOff":null,"#
            + #""playerOn":null,"kick":null,"gather":{"id":"6f"#
        #expect(input.hasPrefix(start))
        #expect(input.hasSuffix("}\n"))
        let ada = PlayerFields(id: 1, name: "Ada", position: nil)
        for (scorer, gone, values) in [(nil, 60_001, ["", "", "2"]), (ada, 0, ["Ada", "1", "1"])] {
            event.goal = GoalFields(
                number: 5, team: .teamA, scorer: scorer, ownGoal: scorer != nil,
                goneMilliseconds: gone)
            let variables = EventPresenter.variables(event, pitch: nil, at: Sample.now)
            let names = ["SCORER", "OWN_GOAL", "MINUTE"]
            for (name, value) in zip(names, values) {
                #expect(variables.contains("GATHER_\(name)=\(value)"))
            }
            let input = String(decoding: EventPresenter.input(event), as: UTF8.self)
            #expect(input.contains(#""goal":{"number":5,"team":"teamA","#))
        }
    }

    @Test("a command that did well is not talked about")
    func report() {
        let event = MatchEvent(kind: .timeUp, gather: Sample.gather())
        func report(_ end: SpawnedProcess.End, _ timeout: Duration? = nil) -> String? {
            EventPresenter.report(event, "horn", end, timeout: timeout)
        }
        #expect(report(.exited(0)) == nil)
        #expect(report(.exited(3)) == "timeUp: 'horn' ended with status 3")
        #expect(report(.killed(11)) == "timeUp: 'horn' was ended by signal 11")
        #expect(
            report(.killed(15), .seconds(30))
                == "timeUp: 'horn' was ended by signal 15 after 30 s, which is too long")
    }
}
