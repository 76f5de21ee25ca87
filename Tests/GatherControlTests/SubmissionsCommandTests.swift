import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct SubmissionsCommandTests {
    private static let prefix = "io.gatherd.Account."

    private static let refused = ResultFields(
        gatherID: "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e", teamAName: "Reds", teamBName: "Blues",
        score: "2-1", submission: SubmissionFields(state: .refused, lastError: "422"),
        candidates: [])

    private static func list(_ results: [ResultFields]) -> Reply {
        Reply(["results": .array(results.map(\.json))])
    }

    @Test("the results that have not arrived are listed")
    func list() throws {
        let bench = Bench(.replies([Self.list([Self.refused])]))
        let result = try bench.run("submissions")
        #expect(result.status == .done)
        #expect(result.output.hasPrefix("6f1c7f0e  Reds 2-1 Blues  Result refused"))
        #expect(result.calls.first?.map(\.method) == [Self.prefix + "ListResults"])
        let none = try Bench(.replies([Self.list([])])).run("submissions")
        #expect(none.output == "no results are waiting\n")
    }

    @Test("the results that were never to be sent are named, alone or below those that wait")
    func neverSent() throws {
        func list(_ results: [ResultFields]) throws -> String {
            let reply = AccountMethod.ListResults.Reply(
                results: results, unsubmitted: ["f3afd9a4-6f5b-4d43-9d4e-0c8f6f1c7f0e"])
            return try Bench(.replies([reply.reply])).run("submissions").output
        }
        let line = "1 result never sent: gatherctl submit f3afd9a4\n"
        #expect(try list([]) == line)
        let both = try list([Self.refused])
        #expect(both.hasPrefix("6f1c7f0e  Reds 2-1 Blues  Result refused"))
        #expect(both.hasSuffix("\n\(line)"))
    }

    @Test("an answer that makes no sense is said to be one")
    func nonsense() throws {
        for reply in [Reply(), Reply(["results": 3]), Reply(["results": .array([3])])] {
            let result = try Bench(.replies([reply])).run("submissions")
            #expect(result.status == .refused)
            #expect(result.errors.hasPrefix("gatherctl: cannot understand the answer"))
        }
    }

    @Test("all are sent, those that wait alone, or those that are named")
    func submit() throws {
        let cases: [([String], JSONObject)] = [
            ([], [:]), (["--waiting"], ["waiting": true]),
            (["abcd", "ef01"], ["ids": .array(["abcd", "ef01"])]),
        ]
        for (arguments, parameters) in cases {
            let bench = Bench(.replies([Reply(["count": 2])]))
            let result = try bench.run(["submit"] + arguments)
            #expect(result.output == "sending 2 results\n")
            let call = result.calls.first?.first
            #expect(call?.method == Self.prefix + "Submit")
            #expect(call?.parameters == parameters)
        }
    }

    @Test("a refusal names what was tried")
    func refusedByName() throws {
        let refusals = [
            (["submissions", "retry", "abcd"], "cannot retry the result"),
            (["submissions", "drop", "abcd", "--yes"], "cannot drop the result"),
            (["submit", "abcd"], "cannot send the results"),
        ]
        for (arguments, what) in refusals {
            let bench = Bench(.replies([AccountError.noSuchGather.reply]))
            let result = try bench.run(arguments)
            #expect(result.status == .refused)
            #expect(result.errors.hasPrefix("gatherctl: \(what): there is no such match; "))
        }
    }

    @Test("a decision names its gather, and the server's where there is one")
    func decide() throws {
        let remoteID = "0b6c0f2e-3a55-4d0f-9a43-7d1f2c3b4A5F"
        let cases: [([String], String, JSONObject, String)] = [
            (["retry", "abcd"], "Submit", ["ids": .array(["abcd"])], "sending 1 result\n"),
            (["drop", "abcd", "--yes"], "Drop", ["id": "abcd"], "dropped\n"),
            (
                ["adopt", "abcd", remoteID], "Decide",
                ["id": "abcd", "remoteId": .string(remoteID)], "adopted\n"
            ),
            (["create", "abcd"], "Decide", ["id": "abcd"], "a new match is made at the server\n"),
        ]
        for (arguments, method, parameters, output) in cases {
            let bench = Bench(.replies([Reply(["count": 1])]))
            let result = try bench.run(["submissions"] + arguments)
            #expect(result.output == output)
            let call = result.calls.first?.first
            #expect(call?.method == Self.prefix + method)
            #expect(call?.parameters == parameters)
        }
    }

    @Test("last is the newest gather, whatever its ID")
    func last() throws {
        let gather = Sample.gather(phase: .ended)
        let id = JSONValue.string(gather.id)
        let remoteID = "0b6c0f2e-3a55-4d0f-9a43-7d1f2c3b4a5f"
        let cases: [([String], String, JSONObject)] = [
            (["submit", "last"], "Submit", ["ids": .array([id])]),
            (["submit", "abcd", "LAST"], "Submit", ["ids": .array(["abcd", id])]),
            (["submissions", "retry", "last"], "Submit", ["ids": .array([id])]),
            (["submissions", "drop", "last", "--yes"], "Drop", ["id": id]),
            (
                ["submissions", "adopt", "last", remoteID], "Decide",
                ["id": id, "remoteId": .string(remoteID)]
            ), (["submissions", "create", "last"], "Decide", ["id": id]),
        ]
        for (arguments, method, parameters) in cases {
            let replies = [Sample.state(gather), Reply(["count": 1])]
            let result = try Bench(.replies(replies)).run(arguments)
            #expect(result.status == .done, "\(arguments): \(result.errors)")
            #expect(
                result.calls == [
                    [Call("io.gatherd.Gather.Get"), Call(Self.prefix + method, parameters)]
                ])
            let none = try Bench(.replies([Sample.state(nil)])).run(arguments)
            #expect(none.status == .refused)
            #expect(
                none.errors.hasSuffix(": there is no match yet; 'gatherctl start' starts one\n"))
        }
    }

    @Test("a result is dropped after a yes alone")
    func drop() throws {
        for (answer, status) in [("yes\n", ExitStatus.done), ("no\n", .refused), ("", .refused)] {
            let bench = Bench(.replies([Reply()]))
            bench.terminals = .all
            bench.input = answer
            let result = try bench.run("submissions", "drop", "abcd")
            #expect(result.status == status)
            #expect(result.errors.hasPrefix("Drop Result: abcd will not be sent."))
            #expect((result.calls.first?.count ?? 0) == (status == .done ? 1 : 0))
        }
        let unasked = try Bench(.replies([Reply()])).run("submissions", "drop", "abcd")
        #expect(unasked.status == .usage)
    }

    private static let remoteID = "0b6c0f2e-3a55-4d0f-9a43-7d1f2c3b4a5f"

    private static func left(_ kind: LeftoverFields.Kind = .replaced) -> ResultFields {
        var result = refused
        result.submission = SubmissionFields(state: .sent, leftovers: 1)
        result.leftovers = [
            LeftoverFields(kind: kind, remoteID: remoteID.uppercased(), score: "7-5", players: 2)
        ]
        return result
    }

    @Test("what is left is deleted after a yes alone, and the question names it")
    func remove() throws {
        let question = """
            Delete at the Server: match 0B6C0F2E, 7-5, 2 players
            Are you sure you want to delete it? Yes/[Cancel]\u{20}
            """
        for (answer, status) in [("yes\n", ExitStatus.done), ("no\n", .refused), ("", .refused)] {
            let bench = Bench(.replies([Self.list([Self.left()]), Reply()]))
            bench.terminals = .all
            bench.input = answer
            let result = try bench.run("submissions", "remove", "6F1C", Self.remoteID)
            #expect(result.status == status)
            #expect(result.errors.hasPrefix(question), "\(result.errors)")
            let isDone = status == .done
            #expect(result.output == (isDone ? "deleted at the server\n" : ""))
            let methods = ["ListResults"] + (isDone ? ["RemoveLeftover"] : [])
            #expect(result.calls.first?.map(\.method) == methods.map { Self.prefix + $0 })
        }
        let unknown = Bench(.replies([Self.list([]), Reply()]))
        unknown.terminals = .all
        unknown.input = "no\n"
        let asked = try unknown.run("submissions", "remove", "6f1c", "17")
        #expect(asked.errors.hasPrefix("Delete at the Server: 17\n"))
    }

    @Test("without a terminal nothing is deleted unless that is confirmed")
    func removeUnasked() throws {
        let words = ["submissions", "remove", "6f1c", Self.remoteID]
        let bench = Bench(.replies([Reply()]))
        bench.input = "yes\n"
        let unasked = try bench.run(words)
        #expect(unasked.status == .usage)
        #expect(unasked.errors.hasSuffix("use --yes\n"))
        #expect(bench.paths.isEmpty)
        let confirmed = try Bench(.replies([Reply()])).run(words + ["--yes"])
        #expect(confirmed.output == "deleted at the server\n")
        let call = Call(
            Self.prefix + "RemoveLeftover",
            ["id": "6f1c", "remoteId": .string(Self.remoteID)])
        #expect(confirmed.calls == [[call]])
        let kept = try Bench(.replies([Reply()])).run(
            "submissions", "keep", "6f1c", Self.remoteID)
        #expect(kept.output == "kept at the server\n")
    }

    @Test("the match card says of what is left what it is and why, to those who may know")
    func status() throws {
        var gather = Sample.gather(phase: .ended)
        gather.submission = SubmissionFields(state: .sent, leftovers: 1)
        let replies = [Sample.state(gather), Self.list([Self.left(.stray)])]
        let shown = try Bench(.replies(replies)).run("status")
        #expect(
            shown.output.hasSuffix(
                "Result sent; 1 thing left at the server: 'gatherctl submissions'\n"
                    + "  match 0B6C0F2E, 7-5, 2 players: a request whose answer was lost may have "
                    + "made it, or another client has\n"), "\(shown.output)")
        let denied = [Sample.state(gather), VarlinkError.permissionDenied.reply]
        let card = try Bench(.replies(denied)).run("status")
        #expect(card.status == .done)
        #expect(card.output.hasSuffix("1 thing left at the server: 'gatherctl submissions'\n"))
    }

    @Test("what is wrong with the words is said of what was asked")
    func usage() throws {
        let cases = [
            ("remove last", "cannot remove what is left at the server: the ID of what is left"),
            (
                "keep last x",
                "cannot keep what is left at the server: 'x' is not an ID of the server"
            ),
            ("retry", "cannot retry the result: the match, an ID or last, is missing"),
            ("drop x", "cannot drop the result: 'x' is not the ID of a match"),
            ("adopt last x", "cannot adopt the match: 'x' is not an ID of the server"),
            ("create last x", "cannot create the match: unexpected argument 'x'"),
            ("check last x", "cannot check the results: unexpected argument 'x'"),
            (
                "chekc",
                "cannot do 'submissions chekc': there is no such command; did you mean "
                    + "'submissions check'?"
            ),
        ]
        for (words, message) in cases {
            let bench = Bench(.replies([]))
            let words = words.split(separator: " ").map(String.init)
            let result = try bench.run(["submissions"] + words)
            #expect(result.status == .usage)
            #expect(result.errors.hasPrefix("gatherctl: \(message)"), "\(result.errors)")
        }
    }

    @Test("a refusal says what to do")
    func refused() throws {
        let cases: [(Reply, String)] = [
            (AccountError.notSignedIn.reply, "nobody is signed in; 'gatherctl login' signs in"),
            (AccountError.nothingToDecide.reply, "there is nothing to decide; "),
            (
                AccountError.nothingToDrop.reply,
                "the result is sent already, or was never to be sent; "
            ),
            (VarlinkError.invalidParameter("remoteId").reply, "by its full UUID"),
        ]
        for (reply, words) in cases {
            let bench = Bench(.replies([reply]))
            let result = try bench.run(
                "submissions", "adopt", "abcd", "0b6c0f2e-3a55-4d0f-9a43-7d1f2c3b4a5f")
            #expect(result.status == .refused)
            #expect(result.errors.contains(words), "\(result.errors)")
        }
    }
}
