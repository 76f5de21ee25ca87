import GatherAPI
import Testing
import Varlink

@testable import GatherSubmit

struct StepDecoderTests {
    private static let gather = "310e4741-115A-4DEE-B33C-33137D3ED873"
    private static let server = ServerFields(
        url: "http://localhost:8080/", timeoutMilliseconds: 1_000)

    /// The methods that have a page in each reply.
    private static let paged: [SubmitterMethod] = [.listGatherPages, .listPlayerPages]

    private static func request(
        _ method: SubmitterMethod, _ parameters: JSONObject
    ) throws -> HTTPRequest {
        var parameters = parameters
        parameters["server"] = server.json
        let call = Call(method.fullName, parameters, more: Self.paged.contains(method))
        let step = try StepDecoder.step(method, call)
        return try #require(step).request
    }

    /// A request in one line.
    private static func line(
        _ method: SubmitterMethod, _ parameters: JSONObject
    ) throws -> String {
        var parameters = parameters
        parameters["token"] = "t/+=="
        let request = try request(method, parameters)
        #expect(request.authorization == "Bearer t/+==")
        #expect(request.server.url == "http://localhost:8080")
        #expect(request.timeoutMilliseconds == 1_000)
        let body = String(decoding: request.body, as: UTF8.self)
        return "\(request.method.rawValue) \(request.path) \(body)"
    }

