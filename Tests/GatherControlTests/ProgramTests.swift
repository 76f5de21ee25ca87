import GatherAPI
import Glibc
import LinuxIO
import Testing
import Varlink

@testable import GatherControl

@Suite struct ProgramTests {
    private static let silence = FakeDaemon.Script.replies([])

    @Test("a goal is sent with an ID, and its score printed")
    func goal() throws {
        let result = try Bench(.replies([Sample.reply()])).run("goal", "a")
        #expect(result.status == .done)
        #expect(result.output == "Team A 2-1 Team B\n")
        #expect(result.errors == "")
        let parameters: JSONObject = ["team": "teamA", "delta": 1, "requestId": "cafe"]
        #expect(result.calls == [[Call("io.gatherd.Gather.AddToScore", parameters)]])
    }

    @Test("a goal that was guarded names who has counted it, where this machine knows the name")
    func guarded() throws {
        for (uid, user) in [(0, "root"), (4_000_000_000, "user 4000000000")] {
            var outcome = Sample.outcome(changed: false)
            (outcome.countedAs, outcome.countedByUID) = (5, uid)
            let reply = Sample.reply(Sample.gather(), outcome)
            let result = try Bench(.replies([reply])).run("goal", "a", "--guard")
            let told = "not counted again: \(user) has counted it already, as event 5"
            #expect(result.output == "\(told)\nTeam A 2-1 Team B\n")
            let text = try Change.addToScore(.teamA, 1).text(reply.parameters, at: Sample.now)
            #expect(text.hasPrefix("not counted again: user \(uid) has"))
        }
        var outcome = Sample.outcome(changed: false)
        (outcome.countedAs, outcome.countedByUID) = (5, 0)
        outcome.countedByDevice = "Anna's phone"
        let reply = Sample.reply(Sample.gather(), outcome)
        let result = try Bench(.replies([reply])).run("goal", "a", "--guard")
        #expect(result.output.hasPrefix("not counted again: Anna's phone has counted it already,"))
    }

    @Test("a refusal suggests a command for the same pitch")
    func suggestion() throws {
        let refusal = GatherError.noGather(endedSecondsAgo: nil).reply
        let result = try Bench(.replies([refusal])).run("-p", "north", "end", "--yes")
        #expect(result.errors.contains("'gatherctl -p north start' starts one"))
    }

    @Test("a goal is counted once over a reconnect")
    func reconnect() throws {
        let bench = Bench(.replies([], thenEnds: true), .away(ENOENT), .replies([Sample.reply()]))
        let result = try bench.run("goal", "a")
        #expect(result.status == .done)
        #expect(result.calls.count == 2 && result.calls[0] == result.calls[1])
        #expect(bench.paths == ["/run/test.sock", "/run/test.sock", "/run/test.sock"])
    }

