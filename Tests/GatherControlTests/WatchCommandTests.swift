import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct WatchCommandTests {
    private static let paused = Sample.message(Sample.gather(Sample.paused()), "snapshot")
    private static let goal = Sample.message(
        Sample.gather(Sample.paused(), score: (3, 1)), "scoreChanged")
    private static func running(_ left: Duration, _ reason: String = "snapshot") -> Reply {
        Sample.message(Sample.gather(Sample.running(left)), reason)
    }

    @Test("on a pipe, every message is a line")
    func lines() throws {
        let none = Sample.message(nil, "snapshot")
        let result = try Bench(.replies([none, Self.paused, Self.goal])).watch()
        #expect(result.status == .done)
        #expect(
            result.output == """
                no match yet  snapshot
                07:31  paused  Team A 2-1 Team B  snapshot
                07:31  paused  Team A 3-1 Team B  scoreChanged

                """)
        let call = Call("io.gatherd.Gather.Subscribe", ["ticks": false], more: true)
        #expect(result.calls == [[call]])
    }

    @Test("a line has the fouls of both sides where it was missed whose was counted")
    func fouls() throws {
        let messages = [(0, 0), (1, 1), (2, 1), (0, 1)].map { teamA, teamB in
            var gather = Sample.gather(Sample.paused())
            gather.course = CourseFields(
                format: "futsal", index: 0, stage: .underway,
                period: PeriodFields(
                    id: "first half", kind: .play, seconds: 1_200, shows: .down, fromSeconds: 0,
                    atZero: .stop, begins: .byHand),
                elapsedMilliseconds: 0, fouls: FoulsFields(teamA: teamA, teamB: teamB))
            return Sample.message(gather, "foulCounted")
        }
        let lines = try Bench(.replies(messages)).watch().output.split(separator: "\n")
        let ends = ["fouls 0-0", "fouls 1-1", "foul of Team A, 2", "fouls 0-1"]
        #expect(lines.map { $0.split(separator: "  ").last ?? "" } == ends.map { $0[...] })
    }

    @Test("a lost daemon is told at once, and the connection made anew")
    func lost() throws {
        let result = try Bench(
            .replies([Self.paused], thenEnds: true), .away(ENOENT), .away(ECONNREFUSED),
            .replies([Self.goal])
        ).watch()
        #expect(
            result.output == """
                07:31  paused  Team A 2-1 Team B  snapshot
                07:31  paused  Team A 2-1 Team B  STALE
                07:31  paused  Team A 3-1 Team B  scoreChanged

                """)
    }

    @Test("with ticks, a lost watcher counts on to the end, and not below")
    func countsOn() throws {
        let bench = Bench(.replies([Self.running(.milliseconds(2_500))], thenEnds: true))
        bench.daemon.whenOver = {}
        let result = try bench.watchUntil(.seconds(9), "--ticks")
        #expect(
            result.output == """
                00:03  running  Team A 2-1 Team B  snapshot
                00:03  running  Team A 2-1 Team B  STALE
                00:02  running  Team A 2-1 Team B  STALE
                00:01  running  Team A 2-1 Team B  STALE
                00:00  stopped  Team A 2-1 Team B  STALE

                """)
    }

    @Test("without ticks, a lost watcher says when time is up")
    func timeUp() throws {
        let bench = Bench(.replies([Self.running(.milliseconds(2_500))], thenEnds: true))
        let result = try bench.watchUntil(.seconds(9))
        #expect(
            result.output == """
                00:03  running  Team A 2-1 Team B  snapshot
                00:03  running  Team A 2-1 Team B  STALE
                00:00  stopped  Team A 2-1 Team B  STALE

                """)
    }

    @Test("a time-out counts while the clock stands, and takes no lines of the clock")
    func timeOut() throws {
        let end = Sample.microseconds(Sample.now.boottime + .milliseconds(2_500))
        var gather = Sample.gather(Sample.paused())
        gather.course = Sample.course(0, elapsed: .seconds(60), runs: false)
        gather.course?.timeOuts = TimeOutsFields(
            leftA: 0, leftB: 1, allowanceSeconds: 0,
            present: TimeOutFields(
                number: 5, team: .teamA, remainingMilliseconds: 2_500,
                endsAtBoottimeMicroseconds: end))
        let message = Sample.message(gather, "snapshot")
        let counted = try Bench(.replies([message])).watchUntil(
            .seconds(9), "--format", "{timeout}|{clock}")
        #expect(
            counted.output == """
                00:03 time-out of Team A|01:00
                00:02 time-out of Team A|01:00
                00:01 time-out of Team A|01:00
                |01:00

                """)
        let script = FakeDaemon.Script.replies([message], thenEnds: true)
        for lost in [
            try Bench(script).watchUntil(.seconds(9)),
            try Bench(script).watchUntil(.seconds(9), "--ticks"),
        ] {
            #expect(
                lost.output == """
                    01:00  paused  Team A 2-1 Team B  snapshot
                    01:00  paused  Team A 2-1 Team B  STALE

                    """)
        }
    }

    @Test("a daemon that hangs is found out after two seconds, and the connection made anew")
    func hangs() throws {
        let bench = Bench(
            .replies([Self.running(.seconds(60))]), .replies([]),
            .replies([Self.running(.seconds(55), "tick")]))
        let result = try bench.watchUntil(.milliseconds(4_500), "--ticks")
        let lines = result.output.split(separator: "\n")
        #expect(
            lines == [
                "01:00  running  Team A 2-1 Team B  snapshot",
                "00:58  running  Team A 2-1 Team B  STALE",
                "00:57  running  Team A 2-1 Team B  STALE",
                "00:56  running  Team A 2-1 Team B  STALE",
                "00:51  running  Team A 2-1 Team B  tick",
            ])
        #expect(result.calls.count == 3)
    }

    @Test("a countdown at rest may be silent for ever")
    func atRest() throws {
        let result = try Bench(.replies([Self.paused])).watch("--ticks")
        #expect(!result.output.contains("STALE"))
    }

    @Test("without ticks, silence means nothing")
    func noTicks() throws {
        let result = try Bench(.replies([Self.running(.seconds(60))])).watch()
        #expect(result.output == "01:00  running  Team A 2-1 Team B  snapshot\n")
    }

    @Test("JSON is an object a line; the loss goes to standard error")
    func json() throws {
        let result = try Bench(.replies([Self.paused, Self.goal], thenEnds: true)).watch("--json")
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(
            lines
                == [Self.paused, Self.goal].map {
                    String(decoding: JSONValue.object($0.parameters).bytes, as: UTF8.self)
                })
        #expect(result.errors == "gatherctl: STALE: lost gatherd at /run/test.sock\n")
        let pretty = [Self.paused, Self.goal].map {
            JSONValue.object($0.parameters).prettyText + "\n"
        }
        let many = try Bench(.replies([Self.paused, Self.goal])).watch("--json=pretty")
        #expect(many.output == pretty.joined())
        let once = try Bench(.replies([Self.paused])).run("watch", "--once", "--json=pretty")
        #expect(once.output == pretty[0])
    }

    @Test("a line of one's own counts by itself, and once is once")
    func format() throws {
        let script = FakeDaemon.Script.replies(
            [Self.running(.milliseconds(2_500))], thenEnds: true)
        let result = try Bench(script).watchUntil(.seconds(9), "--format", "{clock} {scoreA}")
        #expect(
            result.output == """
                00:03 2
                00:03 2 STALE
                00:02 2 STALE
                00:01 2 STALE
                00:00 2 STALE

                """)
        let once = try Bench(script).run("watch", "--format", "{clock} {scoreA}", "--once")
        #expect(once.status == .done)
        #expect(once.output == "00:03 2\n")
        #expect(once.calls == [[Call("io.gatherd.Gather.Subscribe", ["ticks": true], more: true)]])
        #expect(
            try Bench(.replies([Self.paused, Self.goal])).run("watch", "--once").output
                == "07:31  paused  Team A 2-1 Team B  snapshot\n")
    }

    @Test("once waits as long as a command, also over a lost connection, and shows nothing else")
    func onceWithoutAnswer() throws {
        for ways in [[], ["--json"], ["--format", "{clock} {stale}"]] {
            let silent = Bench(.replies([]))
            let result = try silent.run(["watch", "--once"] + ways)
            #expect(result.status == .unconfirmed)
            #expect(result.output == "")
            #expect(
                result.errors == """
                    gatherctl: cannot watch the match: no answer came
                    gatherd at /run/test.sock does not answer

                    """)
            #expect(silent.time.elapsed == RetryPolicy.ofCommand.answer)
            let back = Bench(
                .replies([], thenEnds: true), .away(ECONNREFUSED), .replies([Self.goal]))
            #expect(try back.run(["watch", "--once"] + ways).status == .done)
            #expect(
                try Bench(.away(ENOENT)).run(["watch", "--once"] + ways).status == .unreachable)
        }
    }

    @Test("the bell rings when time is up, on a terminal, also if the daemon is lost")
    func bell() throws {
        let bench = Bench(.replies([Self.running(.milliseconds(2_500))], thenEnds: true))
        bench.terminals.errors = true
        let result = try bench.watchUntil(.seconds(9), "--bell")
        #expect(result.errors == "\u{07}")
        let early = Bench(.replies([Self.running(.milliseconds(2_500))], thenEnds: true))
        early.terminals.errors = true
        #expect(try early.watchUntil(.seconds(2), "--bell").errors == "")
        let silent = try Bench(.replies([Self.paused])).watch("--bell")
        #expect(silent.status == .usage)
        #expect(silent.errors.hasPrefix("gatherctl: cannot ring the bell: there is no terminal"))
    }

    private static func secondsAnyway(_ option: String) -> String {
        "'\(option)' shows every second without '--ticks', which is for lines"
    }

    @Test("two ways to show it are one too many")
    func ways() throws {
        for (words, message) in [
            (["--json", "--format", "x"], "'--format' cannot be given along with '--json'"),
            (
                ["--write", "d", "--format", "x"],
                "'--write' cannot be given along with '--format'"
            ),
            (["--write", ""], "the directory of '--write' is missing"),
            (["--once", "--bell"], "with '--once' there is no time to ring the bell"),
            (["--once", "--sound"], "with '--once' there is no time to play a sound"),
            (["--once", "--control"], "with '--once' there is no time to press a key"),
            (["--once", "--ticks"], "with '--once' there is no time to print a line every second"),
            (["--ticks", "--write", "d"], Self.secondsAnyway("--write")),
            (["--ticks", "--format", "x"], Self.secondsAnyway("--format")),
            (["--ticks", "--control"], Self.secondsAnyway("--control")),
        ] {
            #expect(throws: UsageError.self) { try CommandLine(["watch"] + words) }
            do { _ = try CommandLine(["watch"] + words) } catch {
                #expect(error.message == "cannot watch the match: \(message)")
            }
        }
        #expect(throws: Never.self) { try CommandLine(["-q", "watch", "--write", "d"]) }
    }

    @Test("a daemon that is away at first is not waited for")
    func unreachable() throws {
        #expect(try Bench(.away(ENOENT)).watch().status == .unreachable)
    }

    @Test("a refusal and nonsense end it")
    func refused() throws {
        let denied = try Bench(.replies([VarlinkError.permissionDenied.reply])).watch()
        #expect(denied.status == .refused)
        #expect(
            denied.errors.hasPrefix(
                "gatherctl: cannot watch the match: permission denied: only root"))
        let nonsense = try Bench(.replies([Reply(["reason": 1], continues: true)])).watch()
        #expect(nonsense.status == .refused)
    }

    @Test("a reader that leaves ends it quietly")
    func unread() throws {
        let result = try Bench(.replies([Self.paused])).runUnread("watch")
        #expect(result.status == .done)
        #expect(result.errors == "")
    }

    @Test("an output that is full is an error")
    func full() throws {
        let result = try Bench(.replies([Self.paused])).run("watch", into: "/dev/full")
        #expect(result.status == .refused)
    }

    @Test("a terminal that nobody has described gets lines, and is told why")
    func unknownTerminal() throws {
        // The board was connected before it was found out.
        let bench = Bench(.replies([]), .replies([Self.paused]))
        bench.terminals.output = true
        bench.environment["TERM"] = "new\u{7}"
        let result = try bench.watch()
        #expect(result.output == "07:31  paused  Team A 2-1 Team B  snapshot\n")
        #expect(
            result.errors
                == "gatherctl: terminal type 'new\u{FFFD}' is not known here; "
                + "printing a line per change instead of the board\n")
        #expect(bench.boardTypes == ["new\u{7}"])
    }

    @Test("a terminal that cannot move its cursor gets lines")
    func dumb() throws {
        let bench = Bench(.replies([Self.paused]))
        bench.terminals.output = true
        bench.environment["TERM"] = "dumb"
        #expect(try bench.watch().output == "07:31  paused  Team A 2-1 Team B  snapshot\n")
    }
}
