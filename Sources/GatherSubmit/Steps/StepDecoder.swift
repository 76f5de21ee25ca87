import GatherAPI
import Varlink

/// Makes the step that a call asks for, all its parameters checked.
struct StepDecoder {
    /// Why a call makes no step.
    enum Refusal: Error, Equatable {
        /// A parameter is wrong.
        case parameter(VarlinkError)
        /// The server cannot be used.
        case server(SubmitterError)

        /// What the caller is told.
        var reply: Reply {
            switch self {
            case .parameter(let error): error.reply
            case .server(let error): error.reply
            }
        }
    }

    private var reader: ParameterReader

    /// The step of a call; nil for a call that takes none.
    static func step(_ method: SubmitterMethod, _ call: Call) throws(Refusal) -> Step? {
        var decoder = StepDecoder(reader: ParameterReader(call.parameters, isStrict: true))
        do {
            let step = try decoder.step(method)
            try decoder.reader.finish()
            if step?.list != nil, !call.more { throw VarlinkError.expectedMore }
            return step
        } catch let error as VarlinkError {
            throw .parameter(error)
        } catch let error as SubmitterError {
            throw .server(error)
        } catch {
            throw .parameter(.methodNotImplemented(call.method))
        }
    }

    private mutating func step(_ method: SubmitterMethod) throws -> Step? {
        switch method {
        case .ping: nil
        case .register: try register()
        case .logIn: try logIn()
        case .createGather: try step(.post, "/gathers", [:], .newGather)
        case .addPlayer: try addPlayer()
        case .sendResult: try sendResult()
        case .deleteGather: try step(.delete, try gather(), nil, .nothing(status: 204))
        case .listGathers: try step(.get, "/gathers", nil, .gathers)
        case .listGatherPlayers: try step(.get, try gather() + "/players", nil, .players)
        case .listPlayers: try step(.get, "/players", nil, .players)
        case .listGatherPages: try gatherPages()
        case .listPlayerPages: try playerPages()
        case .createPlayer: try step(.post, "/players", try profile(), .newPlayer)
        case .updatePlayer:
            try step(.put, try player(), try profile(), .nothing(status: 204))
        case .deletePlayer: try step(.delete, try player(), nil, .nothing(status: 204))
        }
    }

    // MARK: - Steps

    private mutating func register() throws -> Step {
        let (name, hash) = try account()
        let body: JSONObject = ["username": .string(name), "password": .string(hash)]
        let request = try request(.post, "/users", body, authorization: nil)
        return Step(request: request, expectation: .newUser, secrets: [hash])
    }

    private mutating func logIn() throws -> Step {
        let (name, hash) = try account()
        // The server would take what follows the colon as the password.
        guard !name.contains(":") else { throw VarlinkError.invalidParameter("userName") }
        let pair = Encoding.base64("\(name):\(hash)")
        let request = try request(.post, "/users/login", nil, authorization: "Basic \(pair)")
        return Step(request: request, expectation: .login, secrets: [hash, pair])
    }

    private mutating func addPlayer() throws -> Step {
        let path = "\(try gather())/players/\(try playerNumber())"
        let team: ServerTeam = try reader.required("team")
        return try step(.post, path, ["team": .string(team.title)], .nothing(status: 200))
    }

    private mutating func sendResult() throws -> Step {
        let path = try gather()
        let score = try text("score")
        let numbers = score.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy(Self.isGoals) else {
            throw VarlinkError.invalidParameter("score")
        }
        let winner = try text("winnerTeam")
        guard winner == "None" || ServerTeam.allCases.contains(where: { $0.title == winner }) else {
            throw VarlinkError.invalidParameter("winnerTeam")
        }
        let body: JSONObject = ["score": .string(score), "winnerTeam": .string(winner)]
        return try step(.put, path, body, .nothing(status: 204))
    }

    /// All gathers, or those of a player.
    private mutating func gatherPages() throws -> Step {
        let id: Int? = try reader.optional("playerId")
        let path = id == nil ? "" : try player()
        return try pages(path + "/gathers", of: .gathers)
    }

    /// All players, or those of a gather.
    private mutating func playerPages() throws -> Step {
        let id: String? = try reader.optional("gatherId")
        let path = id == nil ? "" : try gather()
        return try pages(path + "/players", of: .players)
    }

    /// A list of any length.
    private mutating func pages(_ path: String, of elements: ListPages.Elements) throws -> Step {
        var step = try step(.get, path, nil, .pages(elements))
        step.request.isReadInParts = true
        return step
    }

    /// A step with a token.
    private mutating func step(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject?,
        _ expectation: Step.Expectation
    ) throws -> Step {
        let token = try text("token")
        guard HTTPAnswer.isToken(token) else { throw VarlinkError.invalidParameter("token") }
        let request = try request(method, path, body, authorization: "Bearer \(token)")
        return Step(request: request, expectation: expectation, secrets: [token])
    }

    private mutating func request(
        _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject?, authorization: String?
    ) throws -> HTTPRequest {
        let server: ServerFields = try reader.required("server")
        let milliseconds = server.timeoutMilliseconds ?? Limits.stepMilliseconds
        guard Limits.stepMillisecondsAllowed.contains(milliseconds) else {
            throw VarlinkError.invalidParameter("timeoutMilliseconds")
        }
        return HTTPRequest(
            method: method,
            server: try ServerAddress(server.url, allowInsecureHTTP: server.allowInsecureHTTP),
            path: "/api" + path, authorization: authorization,
            body: body.map { JSONValue.object($0).bytes } ?? [], timeoutMilliseconds: milliseconds)
    }

    // MARK: - Parameters

    /// The name of an account, and what a server is told of its password.
    private mutating func account() throws -> (name: String, hash: String) {
        let name = try text("userName")
        guard let password = try reader.secret("password"),
            (1...Limits.textBytes).contains(password.count)
        else { throw VarlinkError.invalidParameter("password") }
        defer { password.wipe() }
        return (name, password.read(Encoding.hash))
    }

    /// The path of a gather.
    private mutating func gather() throws -> String {
        let id = try text("gatherId")
        guard HTTPAnswer.isUUID(id) else { throw VarlinkError.invalidParameter("gatherId") }
        return "/gathers/\(id)"
    }

    /// The path of a player.
    private mutating func player() throws -> String { "/players/\(try playerNumber())" }

    private mutating func playerNumber() throws -> Int {
        let number: Int = try reader.required("playerId")
        guard number >= 0 else { throw VarlinkError.invalidParameter("playerId") }
        return number
    }

    /// What the server is to keep of a player; a field that is null is left out, and so emptied.
    private mutating func profile() throws -> JSONObject {
        let profile: ServerProfile = try reader.required("profile")
        return JSONObject(present: [
            "name": .string(profile.name), "age": profile.age.map(JSONValue.int),
            "skill": (profile.skill?.rawValue).map(JSONValue.string),
            "preferredPosition": (profile.preferredPosition?.rawValue).map(JSONValue.string),
            "favouriteTeam": profile.favouriteTeam.map(JSONValue.string),
        ])
    }

    /// A text that has to be there, not empty and not of any length.
    private mutating func text(_ name: String) throws -> String {
        let text: String = try reader.required(name)
        guard (1...Limits.textBytes).contains(text.utf8.count) else {
            throw VarlinkError.invalidParameter(name)
        }
        return text
    }

    /// Whether a text is one side's goals: one to three figures.
    private static func isGoals(_ text: Substring) -> Bool {
        (1...3).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
