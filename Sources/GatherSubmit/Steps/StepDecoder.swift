import GatherAPI
import Varlink

/// Makes the step for a call, after checking all of its parameters.
enum StepDecoder {
    /// The reason why a call makes no step.
    enum Refusal: Error, Equatable {
        /// A parameter is invalid.
        case parameter(VarlinkError)
        /// The server cannot be used.
        case server(SubmitterError)

        /// The reply to the caller.
        var reply: Reply {
            switch self {
            case .parameter(let error): error.reply
            case .server(let error): error.reply
            }
        }
    }

    /// Returns the step of a call; nil for a call that takes none.
    static func step(_ method: SubmitterMethod, _ call: Call) throws(Refusal) -> Step? {
        do {
            let step = try step(of: method, call)
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

    private typealias Method = SubmitterMethod

    private static func step(of method: SubmitterMethod, _ call: Call) throws -> Step? {
        switch method {
        case .ping:
            _ = try Method.Ping(call)
            return nil
        case .register: return try register(Method.Register(call))
        case .logIn: return try logIn(Method.LogIn(call))
        case .createGather:
            return try step(Method.CreateGather(call), .post, "/gathers", [:], .newGather)
        case .addPlayer:
            let given = try Method.AddPlayer(call)
            let path = try gather(given.gatherID) + player(given.playerID)
            let body: JSONObject = ["team": .string(given.team.title)]
            return try step(given, .post, path, body, .nothing(status: 200))
        case .sendResult: return try sendResult(Method.SendResult(call))
        case .deleteGather:
            let given = try Method.DeleteGather(call)
            return try step(given, .delete, gather(given.gatherID), nil, .nothing(status: 204))
        case .listGathers:
            return try step(Method.ListGathers(call), .get, "/gathers", nil, .gathers)
        case .listGatherPlayers:
            let given = try Method.ListGatherPlayers(call)
            return try step(given, .get, gather(given.gatherID) + "/players", nil, .players)
        case .listPlayers:
            return try step(Method.ListPlayers(call), .get, "/players", nil, .players)
        case .listGatherPages:
            let given = try Method.ListGatherPages(call)
            let path = try given.playerID.map(player) ?? ""
            return try pages(given, path + "/gathers", of: .gathers)
        case .listPlayerPages:
            let given = try Method.ListPlayerPages(call)
            let path = try given.gatherID.map(gather) ?? ""
            return try pages(given, path + "/players", of: .players)
        case .createPlayer:
            let given = try Method.CreatePlayer(call)
            return try step(given, .post, "/players", body(given.profile), .newPlayer)
        case .updatePlayer:
            let given = try Method.UpdatePlayer(call)
            return try step(
                given, .put, player(given.playerID), body(given.profile), .nothing(status: 204))
        case .deletePlayer:
            let given = try Method.DeletePlayer(call)
            return try step(given, .delete, player(given.playerID), nil, .nothing(status: 204))
        }
    }

    // MARK: - Steps

    private static func register(_ given: Method.Register) throws -> Step {
        let (name, hash) = try account(given.userName, given.password)
        let body: JSONObject = ["username": .string(name), "password": .string(hash)]
        let request = try request(given.server, .post, "/users", body, authorization: nil)
        return Step(request: request, expectation: .newUser, secrets: [hash])
    }

    private static func logIn(_ given: Method.LogIn) throws -> Step {
        let (name, hash) = try account(given.userName, given.password)
        // The server would take what follows the colon as the password.
        guard !name.contains(":") else { throw VarlinkError.invalidParameter("userName") }
        let pair = Encoding.base64("\(name):\(hash)")
        let request = try request(
            given.server, .post, "/users/login", nil, authorization: "Basic \(pair)")
        return Step(request: request, expectation: .login, secrets: [hash, pair])
    }

    private static func sendResult(_ given: Method.SendResult) throws -> Step {
        let path = try gather(given.gatherID)
        let numbers = given.score.split(separator: "-", omittingEmptySubsequences: false)
        guard numbers.count == 2, numbers.allSatisfy(isGoals) else {
            throw VarlinkError.invalidParameter("score")
        }
        let winner = given.winnerTeam
        guard winner == "None" || ServerTeam.allCases.contains(where: { $0.title == winner }) else {
            throw VarlinkError.invalidParameter("winnerTeam")
        }
        let body: JSONObject = ["score": .string(given.score), "winnerTeam": .string(winner)]
        return try step(given, .put, path, body, .nothing(status: 204))
    }

    /// Returns the step for a list of any length.
    private static func pages(
        _ given: some CallWithToken, _ path: String, of elements: ListPages.Elements
    ) throws -> Step {
        var step = try step(given, .get, path, nil, .pages(elements))
        step.request.isReadInParts = true
        return step
    }

    private static func step(
        _ given: some CallWithToken, _ method: HTTPRequest.Method, _ path: String,
        _ body: JSONObject?, _ expectation: Step.Expectation
    ) throws -> Step {
        let token = try checked(given.token, "token")
        guard HTTPAnswer.isToken(token) else { throw VarlinkError.invalidParameter("token") }
        let request = try request(
            given.server, method, path, body, authorization: "Bearer \(token)")
        return Step(request: request, expectation: expectation, secrets: [token])
    }

    private static func request(
        _ server: ServerFields, _ method: HTTPRequest.Method, _ path: String, _ body: JSONObject?,
        authorization: String?
    ) throws -> HTTPRequest {
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

    /// Returns the name of an account, and the encoded password for the server.
    private static func account(
        _ name: String, _ password: SecretBytes
    ) throws(VarlinkError) -> (name: String, hash: String) {
        defer { password.wipe() }
        let name = try checked(name, "userName")
        guard (1...Limits.textBytes).contains(password.count) else {
            throw .invalidParameter("password")
        }
        return (name, password.read(Encoding.hash))
    }

    /// Returns the path of a gather.
    private static func gather(_ id: String) throws(VarlinkError) -> String {
        guard RemoteGatherID.isValid(id) else { throw .invalidParameter("gatherId") }
        return "/gathers/\(id)"
    }

    /// Returns the path of a player.
    private static func player(_ number: Int) throws(VarlinkError) -> String {
        guard number >= 0 else { throw .invalidParameter("playerId") }
        return "/players/\(number)"
    }

    /// Returns the player's fields for the server; a field that is null is left out, which clears
    /// it.
    private static func body(_ profile: ServerProfile) -> JSONObject {
        var fields = profile.fields
        for member in fields.members where member.value == .null { fields[member.key] = nil }
        return fields
    }

    /// Returns the text if it is neither empty nor too long.
    private static func checked(_ text: String, _ name: String) throws(VarlinkError) -> String {
        guard (1...Limits.textBytes).contains(text.utf8.count) else {
            throw .invalidParameter(name)
        }
        return text
    }

    /// Returns true if a text is the goals of one side: one to three digits.
    private static func isGoals(_ text: Substring) -> Bool {
        (1...3).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

/// A call with a token, for the server that issued it.
private protocol CallWithToken {
    var server: ServerFields { get }
    var token: String { get }
}

extension SubmitterMethod.CreateGather: CallWithToken {}
extension SubmitterMethod.AddPlayer: CallWithToken {}
extension SubmitterMethod.SendResult: CallWithToken {}
extension SubmitterMethod.DeleteGather: CallWithToken {}
extension SubmitterMethod.ListGathers: CallWithToken {}
extension SubmitterMethod.ListGatherPlayers: CallWithToken {}
extension SubmitterMethod.ListPlayers: CallWithToken {}
extension SubmitterMethod.ListGatherPages: CallWithToken {}
extension SubmitterMethod.ListPlayerPages: CallWithToken {}
extension SubmitterMethod.CreatePlayer: CallWithToken {}
extension SubmitterMethod.UpdatePlayer: CallWithToken {}
extension SubmitterMethod.DeletePlayer: CallWithToken {}
