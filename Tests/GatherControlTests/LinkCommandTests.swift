import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct LinkCommandTests {
    private static let anna = Sample.player(3, "Anna", .goalkeeper, remoteID: 17)
    private static let list = Sample.squad([anna, Sample.player(4, "أحمد")])

    private static func reply(_ changed: Bool) -> Reply {
        Reply(["player": anna.json, "changed": .bool(changed)])
    }

    private func run(_ replies: [Reply], _ arguments: String...) throws -> Bench.Result {
        try Bench(.replies(replies)).run(["player"] + arguments)
    }

    @Test("a player is named as everywhere, and linked once")
    func linked() throws {
        let result = try run([Self.list, Self.reply(true)], "link", "ann", "17")
        #expect(result.output == "Anna (3) is linked with player 17 of the server\n")
        let call = Call(
            "io.gatherd.Players.Link", ["id": 3, "remoteId": 17, "requestId": "cafe"])
        #expect(result.calls == [[Call("io.gatherd.Players.List"), call]])
        let same = try run([Self.list, Self.reply(false)], "link", "3", "17")
        #expect(same.status == .done)
        #expect(
            same.output
                == "no change: Anna (3) is linked with player 17 of the server already\n")
        let json = try run([Self.list, Self.reply(true)], "link", "3", "17", "--json")
        #expect(json.output.contains(#""remoteId":17"#))
    }

    @Test("a link is forgotten, also of one who was removed, by the number")
    func unlinked() throws {
        for (word, id) in [("anna", 3), ("9", 9)] {
            let result = try run([Self.list, Self.reply(true)], "unlink", word)
            #expect(result.output == "Anna (3) is not linked with the server any more\n")
            let call = Call("io.gatherd.Players.Unlink", ["id": .int(id), "requestId": "cafe"])
            #expect(result.calls.first?.last == call)
        }
        let none = try run([Self.list, Self.reply(false)], "unlink", "3")
        #expect(none.status == .done)
        #expect(none.output == "no change: Anna (3) is not linked with the server\n")
    }

    private static let refusals: [(PlayersError, String)] = [
        (
            .notAtServer(remoteID: 17),
            "the server has no player 17; 'gatherctl player sync --dry-run' lists those that "
                + "only the server has"
        ),
        (
            .linkedToAnother(remoteID: 17, id: 4, name: "أحمد\u{1B}"),
            "\u{2068}أحمد\u{FFFD}\u{2069} (4) is linked with player 17 of the server; "
                + "'gatherctl player unlink 4' unlinks that one first"
        ), (.notSignedIn, "nobody is signed in; 'gatherctl login' signs in"),
        (.syncInProgress, "players are being sent to the server; try again in a moment"),
        (.noSuchPlayer(id: 3), "there is no player 3; 'gatherctl player list' lists them"),
    ]

    @Test("a refusal says why and what to do next", arguments: refusals)
    func refused(error: PlayersError, cause: String) throws {
        let result = try run([Self.list, error.reply], "link", "3", "17")
        #expect(result.status == .refused)
        #expect(result.errors == "gatherctl: cannot link the player: \(cause)\n")
    }

    @Test("what is no number of a server, or no player, is sent to nobody")
    func wrong() throws {
        let word = try run([Self.list], "link", "3", "Anna")
        #expect(word.status == .usage)
        #expect(
            word.errors.hasPrefix(
                "gatherctl: cannot link the player: 'Anna' is not a number; give the player's "
                    + "number at the server\n"))
        #expect(try run([Self.list], "link", "3").status == .usage)
        let nobody = try run([Self.list], "link", "xaver", "17")
        #expect(nobody.status == .refused)
        #expect(nobody.calls == [[Call("io.gatherd.Players.List")]])
    }

    @Test("an answer that is lost says how to find out")
    func lost() throws {
        let bench = Bench(.replies([Self.list], thenEnds: true), .replies([]))
        let result = try bench.run("player", "link", "3", "17")
        #expect(result.status == .unconfirmed)
        #expect(
            result.errors.hasPrefix(
                "gatherctl: cannot confirm the change: it may or may not have counted; send it "
                    + "again with --request-id cafe\n"))
    }
}
