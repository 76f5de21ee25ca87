import GatherAPI
import Testing
import Varlink

@testable import GatherControl

/// A daemon, as over `--host` any machine can have, all of whose texts are meant for the terminal.
@Suite struct HostileTextTests {
    private static let nasty =
        "\u{1B}[2J\u{1B}[1m\r\nFORGED \u{9B}2J\u{202E}\u{2067}\u{7F}\u{2028}'; x '"

    /// What only some texts make sense in.
    private static let kept: Set = [
        "phase", "state", "clock", "action", "choices", "skill", "position", "reason", "kind",
        "problem", "team",
    ]

    /// The same answer with another text in each place where any makes sense.
    private static func hostile(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string: .string(nasty)
        case .array(let values): .array(values.map(hostile))
        case .object(let object): .object(hostile(object))
        default: value
        }
    }

    private static func hostile(_ object: JSONObject) -> JSONObject {
        var changed = JSONObject()
        for member in object.members {
            changed[member.key] =
                kept.contains(member.key) && member.value.object == nil
                ? member.value : hostile(member.value)
        }
        return changed
    }

    private static func hostile(_ reply: Reply) -> Reply {
        Reply(hostile(reply.parameters), continues: reply.continues)
    }

    // MARK: - What it answers

    private static let player = Sample.player(
        4, "x", .striker, .amateur, age: 20, team: "x", remoteID: 3)

    private static var gather: GatherSnapshot {
        var gather = Sample.gather([player], [player], bench: [player])
        gather.submission = SubmissionFields(
            state: .needsDecision, nextAttemptAt: "x", lastError: "x", remoteID: "x")
        gather.timer.timeUpAt = "x"
        return gather
    }

    private static let ended = Sample.gather(phase: .ended)

    private static let results = Reply([
        "results": .array(
            [SubmissionFields.State.refused, .needsDecision].map { state in
                ResultFields(
                    gatherID: "x", teamAName: "x", teamBName: "x", score: "x",
                    submission: SubmissionFields(state: state, lastError: "x", remoteID: "x"),
                    candidates: ["x"]
                ).json
            })
    ])

    private static var entry: TimelineEntry {
        var entry = Sample.entry(1, "goal for x", "1-0")
        entry.scorer = "x"
        return entry
    }

    private static var timeline: Reply {
        var reply = Sample.timeline([entry])
        reply.parameters["teamA"] = .array([PlayerFields(id: 4, name: "x", position: nil).json])
        return reply
    }

    private static let steps = Reply([
        "steps": .array([
            SyncStepFields(
                action: .ask, playerID: 3, remoteID: 14, name: "x", details: "x",
                choices: [.adopt]
            ).json,
            SyncStepFields(action: .send, playerID: 4, remoteID: 5, name: "x", error: "x").json,
        ])
    ])

    private static let account = Reply([
        "account": AccountFields(
            server: "http://x", allowInsecureHTTP: true, userName: "x", signedIn: true
        ).json, "unsubmitted": .array(["x"]),
    ])

    private static let state = Reply([
        "gather": gather.json,
        "salvaged": SalvageFields(
            file: "x", at: "x", savedEvents: 1, lostEvents: 1, mayHaveLostMore: true
        ).json,
    ])

    private static func undone(_ key: String) -> Reply {
        Reply([key: "x", "gather": gather.json, "outcome": Sample.outcome().json])
    }

    private static let record = Reply([
        "player": player.json,
        "record": RecordFields(
            appearances: 1, goals: 1, ownGoals: 1, wins: 1, draws: 0, losses: 0
        ).json,
    ])

    private static let scorers = Reply([
        "scorers": .array([
            ScorerFields(playerID: 4, name: "x", goals: 1, ownGoals: 1, appearances: 1).json
        ])
    ])

    private static let found = VerificationFields(
        id: "x", events: 12, hashedFrom: 2, problem: .changed, event: 3, code: "x", codeEvent: 2)

    static let answers: [(String, [Reply])] = [
        ("status", [state]), ("team", [state]), ("goal a", [Sample.reply(gather)]),
        ("start", [Sample.reply(gather)]), ("team clear", [Sample.reply(gather)]),
        ("end --yes", [Sample.reply(ended)]), ("new", [Sample.reply(gather)]),
        ("undo", [undone("undone")]), ("redo", [undone("redone")]),
        ("reopen 6f1c", [undone("undone")]),
        ("watch --once", [Sample.message(gather, "snapshot")]),
        ("watch --once --format {teamA}{score}{winner}{id}", [Sample.message(ended, "ended")]),
        ("history", [Sample.list([Sample.summary()])]),
        ("show", [timeline]), ("log", [timeline]), ("report", [timeline]),
        ("verify", [HistoryMethod.Verify.Reply(verification: found).reply]),
        (
            "verify --all",
            [
                HistoryMethod.VerifyPage.Reply(
                    matches: 1, events: 12, withoutHashes: 0, problems: [found], last: "x"
                ).reply
            ]
        ),
        ("export --format csv", [Sample.parts([(Sample.summary(), [entry])])]),
        ("export --format json", [Sample.parts([(Sample.summary(), [entry])])]),
        ("player", [Sample.squad([player])]), ("player list --names", [Sample.squad([player])]),
        ("player export", [Sample.squad([player])]),
        ("player export --format csv", [Sample.squad([player])]),
        ("player show 4", [Sample.squad([player]), record]),
        ("player add x", [Sample.squad([player]), Sample.squad([player])]),
        (
            "player edit 4 --age 3",
            [Sample.squad([player]), Reply(["player": player.json, "changed": true])]
        ),
        ("player remove 4 --yes", [Sample.squad([player]), Reply()]),
        ("player remove xyz --yes", [Sample.squad([player])]),
        ("player sync", [steps]), ("scorers", [scorers]),
        ("submissions", [results]), ("account", [account]), ("logout", [account]),
        ("login anna --password-file -", [account, account]),
    ]

    @Test("whatever it answers, nothing but text gets to a terminal", arguments: answers)
    func answer(line: String, replies: [Reply]) throws {
        for json in ["off", "short", "pretty"] {
            if line.contains(json == "off" ? " json" : "csv") { continue }
            if line.contains("--format {"), json != "off" { continue }
            let bench = Bench(.replies(replies.map(Self.hostile)))
            bench.terminals.output = true
            bench.environment["NO_COLOR"] = "1"
            bench.input = "secret\n"
            let words = line.split(separator: " ").map(String.init)
            let result = try bench.run(words + (json == "off" ? [] : ["--json=\(json)"]))
            #expect(!(result.output + result.errors).contains("cannot understand"))
            Self.check(result.output, "\(line), JSON \(json)")
            Self.check(result.errors, "\(line), JSON \(json)")
        }
    }

    /// The same answer with another number in each place.
    private static func with(_ number: Int, in value: JSONValue) -> JSONValue {
        switch value {
        case .int: .int(number)
        case .array(let values): .array(values.map { with(number, in: $0) })
        case .object(let object): .object(with(number, in: object))
        default: value
        }
    }

    private static func with(_ number: Int, in object: JSONObject) -> JSONObject {
        var changed = JSONObject()
        for member in object.members { changed[member.key] = with(number, in: member.value) }
        return changed
    }

    @Test("whatever its numbers are, nothing ends the program", arguments: answers)
    func number(line: String, replies: [Reply]) throws {
        for number in [Int.max, .min, -1, 0] {
            let numbered = replies.map {
                Reply(Self.with(number, in: $0.parameters), continues: $0.continues)
            }
            let bench = Bench(.replies(numbered))
            bench.input = "secret\n"
            let result = try bench.run(line.split(separator: " ").map(String.init))
            #expect(!(result.output + result.errors).isEmpty)
        }
    }

    @Test("nor does it end the board", arguments: [Int.max, .min, -1, 0])
    func boardNumber(number: Int) {
        for phase in [GatherSnapshot.Phase.open, .ended] {
            for timer in [Sample.running(), Sample.paused(), Sample.stopped()] {
                let json = Self.with(number, in: Sample.gather(timer, phase: phase).json)
                guard let gather = try? GatherSnapshot(json: json, name: "gather") else {
                    return #expect(Bool(false), "no gather")
                }
                var board = Board(panel: ControlPanel(isOn: true), path: "/run/test.sock")
                _ = board.update(MatchState(gather: gather), reason: "snapshot")
                let layout = BoardLayout(board: board.viewModel(at: Sample.now), signs: .blocks)
                for size in [(1, 20), (10, 40), (24, 80), (40, 120)] {
                    #expect(layout.grid(rows: size.0, columns: size.1).lines.count == size.0)
                }
            }
        }
    }

    static let refusals: [(String, [Reply])] = [
        ("goal a", [GatherError.storageFailed(reason: nasty).reply]),
        ("goal a", [VarlinkError.invalidParameter(nasty).reply]),
        ("goal a", [VarlinkError.methodNotFound(nasty).reply]),
        ("goal a", [Reply(error: nasty)]),
        (
            "pause",
            [
                GatherError.agoTooLong(
                    maximumMilliseconds: 8, lastCommandAt: nasty, event: nil, text: nil,
                    translatable: nil
                ).reply
            ]
        ),
        (
            "period",
            [
                GatherError.agoTooLong(
                    maximumMilliseconds: 8, lastCommandAt: nasty, event: 9, text: nasty,
                    translatable: nil
                ).reply
            ]
        ),
        ("history", [HistoryError.storageFailed(reason: nasty).reply]),
        ("scorers", [PlayersError.storageFailed(reason: nasty).reply]),
        ("player sync", [PlayersError.serverUnreachable(reason: nasty).reply]),
        ("player sync", [PlayersError.serverRefused(status: 400, reason: nasty).reply]),
        (
            "player add x",
            [
                Sample.squad([]),
                PlayersError.invalidPlayer(index: 0, field: nasty, problem: .empty).reply,
            ]
        ),
        (
            "goal b nasty",
            [
                Sample.squad([Sample.player(4, "nasty\(nasty)")]), state,
                GatherError.notOnTeam(id: 4, team: .teamB).reply,
            ]
        ),
        ("submit", [AccountError.invalidServer(reason: nasty).reply]),
        ("submit", [AccountError.serverRefused(status: 500, reason: nasty).reply]),
        ("submit", [AccountError.serverUnreachable(reason: nasty).reply]),
        ("submit", [AccountError.outcomeUnknown(reason: nasty).reply]),
    ]

    @Test("nor does a reason why it refuses", arguments: refusals)
    func refusal(line: String, replies: [Reply]) throws {
        let result = try Bench(.replies(replies))
            .run(line.split(separator: " ").map(String.init))
        #expect(result.status == .refused)
        #expect(result.output == "")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        Self.check(result.errors, line)
    }

    @Test("nor does a reason that the board shows")
    func board() {
        let reply = GatherError.storageFailed(reason: Self.nasty).reply
        let text = RefusalPresenter(failure: "cannot undo: %1$@", next: .keys).text(reply)
        #expect(text.hasPrefix("cannot undo: \u{FFFD}[2J"))
        #expect(text.shown == text)
    }

    private static func check(_ text: String, _ what: String) {
        // Of CSV, the ends of lines are two bytes; the last two isolate names.
        let kept = "\n\t\u{2068}\u{2069}" + (what.contains("csv") ? "\r" : "")
        let harmful = text.unicodeScalars.filter {
            $0.isHarmfulToShow && !kept.unicodeScalars.contains($0)
        }
        #expect(harmful.isEmpty, "\(what): \(text.debugDescription)")
        #expect(!text.split(separator: "\n").contains { $0.hasPrefix("FORGED") }, "\(what)")
    }

    @Test("what is to be copied into a shell has nothing that it would run")
    func commands() throws {
        let result = try Bench(.replies([Self.hostile(Self.results)])).run("submissions")
        let commands = result.output.split(separator: "\n").filter { $0.contains(": 'gatherctl") }
            .compactMap { $0.split(separator: "'gatherctl").last }
        #expect(commands.count == 5)
        #expect(commands.allSatisfy { !$0.contains(";") }, "\(result.output)")
        let account = AccountFields(server: "x", allowInsecureHTTP: false, signedIn: true)
        let signedIn = AccountMethod.LogIn.Reply(account: account, unsubmitted: ["$(x);"])
        #expect(SubmissionPresenter.offer(signedIn.unsubmitted)?.contains("$") == false)
    }

    @Test("JSON that is made fit for a terminal is the same to a program")
    func json() throws {
        let value: JSONValue = .object(["a": .string(Self.nasty), "ü": .array([.string("é…")])])
        for isPretty in [false, true] {
            let text = value.printableText(isPretty: isPretty)
            #expect(try JSONValue(parsing: Array(text.utf8)[...], nesting: 4) == value)
            #expect(text.contains("\\u009b2J\\u202e\\u2067\\u007f\\u2028"))
            #expect(text.contains("é…"))
        }
        let plain: JSONValue = .object(["a": "é…"])
        #expect(plain.printableText(isPretty: false) == "{\"a\":\"é…\"}")
    }

    @Test("what a part forgot is found when it is written, and bold digits stay")
    func lines() {
        let card = "\(PrintableText.bold("07:31")) \u{2068}שלום\u{2069}\n\t\u{1B}[2J\u{1B}"
        #expect(
            PrintableText.lines(card) == "\u{1B}[1m07:31\u{1B}[0m \u{2068}שלום\u{2069}\n\t"
                + "\u{FFFD}[2J\u{FFFD}")
        #expect(PrintableText.lines("plain\nlines\n") == "plain\nlines\n")
        #expect(WordForm.shown("6f1c-A_b'$(x)") == "6f1c-A_b\u{FFFD}\u{FFFD}\u{FFFD}x\u{FFFD}")
    }
}
