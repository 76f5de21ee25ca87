import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

struct SubmitterTests {
    private static let server = ServerFields(
        url: "https://football.example", allowInsecureHTTP: true, timeoutMilliseconds: 100)
    private static let player = ServerPlayer(
        id: 7,
        profile: ServerProfile(
            name: "Jane", age: 20, skill: .amateur, preferredPosition: .winger,
            favouriteTeam: "CF United"),
        unknown: ["skill"])
    private static let gather = ServerGather(
        id: "310E4741-115A-4DEE-B33C-33137D3ED873", userID: "u", score: "2-1", winnerTeam: "Team A")

    /// Every error with its fields set.
    private static let errors: [SubmitterError] = [
        .invalidServer(reason: "a"), .invalidServer(reason: "a", needsInsecureHTTP: true),
        .unexpectedStatus(status: 404, reason: "b"),
        .unexpectedStatus(status: 503, reason: "b", retryAfterSeconds: 60),
        .notSent(reason: "c"),
        .outcomeUnknown(reason: "d"),
    ]

    private static func definition() throws -> InterfaceDefinition {
        try InterfaceGrammar.parse(Interfaces.submitter.description)
    }

    @Test("the methods are the cases of the Swift type, found by their full names")
    func methods() throws {
        let methods = SubmitterMethod.allCases
        #expect(try Self.definition().methods == Set(methods.map(\.rawValue)))
        for method in methods {
            #expect(method.fullName == "io.gatherd.Submitter.\(method.rawValue)")
            #expect(SubmitterMethod(fullName: method.fullName) == method)
        }
        for name in ["", "Ping", "io.gatherd.Submitter.", "io.gatherd.Gather.Get"] {
            #expect(SubmitterMethod(fullName: name) == nil)
        }
    }

    @Test("every error is declared with its fields, and read back from its reply")
    func errors() throws {
        let definition = try Self.definition()
        for error in Self.errors {
            #expect(definition.mismatches(ofError: error.reply) == [])
            #expect(SubmitterError(error.reply) == error)
        }
        let names = ["InvalidServer", "UnexpectedStatus", "NotSent", "OutcomeUnknown"]
        #expect(definition.errors == Set(names))
        #expect(SubmitterError(Reply()) == nil)
        #expect(SubmitterError(VarlinkError.expectedMore.reply) == nil)
        #expect(SubmitterError(Reply(error: "io.gatherd.Submitter.Unheard")) == nil)
        #expect(SubmitterError(Reply(error: "io.gatherd.Submitter.UnexpectedStatus")) == nil)
    }

    @Test("each type is written with exactly the fields that are declared, and read back the same")
    func types() throws {
        let definition = try Self.definition()
        #expect(definition.types == ["Server", "Profile", "Player", "Gather"])
        let samples = [
            (Self.server.json, "Server"), (Self.player.json, "Player"),
            (Self.gather.json, "Gather"),
        ]
        for (json, type) in samples {
            #expect(definition.mismatches(of: json, as: .named(type), at: type) == [])
        }
        #expect(try ServerFields(json: Self.server.json, name: "") == Self.server)
        #expect(try ServerPlayer(json: Self.player.json, name: "") == Self.player)
        #expect(try ServerGather(json: Self.gather.json, name: "") == Self.gather)
        let bare = ServerPlayer(id: 1, profile: ServerProfile(name: ""))
        #expect(try ServerPlayer(json: bare.json, name: "") == bare)
        let server = ServerFields(url: "x")
        #expect(try ServerFields(json: .object(["url": "x"]), name: "") == server)
        let fresh = ServerGather(id: "x")
        #expect(try ServerGather(json: .object(["id": "x", "new": 1]), name: "") == fresh)
    }

    @Test("the cases of each enum are the values that are declared")
    func enums() throws {
        let definition = try Self.definition()
        let skills = PlayerSkill.allCases.map(\.rawValue)
        #expect(definition.values(of: "skill", in: "Profile") == skills)
        let positions = PlayerPosition.allCases.map(\.rawValue)
        #expect(definition.values(of: "preferredPosition", in: "Profile") == positions)
        guard case .method(let parameters, _) = definition.members["AddPlayer"] else {
            Issue.record("AddPlayer is not declared")
            return
        }
        let teams = ServerTeam.allCases.map(\.rawValue)
        #expect(parameters.last == .init(name: "team", type: .enumeration(teams)))
        #expect(ServerTeam.allCases.map(\.title) == ["Team A", "Team B"])
    }

    @Test("every step but an account's has a server and a token")
    func parameters() throws {
        let definition = try Self.definition()
        for method in SubmitterMethod.allCases where method != .ping {
            guard case .method(let parameters, _) = definition.members[method.rawValue] else {
                Issue.record("\(method) is not declared")
                continue
            }
            #expect(parameters.first == .init(name: "server", type: .named("Server")))
            let isAccount = method == .register || method == .logIn
            #expect(parameters.dropFirst().first?.name == (isAccount ? "userName" : "token"))
        }
    }
}
