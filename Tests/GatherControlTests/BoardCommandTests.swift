import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct BoardCommandTests {
    private static func running(_ left: Duration, _ reason: String = "snapshot") -> Reply {
        Sample.message(Sample.gather(Sample.running(left)), reason)
    }

    /// A bench with a board on a terminal of 80 columns and 24 lines.
    private static func bench(_ scripts: FakeDaemon.Script...) throws -> Bench {
        let bench = Bench(scripts)
        bench.terminals = .all
        bench.environment["LANG"] = "C.UTF-8"
        bench.boardTerminal = try FakeTerminal(rows: 24, columns: 80)
        return bench
    }

    private static func terminal(_ bench: Bench) throws -> FakeTerminal {
        try #require(bench.boardTerminal)
    }

    @Test("it counts by itself, on the second of the countdown, and knows when it is stale")
    func counts() throws {
        let bench = try Self.bench(
            .replies([Self.running(.milliseconds(62_500))]), .replies([Sample.timeline([])]))
        let terminal = try Self.terminal(bench)
        var seen: [(Duration, String)] = []
        bench.time.afterWait = { elapsed in
            let head = terminal.shown.last?.lines.first ?? ""
            seen.append((elapsed, head.contains("STALE") ? "stale" : "fresh"))
            if elapsed > .seconds(4) { terminal.type("q") }
        }
        let result = try bench.run("watch")
        #expect(result.status == .done)
        #expect(terminal.isClosed)
        #expect(seen.map(\.0).contains(.milliseconds(500)))
        #expect(seen.map(\.0).contains(.milliseconds(1_500)))
        #expect(
            terminal.screen.contains("STALE: lost gatherd at /run/test.sock; the clock goes on"))
        #expect(terminal.screen.contains("LAST MINUTE"))
        // Two seconds of silence, and not before.
        #expect(seen.first { $0.1 == "stale" }.map { $0.0 >= .seconds(2) } == true)
        #expect(seen.contains { $0.0 <= .milliseconds(2_500) && $0.1 == "stale" })
    }

    @Test("a key is seen to be taken at once, and what came of it")
    func control() throws {
        let reply = Sample.reply(Sample.gather(Sample.running(), score: (3, 1)))
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]),
            .replies([reply]))
        let terminal = try Self.terminal(bench)
        terminal.type("a")
        bench.time.afterWait = { _ in
            if terminal.screen.contains("counted") { terminal.type("q") }
        }
        let result = try bench.run("watch", "--control")
        #expect(result.status == .done)
        #expect(terminal.shown.contains { $0.lines.contains(" goal for Team A ...") })
        #expect(terminal.screen.contains(" goal for Team A: counted, Team A 3-1 Team B"))
        #expect(
            result.calls.last == [
                Call(
                    "io.gatherd.Gather.AddToScore",
                    ["team": "teamA", "delta": 1, "requestId": "cafe"])
            ])
    }

    @Test("keys wait for the match to be known, and change nothing where it is not")
    func unknown() throws {
        let bench = try Self.bench(.replies([]), .away(ENOENT), .away(ENOENT), .away(ENOENT))
        let terminal = try Self.terminal(bench)
        terminal.type(" e")
        bench.time.afterWait = { _ in
            if terminal.screen.contains("gatherd cannot be reached") { terminal.type("q") }
        }
        let result = try bench.run("watch", "--control")
        #expect(bench.time.elapsed >= .seconds(2))
        let shown = terminal.shown.map { $0.lines.joined() }
        #expect(!shown.contains { $0.contains("no match is open") || $0.contains("start ...") })
        #expect(result.calls.joined().map(\.method) == ["io.gatherd.Gather.Subscribe"])
    }

    @Test("a rematch lists the squad, and leaves out whoever is no longer in it")
    func rematch() throws {
        var over = Sample.gather([Sample.player(3, "Ada"), Sample.player(5, "Bea")], [])
        over.phase = .ended
        let bench = try Self.bench(
            .replies([Sample.message(over, "snapshot")]),
            .replies([Sample.timeline([]), Sample.squad([Sample.player(5, "Bea")])]),
            .replies([Sample.reply()]))
        let terminal = try Self.terminal(bench)
        // The notice about the first key ends the wait while the question is still open.
        terminal.type("x ")
        bench.time.afterWait = { elapsed in
            if terminal.screen.contains("opened: ") || elapsed > .seconds(9) {
                terminal.type("q")
            } else if terminal.screen.contains("Rematch, Reds - Blues, 10:00?") {
                terminal.type("y")
            }
        }
        let result = try bench.run("watch", "--control")
        #expect(result.calls[1].map(\.method).contains("io.gatherd.Players.List"))
        let open = try #require(result.calls.last?.last)
        #expect(open.method == "io.gatherd.Gather.Open")
        #expect(open.parameters["teamAPlayers"] == .array([.int(5)]))
        #expect(open.parameters["teamAName"] == "Reds")
    }

    @Test("what takes back the stop of a new time is named as a key; so is what a refusal advises")
    func nextSteps() throws {
        let answers = [
            (
                "s9:00\r", Sample.reply(Sample.gather(), Sample.outcome(wasRunning: true)),
                " stopped at 10:00; it was running; undo: u"
            ),
            (
                "u", GatherError.noGather(endedSecondsAgo: 12).reply,
                " cannot undo: no match is open; 'u' reopens the one that ended 12 s ago"
            ),
        ]
        for (keys, answer, text) in answers {
            let bench = try Self.bench(
                .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]),
                .replies([answer]))
            let terminal = try Self.terminal(bench)
            terminal.type(keys)
            bench.time.afterWait = { _ in terminal.type("q") }
            _ = try bench.run("watch", "--control")
            #expect(terminal.shown.contains { $0.lines.contains { $0.hasPrefix(text) } })
        }
    }

    @Test("a change that was made before its answer was lost is named, if its match is over by now")
    func doneBefore() throws {
        let outcome = Sample.outcome(gatherID: "another")
        for (key, label) in [("a", "goal for Team A"), (" ", "pause")] {
            let bench = try Self.bench(
                .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]),
                .replies([Sample.reply(Sample.gather(), outcome)]))
            let terminal = try Self.terminal(bench)
            terminal.type(key)
            bench.time.afterWait = { _ in
                if terminal.screen.contains("before") { terminal.type("q") }
            }
            #expect(try bench.run("watch", "--control").status == .done)
            #expect(terminal.screen.contains(" \(label): done before"))
            #expect(!terminal.screen.contains("counted"))
        }
    }

    @Test("Escape is known to be one after 50 ms; keys of one read come at one moment")
    func escape() throws {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = [PlayerFields(id: 7, name: "Anna", position: nil)]
        let bench = try Self.bench(
            .replies([Sample.message(gather, "snapshot")]), .replies([Sample.timeline([])]))
        let terminal = try Self.terminal(bench)
        terminal.type("s\u{1B}")
        var waits: [Duration] = []
        bench.time.afterWait = { elapsed in
            waits.append(elapsed)
            // A test that fails is to end as well.
            if terminal.screen.contains("Are you sure") || elapsed > .seconds(9) {
                terminal.type("q")
            } else if terminal.screen.contains("time unchanged") {
                terminal.type("ey")
            }
        }
        let result = try bench.run("watch", "--control")
        #expect(waits.first == .milliseconds(50))
        #expect(terminal.shown.contains { $0.lines.contains { $0.contains("Are you sure") } })
        // Nothing was sent: the yes was in one read with what it would answer.
        #expect(result.calls.count == 2)
    }

    private enum End { case interrupt, hangUp, quit }

    /// A goal whose scorer is picked, before it is answered, when the board ends.
    private static func leave(_ end: End) throws -> (Bench.Result, FakeTerminal) {
        // Its clock lets time pass, before the question is over.
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = [PlayerFields(id: 7, name: "Anna", position: nil)]
        let reply = Sample.reply(Sample.gather(Sample.paused(), score: (3, 1)))
        let bench = try Self.bench(
            .replies([Sample.message(gather, "snapshot")]), .replies([Sample.timeline([])]),
            .replies([reply, reply]))
        let terminal = try Self.terminal(bench)
        switch end {
        case .interrupt, .hangUp: terminal.type("a7")
        case .quit: terminal.type("a7qab")
        }
        var hasEnded = false
        bench.time.afterWait = { elapsed in
            // A test that fails is to end as well.
            if elapsed > .seconds(9) { terminal.type("q") }
            guard !hasEnded, terminal.screen.contains("by Anna") else { return }
            hasEnded = true
            switch end {
            case .interrupt: terminal.send(SIGINT)
            case .hangUp: terminal.hangUp()
            case .quit: break
            }
        }
        return (try bench.run("watch", "--control"), terminal)
    }

    @Test("a scorer who waits for an answer is sent, whatever ends the board")
    func leaving() throws {
        let (interrupted, terminal) = try Self.leave(.interrupt)
        #expect(terminal.endedBy == SIGINT)
        #expect(terminal.isClosed)
        let (hungUp, gone) = try Self.leave(.hangUp)
        #expect(gone.endedBy == nil && gone.isClosed)
        let (quit, _) = try Self.leave(.quit)
        for result in [interrupted, hungUp, quit] {
            #expect(result.status == .done)
            let calls = result.calls.dropFirst(2)
            #expect(
                calls.map { $0.map(\.method) } == [
                    ["io.gatherd.Gather.AddToScore", "io.gatherd.Gather.AmendGoal"]
                ])
            #expect(calls.last?.last?.parameters["number"] == 1)
        }
    }

    @Test("a goal that the daemon refuses when the board is left is told where it can be read")
    func leavingInVain() throws {
        var gather = Sample.gather(Sample.running())
        gather.teamA.players = [PlayerFields(id: 7, name: "Anna", position: nil)]
        let bench = try Self.bench(
            .replies([Sample.message(gather, "snapshot")]), .replies([Sample.timeline([])]),
            .replies([GatherError.noGather(endedSecondsAgo: 1).reply]))
        let terminal = try Self.terminal(bench)
        terminal.type("z")
        var hasPressed = false
        bench.time.afterWait = { elapsed in
            // A test that fails is to end as well.
            if elapsed > .seconds(9) { terminal.type("q") }
            guard !hasPressed, terminal.screen.contains("no key") else { return }
            hasPressed = true
            terminal.type("aq")
        }
        let result = try bench.run("watch", "--control")
        let text = "cannot count the goal: no match is open; "
        #expect(result.errors.hasPrefix("gatherctl: \(text)"))
        // What could be read on the board is not told again.
        #expect(!result.errors.contains("no key"))
        #expect(terminal.isClosed)
    }

    @Test("a failure is told again after the board, unless it was on it for a second")
    func leavingAtOnce() throws {
        for (wait, isTold) in [(Duration.zero, true), (.seconds(2), false)] {
            let bench = try Self.bench(
                .replies([Self.running(.milliseconds(450_300))]),
                .replies([Sample.timeline([])]),
                .replies([GatherError.noGather(endedSecondsAgo: 1).reply]))
            let terminal = try Self.terminal(bench)
            terminal.type("a")
            var shownAt: Duration?
            bench.time.afterWait = { elapsed in
                // A test that fails is to end as well.
                if elapsed > .seconds(9) { terminal.type("q") }
                guard terminal.screen.contains("cannot count the goal") else { return }
                let since = shownAt ?? elapsed
                shownAt = since
                if elapsed >= since + wait { terminal.type("q") }
            }
            let result = try bench.run("watch", "--control")
            #expect(result.errors.contains("cannot count the goal") == isTold)
        }
    }

    @Test("a goal that was guarded is said not to be counted again, and not to be counted")
    func guarded() throws {
        var outcome = Sample.outcome(changed: false)
        (outcome.countedAs, outcome.countedByUID) = (5, 0)
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]),
            .replies([Sample.reply(Sample.gather(Sample.running()), outcome)]))
        let terminal = try Self.terminal(bench)
        terminal.type("a")
        bench.time.afterWait = { elapsed in
            if terminal.screen.contains("counted") || elapsed > .seconds(9) { terminal.type("q") }
        }
        _ = try bench.run("watch", "--control", "--guard")
        let words = terminal.screen.split { $0.isWhitespace }.joined(separator: " ")
        #expect(
            words.contains(
                "goal for Team A: not counted again: root has counted it already, as event 5"))
        #expect(!words.contains("counted, "))
    }

    @Test("an older daemon that guards no goal is asked again without the guard")
    func unguarded() throws {
        let reply = Sample.reply(Sample.gather(Sample.running(), score: (3, 1)))
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]),
            .replies([VarlinkError.invalidParameter("guarded").reply, reply]))
        let terminal = try Self.terminal(bench)
        terminal.type("a")
        bench.time.afterWait = { elapsed in
            if terminal.screen.contains("counted") || elapsed > .seconds(9) { terminal.type("q") }
        }
        let result = try bench.run("watch", "--control", "--guard")
        #expect(terminal.screen.contains(" goal for Team A: counted, Team A 3-1 Team B"))
        let goals = try #require(result.calls.last)
        #expect(goals.map { $0.parameters["guarded"] != nil } == [true, false])
        #expect(Set(goals.map { $0.parameters["requestId"] }) == ["cafe"])
    }

    @Test("what somebody else has just undone is not what u undoes")
    func undoneElsewhere() throws {
        var undone = Sample.gather(Sample.running())
        undone.revision += 1
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451)), Sample.message(undone, "undone")]),
            .replies([Sample.timeline([])]))
        let methods = try Self.methods(
            bench, after: "u", until: "somebody else has just undone the last command;")
        #expect(!methods.contains(GatherMethod.Undo.name))
    }

    /// Returns the methods that a board calls after a key, until it shows a notice and is quit.
    private static func methods(
        _ bench: Bench, after key: String, until notice: String
    ) throws -> [String] {
        let terminal = try terminal(bench)
        terminal.type(key)
        bench.time.afterWait = { elapsed in
            let isShown = terminal.screen.contains(notice)
            if isShown || elapsed > .seconds(9) { terminal.type("q") }
        }
        let result = try bench.run("watch", "--control")
        #expect(terminal.screen.contains(notice))
        return result.calls.joined().map(\.method)
    }

    @Test(
        "a clock that somebody else has just started is not paused by who starts it as well",
        arguments: [Sample.gather(Sample.stopped()), nil] as [GatherSnapshot?])
    func startedElsewhere(ready: GatherSnapshot?) throws {
        var started = Sample.gather(Sample.running(.seconds(600)))
        started.revision += 1
        let bench = try Self.bench(
            .replies([Sample.message(ready, "snapshot"), Sample.message(started, "started")]),
            .replies([Sample.timeline([])]))
        let methods = try Self.methods(
            bench, after: " ", until: "the clock has just been started or stopped;")
        #expect(!methods.contains(GatherMethod.Pause.name))
    }

    @Test("a signal while an answer is awaited waits for it, as long as anybody does")
    func signals() throws {
        let paused = Sample.message(Sample.gather(Sample.paused()), "snapshot")
        let bench = try Self.bench(
            .replies([paused]), .replies([Sample.timeline([])]), .replies([]))
        let terminal = try Self.terminal(bench)
        terminal.type("a")
        var hasSent = false
        bench.time.afterWait = { _ in
            guard !hasSent, terminal.screen.contains("goal for Team A ...") else { return }
            hasSent = true
            terminal.send(SIGTERM)
        }
        _ = try bench.run("watch", "--control")
        #expect(terminal.endedBy == SIGTERM)
        #expect(bench.time.elapsed == .seconds(5))
    }

    @Test("a command is sent again over a lost connection, the same bytes, until it is answered")
    func sentAgain() throws {
        let reply = Sample.reply(Sample.gather(Sample.paused(), score: (3, 1)))
        let bench = try Self.bench(
            .replies([Sample.message(Sample.gather(Sample.paused()), "snapshot")]),
            .replies([Sample.timeline([])]), .replies([], thenEnds: true), .away(ECONNREFUSED),
            .gone, .replies([reply]))
        let terminal = try Self.terminal(bench)
        terminal.type("a")
        bench.time.afterWait = { _ in
            if terminal.screen.contains("counted") { terminal.type("q") }
        }
        let calls = try bench.run("watch", "--control").calls.filter {
            $0.first?.method == "io.gatherd.Gather.AddToScore"
        }
        #expect(calls.count == 2)
        #expect(calls.first == calls.last)
    }

    @Test("a command without an answer is not confirmed; one that was not sent is said not to be")
    func unconfirmed() throws {
        let paused = Sample.message(Sample.gather(Sample.paused()), "snapshot")
        let bench = try Self.bench(
            .replies([paused]), .replies([Sample.timeline([])]), .replies([]))
        let terminal = try Self.terminal(bench)
        terminal.type("ab")
        bench.time.afterWait = { elapsed in if elapsed >= .seconds(5) { terminal.type("q") } }
        _ = try bench.run("watch", "--control")
        let text = terminal.shown.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n")
        #expect(text.contains("not confirmed: goal for Team A: it may or may not have counted"))
        #expect(text.contains("not sent: goal for Team B: gatherd cannot be reached"))
    }

    @Test("who may not control is told, and control is off")
    func denied() throws {
        let paused = Sample.message(Sample.gather(Sample.paused()), "snapshot")
        let bench = try Self.bench(
            .replies([paused]), .replies([Sample.timeline([])]),
            .replies([VarlinkError.permissionDenied.reply]))
        let terminal = try Self.terminal(bench)
        terminal.type("u")
        bench.time.afterWait = { _ in
            if terminal.screen.contains("denied") { terminal.type("q") }
        }
        _ = try bench.run("watch", "--control")
        #expect(
            terminal.shown.contains { grid in
                grid.lines.contains { $0.hasPrefix(" cannot undo: permission denied: only root,") }
            })
        #expect(!terminal.screen.contains("CONTROL"))
    }

    @Test("what happened is asked for with each change, and what was taken back is not shown")
    func events() throws {
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451))]),
            .replies([
                Sample.timeline(
                    Sample.summary(.open),
                    [
                        Sample.entry(2, "goal for Reds", "1-0", gone: 59),
                        Sample.entry(3, "goal for Blues", "1-1", gone: 61, undoneBy: 4),
                        Sample.entry(4, "undone: goal for Blues", "1-0", kind: "undone"),
                    ])
            ]))
        let terminal = try Self.terminal(bench)
        bench.time.afterWait = { _ in terminal.type("q") }
        let result = try bench.run("watch")
        #expect(terminal.screen.contains(" 00:59  1-0  goal for Reds"))
        #expect(!terminal.screen.contains("Blues"))
        #expect(result.calls[1].first?.method == "io.gatherd.History.Show")
    }

    @Test("the screen takes a new size at once")
    func resize() throws {
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]))
        let terminal = try Self.terminal(bench)
        bench.time.afterWait = { elapsed in
            terminal.size = (10, 40)
            if elapsed > .seconds(1) { terminal.type("q") }
        }
        _ = try bench.run("watch")
        #expect(terminal.shown.last?.rows == 10)
        #expect(terminal.shown.last?.columns == 40)
    }

    @Test("control wants a terminal, and no JSON")
    func noTerminal() throws {
        let pipe = try Bench().run("watch", "--control")
        #expect(pipe.status == .usage)
        #expect(pipe.errors.contains("cannot control the match by keys"))
        let bench = try Self.bench()
        #expect(try bench.run("watch", "--control", "--json").status == .usage)
        bench.environment["TERM"] = "dumb"
        #expect(try bench.run("watch", "--control").status == .usage)
        let unknown = try Self.bench(.replies([Self.running(.seconds(451))]))
        unknown.boardTerminal = nil
        let result = try unknown.run("watch", "--control")
        #expect(result.status == .usage)
        #expect(result.errors.contains("terminal type 'xterm' is not known here"))
    }

    @Test("a daemon that is away at first is not waited for, and the terminal left alone")
    func unreachable() throws {
        let bench = try Self.bench(.away(ENOENT))
        #expect(try bench.run("watch").status == .unreachable)
        #expect(bench.boardTypes == [])
    }

    @Test("a terminal that takes nothing keeps nothing else back, and is drawn when it does")
    func stalled() throws {
        let reply = Sample.reply(Sample.gather(Sample.running(), score: (3, 1)))
        let bench = try Self.bench(
            .replies([Self.running(.seconds(451))]), .replies([Sample.timeline([])]),
            .replies([reply]))
        let terminal = try Self.terminal(bench)
        terminal.refusals = 20
        terminal.losses = 1
        terminal.type("a")
        bench.time.afterWait = { _ in terminal.type("q") }
        let result = try bench.run("watch", "--control")
        #expect(result.calls.last?.map(\.method) == ["io.gatherd.Gather.AddToScore"])
        #expect(terminal.refusals < 0)
        // What was not taken as a whole is drawn anew as a whole.
        #expect(terminal.shownWhole.prefix(2) == [true, true])
        #expect(terminal.screen.contains("counted, Team A 3-1 Team B"))
    }
}