    @Test("a goal that cannot be confirmed names the ID to send it with again")
    func unconfirmed() throws {
        let result = try Bench(Self.silence).run("goal", "a", "--request-id", "x7")
        #expect(result.status == .unconfirmed)
        #expect(
            result.errors
                == "gatherctl: cannot confirm the change: it may or may not have counted; "
                + "send it again with --request-id x7\ngatherd at /run/test.sock does not answer\n")
    }

    @Test("a question that gets no answer says so")
    func unanswered() throws {
        let result = try Bench(Self.silence).run()
        #expect(result.status == .unconfirmed)
        #expect(
            result.errors == "gatherctl: cannot show the match: no answer came\n"
                + "gatherd at /run/test.sock does not answer\n")
    }

    @Test("a daemon that is away is named, and what starts it")
    func unreachable() throws {
        let result = try Bench(.away(ENOENT)).run("status")
        #expect(result.status == .unreachable)
        #expect(
            result.errors
                == "gatherctl: cannot reach gatherd at /run/test.sock: No such file or directory; "
                + "start it with 'gatherd --socket /run/test.sock &'\n")
    }

    @Test("a daemon that lets nobody in is not to be started")
    func denied() throws {
        let result = try Bench(.away(EACCES)).run("goal", "a")
        #expect(result.status == .unreachable)
        #expect(
            result.errors == "gatherctl: cannot reach gatherd at /run/test.sock: "
                + "Permission denied\n")
    }

    @Test("who is kept from a socket learns whose it is, and what lets a member of its group in")
    func socketAccess() throws {
        let root = try #require(UserName.of(uid: 0))
        let group = try #require(GroupName.of(id: 1))
        var template = Array("/tmp/gatherctl-XXXXXX".utf8CString)
        let path = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { rmdir(path) }
        chown(path, 0, 0)
        let access = try #require(SocketAccess(path: path))
        guard access.status.owner == 0 else { return }
        let line = try CommandLine(["--socket", path, "goal", "a", "o'neill", "--ago", "8s"])
        let command = GivenCommand(
            line.options, for: try SocketChoice(line.options, Environment(variables: [:], uid: 1)))
        #expect(
            access.hint(for: "anna", command)
                == "'\(path)' belongs to \(root), who alone may do this: 'sudo -u \(root) "
                + "gatherctl --socket \(path) goal a 'o'\\''neill' '--ago=8s''")
        chmod(path, 0o750)
        // Nobody is advised to join the group of root.
        let ofRoot = try #require(SocketAccess(path: path))
        #expect(ofRoot.hint(for: "anna", command).contains("who alone may do this"))
        chown(path, 0, 1)
        let shared = try #require(SocketAccess(path: path))
        #expect(
            shared.hint(for: "an na", command)
                == "'\(path)' belongs to \(root) and the group \(group); 'sudo usermod -aG "
                + "\(group) 'an na'' makes you a member, once you have logged in anew")
        #expect(SocketAccess(path: "\(path)/none") == nil)
        #expect(SocketAccess(path: "none") == nil)
    }

    @Test("a daemon that takes no connection is given up after a while, and that is said")
    func fullBacklog() throws {
        let result = try Bench(.away(EAGAIN)).run("goal", "a")
        #expect(result.status == .unreachable)
        #expect(
            result.errors == "gatherctl: cannot reach gatherd at /run/test.sock: "
                + "it has accepted no connection for 5 s\n")
    }

    @Test("a refusal goes to standard error, also with JSON", arguments: ["off", "short"])
    func refused(json: String) throws {
        let error = GatherError.noGather(endedSecondsAgo: nil)
        let result = try Bench(.replies([error.reply])).run("goal", "b", "--json=\(json)")
        #expect(result.status == .refused)
        #expect(result.output == "")
        #expect(
            result.errors == "gatherctl: cannot count the goal: no match is open; "
                + "'gatherctl start' starts one\n")
    }

    @Test("a wrong command line connects to nobody")
    func usage() throws {
        let bench = Bench()
        let result = try bench.run("gaol", "a\u{1B}")
        #expect(result.status == .usage)
        #expect(
            result.errors == "gatherctl: cannot do 'gaol': there is no such command; "
                + "did you mean 'goal'?\ntry 'gatherctl --help'\n")
        #expect(bench.paths.isEmpty)
    }

    @Test("an answer that makes no sense is said to make none", arguments: ["status", "undo"])
    func nonsense(verb: String) throws {
        let result = try Bench(.replies([Reply(["gather": 1])])).run(verb)
        #expect(result.status == .refused)
        #expect(
            result.errors.hasPrefix(
                "gatherctl: cannot understand the answer of gatherd at /run/test.sock\n"))
    }

    @Test("JSON is what the daemon answered, members of a newer one included")
    func json() throws {
        let parameters: JSONObject = ["gather": .null, "weather": .object(["rain": true])]
        let bench = Bench(.replies([Reply(parameters)]))
        let short = try bench.run("--json")
        #expect(short.output == "{\"gather\":null,\"weather\":{\"rain\":true}}\n")
        let pretty = try Bench(.replies([Reply(parameters)])).run("--json=pretty", "status")
        #expect(pretty.output == JSONValue.object(parameters).prettyText + "\n")
    }

    @Test("quiet says nothing when it has worked")
    func quiet() throws {
        let result = try Bench(.replies([Sample.reply()])).run("-q", "goal", "a")
        #expect(result.status == .done)
        #expect(result.output == "")
    }

    @Test("before the first gather, the status says how to start one")
    func none() throws {
        let result = try Bench(.replies([Sample.state(nil)])).run()
        #expect(result.status == .done)
        #expect(result.output == "no match yet; start one with 'gatherctl start'\n")
    }

    @Test("what was saved of a damaged database is told by status and by watch")
    func salvaged() throws {
        let salvage = SalvageFields(
            file: "/s/gather.db.1", at: "2026-11-21T15:45:00Z", savedEvents: 1, lostEvents: 0)
        let state: JSONObject = ["gather": .null, "salvaged": salvage.json]
        let status = try Bench(.replies([Reply(state)])).run("status")
        #expect(status.output.hasSuffix("\n  the damaged one is kept as /s/gather.db.1\n"))
        var message = Reply(state, continues: true)
        message.parameters["reason"] = "snapshot"
        let bench = Bench(.replies([message]))
        bench.terminals = .all
        let terminal = try FakeTerminal(rows: 24, columns: 80)
        bench.boardTerminal = terminal
        bench.time.afterWait = { _ in terminal.type("q") }
        #expect(try bench.run("watch").status == .done)
        #expect(terminal.screen.contains("   the damaged one is kept as /s/gather.db.1\n"))
    }

    @Test("an empty history is no line of output")
    func emptyHistory() throws {
        let result = try Bench(.replies([Reply(["gathers": .array([])])])).run("history")
        #expect(result.status == .done)
        #expect(result.output == "")
        #expect(result.errors == "no matches yet\n")
        #expect(result.calls == [[Call("io.gatherd.History.List", ["limit": 100])]])
    }

    @Test("the digits are bold on a terminal, unless somebody minds")
    func bold() throws {
        func output(_ arguments: [String: String] = [:], _ option: String...) throws -> String {
            let bench = Bench(.replies([Sample.state(Sample.gather())]))
            bench.terminals.output = true
            bench.environment.merge(arguments) { $1 }
            return try bench.run("status", option.first ?? "--json=off").output
        }
        #expect(try output().hasPrefix("\u{1B}[1m10:00\u{1B}[0m stopped\n"))
        #expect(try output([:], "--no-color").hasPrefix("10:00 stopped\n"))
        #expect(try output(["NO_COLOR": "1"]).hasPrefix("10:00 stopped\n"))
        #expect(try output(["TERM": "dumb"]).hasPrefix("10:00 stopped\n"))
    }

    @Test("names cannot move the cursor")
    func printable() throws {
        let gather = Sample.gather(names: ("\u{1B}[2J", "B\nC"))
        let result = try Bench(.replies([Sample.reply(gather)])).run("goal", "a")
        #expect(result.output == "\u{FFFD}[2J 2-1 B\u{FFFD}C\n")
    }

    @Test("an output that is full is an error, one that nobody reads is none")
    func output() throws {
        let full = try Bench(.replies([Sample.reply()])).run("goal", "a", into: "/dev/full")
        #expect(full.status == .refused)
        #expect(
            full.errors
                == "gatherctl: cannot write to standard output: No space left on device\n"
                + "the change was made all the same\n")
        let unread = try Bench(.replies([Sample.reply()])).runUnread("goal", "a")
        #expect(unread.status == .done)
        #expect(unread.errors == "")
    }
}
