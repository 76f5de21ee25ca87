import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct ReopenCommandTests {
    private static let ended = Sample.gather(phase: .ended)
    private static let reopened = Reply([
        "gather": Sample.gather(Sample.paused()).json, "undone": "the end of the gather",
    ])

    @Test("an ID is sent as it was given")
    func byID() throws {
        let result = try Bench(.replies([Self.reopened])).run("reopen", "6f1c7f0e")
        #expect(result.status == .done)
        #expect(result.output.hasPrefix("reopened: the match of "))
        #expect(result.output.hasSuffix("\n07:31 paused, Team A 2-1 Team B\n"))
        let parameters: JSONObject = ["id": "6f1c7f0e", "requestId": "cafe"]
        #expect(result.calls == [[Call("io.gatherd.Gather.Reopen", parameters)]])
    }

    @Test("last is the newest gather, whatever its ID")
    func last() throws {
        let result = try Bench(.replies([Sample.state(Self.ended), Self.reopened]))
            .run("reopen", "last")
        #expect(result.status == .done)
        let parameters: JSONObject = ["id": .string(Self.ended.id), "requestId": "cafe"]
        #expect(
            result.calls == [
                [
                    Call("io.gatherd.Gather.Get"), Call("io.gatherd.Gather.Reopen", parameters),
                ]
            ])
    }

    @Test("before the first gather there is nothing to reopen")
    func none() throws {
        let result = try Bench(.replies([Sample.state(nil)])).run("reopen", "last")
        #expect(result.status == .refused)
        #expect(
            result.errors == "gatherctl: cannot reopen the match: there is no match yet; "
                + "'gatherctl start' starts one\n")
    }

    @Test("the gather that is open already is not changed, which is no error")
    func open() throws {
        let replies = [
            GatherError.gatherInProgress.reply, Sample.state(Sample.gather(Sample.paused())),
        ]
        let id = String(Self.ended.id.prefix(8))
        for word in [id, id.uppercased()] {
            let result = try Bench(.replies(replies)).run("reopen", word)
            #expect(result.status == .done)
            #expect(
                result.output == "no change: already open: 07:31 paused, Team A 2-1 Team B\n")
        }
        let json = try Bench(.replies(replies)).run("reopen", id, "--json")
        #expect(json.output.hasPrefix(#"{"gather":{"id":"\#(id)"#))
    }

    @Test("while another gather is open, a refusal says what to do", arguments: ["0123", "6f1c"])
    func refused(word: String) throws {
        let present = word == "0123" ? Sample.gather() : Self.ended
        let replies = [GatherError.gatherInProgress.reply, Sample.state(present)]
        let result = try Bench(.replies(replies)).run("reopen", word)
        #expect(result.status == .refused)
        #expect(
            result.errors == "gatherctl: cannot reopen the match: a match is open already; "
                + "'gatherctl end' or 'gatherctl discard' closes it\n")
    }
}
