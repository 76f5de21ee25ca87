import GatherAPI
import GatherCore
import Testing
import Varlink

@testable import GatherDaemon

@Suite("What the account knows of its server's answers")
final class ServerAnswerTests {
    private let server = VirtualServer()
    private let clock = VirtualClock()
    private let fixture: DaemonFixture
    private var client: Client

    init() throws {
        fixture = try DaemonFixture(clock: clock, server: server)
        client = try fixture.client()
    }

    private func reply(_ method: AccountMethod, _ parameters: JSONObject = [:]) throws -> Reply {
        try client.send(Call(method.fullName, parameters).message)
        return try #require(try client.receive())
    }

    private func account() throws -> AccountFields {
        var reader = ParameterReader(try reply(.get).parameters)
        return try reader.required("account")
    }

    /// Plays a match and has its result sent; the requests come to their end by themselves.
    private func submit() throws {
        _ = try client.gather(.start)
        _ = try client.gather(.end)
        #expect(try reply(.submit).error == nil)
    }

    private func settle(_ what: String, until condition: () throws -> Bool) throws {
        for _ in 0..<20_000 {
            if try condition() { return }
            try fixture.waitForMatch()
        }
        Issue.record("not so: \(what)")
    }

    private func state() throws -> SubmissionFields.State? {
        try client.gather(.get).submission?.state
    }

    @Test("each answer is noted with its moment, and a request without one is not")
    func noted() throws {
        #expect(try account().lastAnswer == nil)
        server.setOffline(true)
        try submit()
        try settle("waiting") { try state() == .waiting && server.methods != [] }
        #expect(try account().lastAnswer == nil)
        let before = GatherPresenter.timestamp(clock.moment)
        server.setOffline(false)
        clock.advance(by: .seconds(60))
        try settle("sent") { try state() == .sent }
        let answer = try #require(try account().lastAnswer)
        #expect(answer.status == 204 && answer.reason == nil)
        // The clock passes the moment of the next try on its way.
        #expect((before...GatherPresenter.timestamp(clock.moment)).contains(answer.at))
        server.fail(.listPlayerPages, .unexpectedStatus(status: 503, reason: "busy"))
        #expect(try client.call(.sync, ["dryRun": true]).error != nil)
        let refusal = try account()
        #expect(refusal.lastAnswer?.status == 503 && refusal.lastAnswer?.reason == "busy")
        #expect(!refusal.signInRefused)
    }

    @Test("a 401 to the token counts until it is taken again, or somebody signs in")
    func refused() throws {
        server.fail(.listPlayerPages, .unexpectedStatus(status: 401, reason: "Unauthorized"))
        _ = try client.call(.sync, ["dryRun": true])
        #expect(try account().signInRefused)
        // Of the token it says nothing that another thing goes wrong.
        server.fail(.listPlayerPages, .unexpectedStatus(status: 502, reason: "Bad Gateway"))
        _ = try client.call(.sync, ["dryRun": true])
        #expect(try account().signInRefused)
        try fixture.restart()
        client = try fixture.client()
        #expect(try account().signInRefused)
        server.fail(.listPlayerPages, nil)
        _ = try client.call(.sync, ["dryRun": true])
        #expect(try !account().signInRefused)
    }

    @Test("a sign-in by the remembered name is one by that name, also if it is forgotten meanwhile")
    func forgottenMeanwhile() throws {
        server.hold(.logIn)
        try client.send(Call(AccountMethod.logIn.fullName, ["password": "secret"]).message)
        let other = try fixture.client()
        try settle("asked") { server.methods == ["LogIn"] }
        try other.send(Call(AccountMethod.logOut.fullName, ["forget": true]).message)
        #expect(try other.receive()?.error == nil)
        server.resume()
        #expect(try client.receive()?.error == nil)
        #expect(try account().userName == "alice")
    }

    @Test("a 401 to the token of before, or to a sign-in, says nothing of the token of now")
    func late() throws {
        let signIn: JSONObject = ["userName": "alice", "password": "secret"]
        server.hold()
        server.fail(.listGatherPages, .unexpectedStatus(status: 401, reason: "Unauthorized"))
        try submit()
        try settle("asked") { server.methods == ["ListGatherPages"] }
        #expect(try reply(.logIn, signIn).error == nil)
        server.fail(.listGatherPages, nil)
        server.resume()
        try settle("sent") { try state() == .sent }
        #expect(try !account().signInRefused)
        server.fail(.logIn, .unexpectedStatus(status: 401, reason: "Unauthorized"))
        #expect(try reply(.logIn, signIn).error != nil)
        #expect(try account().lastAnswer?.status == 401)
        #expect(try !account().signInRefused)
        // What another server says is nothing that this one has answered.
        var elsewhere = signIn
        elsewhere["server"] = "https://b.example"
        server.fail(.logIn, .unexpectedStatus(status: 404, reason: "Not Found"))
        #expect(try reply(.logIn, elsewhere).error != nil)
        #expect(try account().lastAnswer?.status == 401)
    }
}
