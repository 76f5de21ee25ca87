import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct SyncCommandTests {
    private static func reply(_ steps: [SyncStepFields]) -> Reply {
        Reply(["steps": .array(steps.map(\.json))])
    }

    private static let asks = SyncStepFields(
        action: .ask, playerID: 3, remoteID: 14, name: "Ben",
        details: "number 14 has the same name",
        choices: [.adopt, .create])

    @Test("steps that were done are told, and those that ask with what can be decided")
    func done() throws {
        let result = try Bench(
            .replies([
                Self.reply([
                    SyncStepFields(
                        action: .create, playerID: 1, remoteID: 21, name: "Anna", done: true),
                    SyncStepFields(
                        action: .send, playerID: 2, remoteID: 5, name: "أحمد",
                        details: "is sent: age 20 here, 19 there", done: true),
                    SyncStepFields(
                        action: .fetch, playerID: nil, remoteID: 7, name: "Zoë", done: true),
                    Self.asks,
                ])
            ])
        ).run("player", "sync")
        #expect(
            result.output == """
                done       1@21  Anna: is added at the server
                done       2@5   \u{2068}أحمد\u{2069}: is sent: age 20 here, 19 there
                done       @7    Zoë: is taken from the server
                to decide  3@14  Ben: number 14 has the same name
                  both are the same player: 'gatherctl player sync adopt 3@14'
                  add ours at the server as another player: 'gatherctl player sync create 3@14'

                """)
        #expect(result.calls == [[Call("io.gatherd.Players.Sync", ["dryRun": false])]])
        #expect(result.status == .refused)
        #expect(
            result.errors == """
                gatherctl: cannot synchronise the players: 1 question is open
                'gatherctl player sync CHOICE N@M' answers one

                """)
    }

    @Test("the exit status tells of questions that are open, but not after a dry run")
    func open() throws {
        let missing = SyncStepFields(
            action: .missing, playerID: 4, remoteID: 9, name: "Cy", choices: [.remove])
        for options in [[], ["-q"], ["--json"]] {
            let bench = Bench(.replies([Self.reply([Self.asks, missing])]))
            let result = try bench.run(options + ["player", "sync"])
            #expect(result.status == .refused)
            #expect(result.errors.contains(": 2 questions are open\n"))
        }
        let bench = Bench(.replies([Self.reply([Self.asks, missing])]))
        #expect(try bench.run("player", "sync", "--dry-run").status == .done)
        var answered = Self.asks
        (answered.action, answered.done) = (.adopt, true)
        let done = try Bench(.replies([Self.reply([answered])])).run("player", "sync")
        #expect(done.status == .done)
    }

    @Test("of one who is only at the server it is asked whether that is a new player")
    func newPlayer() throws {
        let step = SyncStepFields(
            action: .ask, playerID: nil, remoteID: 21, name: "Eve", details: "is it another one?",
            choices: [.fetch, .delete])
        let result = try Bench(.replies([Self.reply([step])])).run("player", "sync")
        #expect(
            result.output == """
                to decide  @21  Eve: is it another one?
                  add the server's here as a new player: 'gatherctl player sync fetch @21'
                  delete the server's: 'gatherctl player sync delete @21'

                """)
    }

    @Test("a dry run tells what would be done")
    func dryRun() throws {
        let steps = [
            SyncStepFields(action: .create, playerID: 1, remoteID: nil, name: "Anna"),
            SyncStepFields(
                action: .fetch, playerID: 2, remoteID: 5, name: "Ben",
                details: "is taken over: age 20"),
        ]
        let result = try Bench(.replies([Self.reply(steps)])).run("player", "sync", "--dry-run")
        #expect(
            result.output
                == "to do  1    Anna: is added at the server\n"
                + "to do  2@5  Ben: is taken over: age 20\n"
        )
        #expect(result.calls == [[Call("io.gatherd.Players.Sync", ["dryRun": true])]])
        let none = try Bench(.replies([Self.reply([])])).run("player", "sync")
        #expect(none.output == "no change: the squad and the server are the same\n")
    }

    @Test("a step that failed is told, and the exit status tells it, too")
    func failed() throws {
        let step = SyncStepFields(
            action: .send, playerID: 2, remoteID: 5, name: "Ben", error: "the server answers 400")
        let result = try Bench(.replies([Self.reply([step])])).run("player", "sync")
        #expect(result.status == .refused)
        #expect(
            result.output == "not done  2@5  Ben: is sent to the server\n"
                + "  failed: the server answers 400\n")
        #expect(
            result.errors == """
                gatherctl: cannot synchronise the players: 1 step has failed
                'gatherctl player sync' goes on where it stopped

                """)
    }

    @Test("what was decided is sent, and before somebody is deleted it asks")
    func decisions() throws {
        let done = Self.reply([])
        let adopted = try Bench(.replies([done])).run("player", "sync", "adopt", "3@14")
        let decision = SyncDecisionFields(playerID: 3, remoteID: 14, choice: .adopt)
        #expect(
            adopted.calls == [
                [
                    Call(
                        "io.gatherd.Players.Sync",
                        ["dryRun": false, "decisions": .array([decision.json])])
                ]
            ])
        let bench = Bench(.replies([done]))
        bench.terminals = .all
        bench.input = "n\n"
        let cancelled = try bench.run("player", "sync", "delete", "@15", "remove", "4")
        #expect(cancelled.status == .refused && cancelled.calls == [])
        #expect(cancelled.errors.hasPrefix("Delete Players: @15 at the server, 4 here\nAre you"))
        #expect(try Bench(.replies([done])).run("player", "sync", "delete", "@15").status == .usage)
        let forced = try Bench(.replies([done])).run("player", "sync", "delete", "@15", "--yes")
        #expect(forced.status == .done)
    }

    static let refusals: [(PlayersError, String)] = [
        (.notSignedIn, "nobody is signed in; 'gatherctl login' signs in"),
        (.syncInProgress, "players are being sent to the server; try again in a moment"),
        (
            .nothingToDecide(index: 0),
            "there is nothing to decide there; 'gatherctl player sync' lists what is open"
        ),
        (.serverUnreachable(reason: "no route"), "the server cannot be reached: no route"),
        (
            .serverRefused(status: 401, reason: "x"),
            "the server does not accept the sign-in any more; 'gatherctl login' signs in again"
        ),
        (.serverRefused(status: 500, reason: "oh"), "the server answers 500: oh"),
        (.storageFailed(reason: "the disk is full"), "the disk is full"),
        (.squadFull(maximum: 500), "a squad has at most 500 players"),
        (
            .squadFull(maximum: 5_000),
            """
            at most 5000 players are kept, those who were removed included; \
            'gatherctl player restore' brings one back
            """
        ),
    ]

    @Test("a refusal says why and what to do next", arguments: refusals)
    func refused(error: PlayersError, cause: String) throws {
        let result = try Bench(.replies([error.reply])).run("player", "sync")
        #expect(result.errors == "gatherctl: cannot synchronise the players: \(cause)\n")
    }
}