    @Test("each step is the request that the server knows")
    func requests() throws {
        let id: JSONValue = .string(Self.gather)
        let gather = "/api/gathers/\(Self.gather)"
        #expect(try Self.line(.createGather, [:]) == "POST /api/gathers {}")
        #expect(
            try Self.line(.addPlayer, ["gatherId": id, "playerId": 7, "team": "teamB"])
                == #"POST \#(gather)/players/7 {"team":"Team B"}"#)
        let result: JSONObject = ["gatherId": id, "score": "2-1", "winnerTeam": "Team A"]
        #expect(
            try Self.line(.sendResult, result)
                == #"PUT \#(gather) {"score":"2-1","winnerTeam":"Team A"}"#)
        #expect(try Self.line(.deleteGather, ["gatherId": id]) == "DELETE \(gather) ")
        #expect(try Self.line(.listGathers, [:]) == "GET /api/gathers ")
        #expect(try Self.line(.listGatherPlayers, ["gatherId": id]) == "GET \(gather)/players ")
        #expect(try Self.line(.listPlayers, [:]) == "GET /api/players ")
        #expect(try Self.line(.listGatherPages, [:]) == "GET /api/gathers ")
        #expect(
            try Self.line(.listGatherPages, ["playerId": 7]) == "GET /api/players/7/gathers ")
        #expect(try Self.line(.listPlayerPages, [:]) == "GET /api/players ")
        #expect(try Self.line(.listPlayerPages, ["gatherId": id]) == "GET \(gather)/players ")
        let jane = ServerProfile(name: "Jane", skill: .beginner)
        #expect(
            try Self.line(.createPlayer, ["profile": jane.json])
                == #"POST /api/players {"name":"Jane","skill":"beginner"}"#)
        #expect(
            try Self.line(.updatePlayer, ["playerId": 0, "profile": jane.json])
                == #"PUT /api/players/0 {"name":"Jane","skill":"beginner"}"#)
        #expect(try Self.line(.deletePlayer, ["playerId": 12]) == "DELETE /api/players/12 ")
    }

    @Test("an account is told by the hash of its password")
    func accounts() throws {
        let hash = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"
        let account: JSONObject = ["userName": "alice", "password": "password"]
        let register = try Self.request(.register, account)
        #expect(register.authorization == nil)
        let body = String(decoding: register.body, as: UTF8.self)
        #expect(body == #"{"username":"alice","password":"\#(hash)"}"#)
        let login = try Self.request(.logIn, account)
        #expect(login.authorization == "Basic \(Encoding.base64("alice:\(hash)"))")
        #expect(login.body == [])
        #expect(login.path == "/api/users/login")
    }

    @Test("the status that means done is the one that gatherd tells of it")
    func doneStatus() throws {
        let id: JSONValue = .string(Self.gather)
        let profile = ServerProfile(name: "Jane").json
        let account: JSONObject = ["userName": "alice", "password": "password"]
        let calls: [SubmitterMethod: JSONObject] = [
            .register: account, .logIn: account, .createGather: [:], .listGathers: [:],
            .addPlayer: ["gatherId": id, "playerId": 7, "team": "teamB"],
            .sendResult: ["gatherId": id, "score": "2-1", "winnerTeam": "Team A"],
            .deleteGather: ["gatherId": id], .listGatherPlayers: ["gatherId": id],
            .listPlayers: [:], .createPlayer: ["profile": profile],
            .updatePlayer: ["playerId": 7, "profile": profile], .deletePlayer: ["playerId": 7],
        ]
        for method in SubmitterMethod.allCases {
            guard let done = method.doneStatus, !Self.paged.contains(method) else { continue }
            var given = try #require(calls[method], "\(method)")
            given["server"] = Self.server.json
            if given["password"] == nil { given["token"] = "t" }
            let step = try #require(try StepDecoder.step(method, Call(method.fullName, given)))
            for status in [200, 201, 204] {
                let answer = HTTPAnswer(
                    status: status, contentType: nil, location: nil, body: [])
                let reply = try #require(step.replies(to: .success(answer)).last)
                let error = SubmitterError(reply)
                var isUnexpected = false
                if case .unexpectedStatus = error { isUnexpected = true }
                #expect(isUnexpected == (status != done), "\(method) \(status)")
            }
        }
    }

    @Test("a list in pages takes a call with many replies, and is read as it comes")
    func pages() throws {
        for method in SubmitterMethod.allCases where method != .ping {
            let isPaged = Self.paged.contains(method)
            let profile = ServerProfile(name: "Jane").json
            let all: JSONObject = [
                "server": Self.server.json, "token": "t", "userName": "alice", "password": "p",
                "gatherId": .string(Self.gather), "playerId": 7, "team": "teamB", "score": "2-1",
                "winnerTeam": "Team A", "profile": profile,
            ]
            let names = try #require(Self.parameters[method])
            var parameters = JSONObject()
            for name in ["server"] + names { parameters[name] = all[name] }
            for more in [false, true] {
                let call = Call(method.fullName, parameters, more: more)
                guard isPaged, !more else {
                    let step = try #require(try StepDecoder.step(method, call))
                    #expect(step.request.isReadInParts == isPaged)
                    #expect((step.list != nil) == isPaged)
                    continue
                }
                #expect(throws: StepDecoder.Refusal.parameter(.expectedMore)) {
                    try StepDecoder.step(method, call)
                }
            }
        }
    }

    private static let parameters: [SubmitterMethod: [String]] = [
        .register: ["userName", "password"], .logIn: ["userName", "password"],
        .createGather: ["token"], .addPlayer: ["token", "gatherId", "playerId", "team"],
        .sendResult: ["token", "gatherId", "score", "winnerTeam"],
        .deleteGather: ["token", "gatherId"], .listGathers: ["token"],
        .listGatherPlayers: ["token", "gatherId"], .listPlayers: ["token"],
        .listGatherPages: ["token", "playerId"], .listPlayerPages: ["token", "gatherId"],
        .createPlayer: ["token", "profile"], .updatePlayer: ["token", "playerId", "profile"],
        .deletePlayer: ["token", "playerId"],
    ]

    @Test("Ping takes no step")
    func ping() throws {
        let method = SubmitterMethod.ping
        #expect(try StepDecoder.step(method, Call(method.fullName)) == nil)
        let call = Call(method.fullName, ["a": 1])
        #expect(throws: StepDecoder.Refusal.parameter(.invalidParameter("a"))) {
            try StepDecoder.step(method, call)
        }
    }

    @Test("every call gets a reply or makes a step")
    func service() {
        let service = SubmitterService()
        #expect(service.work(for: Call(SubmitterMethod.ping.fullName)) == .reply(Reply()))
        let unknown = Call("\(SubmitterMethod.interface).Nope")
        #expect(
            service.work(for: unknown) == .reply(VarlinkError.methodNotFound(unknown.method).reply))
        #expect(
            service.work(for: Call("io.gatherd.Gather.Get"))
                == .reply(VarlinkError.interfaceNotFound("io.gatherd.Gather").reply))
        let upgrade = Call(SubmitterMethod.ping.fullName, upgrade: true)
        let refusal = VarlinkError.methodNotImplemented(upgrade.method).reply
        #expect(service.work(for: upgrade) == .reply(refusal))
        let server = ServerFields(url: "http://football.example").json
        let call = Call(SubmitterMethod.listPlayers.fullName, ["server": server, "token": "t"])
        guard case .reply(let reply) = service.work(for: call),
            case .invalidServer = SubmitterError(reply)
        else {
            Issue.record("http to another machine is not refused")
            return
        }
    }
}
