import GatherAPI
import GatherClient
import LinuxIO
import Varlink

/// The endpoints that only look: what pages load beside the events.
final class APIRoutes {
    private let directory: PitchDirectory
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let crests: CrestStore
    private var calls: [String: PitchCalls] = [:]

    init(
        _ directory: PitchDirectory, crests: CrestStore, queue: SerialQueue,
        clock: any MachineClock
    ) {
        self.crests = crests
        self.directory = directory
        self.queue = queue
        self.clock = clock
    }

    /// Returns the clock on which the deadlines of matches are, and the wall clock.
    func time() -> HTTPResponse {
        let now = clock.now()
        return APIAnswer.json([
            "boottimeMicroseconds": .int(now.boottime.wholeMicroseconds),
            "wallMilliseconds": .int(now.wall.wholeMilliseconds),
        ])
    }

    /// Returns the names of all pitches.
    func pitches() -> HTTPResponse {
        APIAnswer.json([
            "pitches": directory.names().json, "usual": .string(directory.usual),
        ])
    }

    /// Answers with a page of the history.
    func history(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        let text = request.arguments["limit"]
        let limit = text.map { Int($0) ?? 0 } ?? Limits.historyPage
        guard (1...Limits.historyPage).contains(limit) else {
            return answer(
                APIAnswer.error(
                    400, "InvalidParameter", tr("'limit' is from 1 to %1$@", Limits.historyPage)))
        }
        let call = HistoryMethod.List(limit: limit, before: request.arguments["before"]).call
        forward(call, request, answer) { $0 }
    }

    /// Answers with a match and its events: with the present one unless an ID is given.
    ///
    /// Their texts have their values apart where a page in another language asks for that.
    func match(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        let (id, after) = (request.arguments["id"], request.arguments["after"])
        guard after.map({ Int($0) != nil }) ?? true else {
            return answer(APIAnswer.error(400, "InvalidParameter", tr("'after' is not a number")))
        }
        let text = request.arguments["translatable"] ?? "false"
        guard let isTranslatable = Bool(text) else {
            return answer(
                APIAnswer.error(400, "InvalidParameter", tr("'translatable' is 'true' or 'false'")))
        }
        var plain = HistoryMethod.Show(id: id, after: after.flatMap { Int($0) })
        guard isTranslatable else {
            return forward(plain.call, request, answer, Self.withoutUsers)
        }
        guard let calls = calls(of: request) else { return answer(APIAnswer.noPitch) }
        plain.limit = InterfaceLimits.translatablePage
        var withForms = plain
        withForms.translatable = true
        calls.call(withForms.call) { [plain] outcome in
            guard case .success(let reply) = outcome,
                VarlinkError(reply) == .invalidParameter("translatable")
            else { return answer(Self.answer(outcome, Self.withoutUsers)) }
            // An older gatherd has the texts in English alone.
            calls.call(plain.call) { answer(Self.answer($0, Self.withoutUsers)) }
        }
    }

    /// Answers with the names of the formats that a match can have.
    func formats(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        forward(GatherMethod.GetFormats().call, request, answer) { parameters in
            let formats = parameters["formats"]?.array ?? []
            return ["formats": .array(formats.compactMap { $0.object?["name"] })]
        }
    }

    /// Answers with the usual values of the pitch, except the players.
    func defaults(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        forward(GatherMethod.GetDefaults().call, request, answer) { parameters in
            var defaults = parameters["defaults"]?.object ?? [:]
            // No form of the page asks for the players.
            defaults["players"] = nil
            return ["defaults": .object(defaults)]
        }
    }

    /// Answers with the squad and its goals.
    func squad(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        guard let calls = calls(of: request) else { return answer(APIAnswer.noPitch) }
        calls.call(PlayersMethod.List().call) { players in
            calls.call(PlayersMethod.Scorers().call) { scorers in
                answer(Self.squad(players, scorers))
            }
        }
    }

    /// Answers with the picture of a side of the present match.
    func crest(
        of side: ServerTeam, _ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void
    ) {
        guard let calls = calls(of: request) else { return answer(APIAnswer.noPitch) }
        calls.call(GatherMethod.Get().call) { [crests] outcome in
            let reply: GatherMethod.Get.Reply? = Self.read(outcome)
            let team = side == .teamA ? reply?.gather?.teamA : reply?.gather?.teamB
            guard let name = team?.$name, let picture = crests.picture(of: name) else {
                return answer(HTTPResponse(404, text: tr("there is no picture")))
            }
            answer(HTTPResponse(type: "image/png", picture, isStored: true))
        }
    }

    /// Gives the title of a page: of the match with an ID, or of the present one.
    ///
    /// - Parameter id: The ID; nil for the present match.
    func title(
        of id: String?, _ request: HTTPRequest, in language: PageLanguage,
        _ completion: @escaping (PageTitle?) -> Void
    ) {
        guard let calls = calls(of: request) else { return completion(nil) }
        // A page without a title is better than one that does not come.
        let first = FirstOf(completion)
        queue.later(after: Limits.titleWait) { first.complete(nil) }
        let completion = first.complete
        if let id {
            calls.call(HistoryMethod.Show(id: id, limit: 1).call) { outcome in
                let reply: HistoryMethod.Show.Reply? = Self.read(outcome)
                completion(reply.map { PageTitle($0.gather, in: language) })
            }
        } else {
            calls.call(GatherMethod.Get().call) { outcome in
                let reply: GatherMethod.Get.Reply? = Self.read(outcome)
                completion(reply.map { PageTitle($0.gather, in: language) })
            }
        }
    }

    /// Answers with the parameters of a reply, changed.
    private func forward(
        _ call: Call, _ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void,
        _ change: @escaping (JSONObject) -> JSONObject
    ) {
        guard let calls = calls(of: request) else { return answer(APIAnswer.noPitch) }
        calls.call(call) { answer(Self.answer($0, change)) }
    }

    private static func answer(
        _ outcome: Result<Reply, PitchCalls.Failure>, _ change: (JSONObject) -> JSONObject
    ) -> HTTPResponse {
        switch outcome {
        case .failure(let failure): APIAnswer.failure(failure)
        case .success(let reply) where reply.error != nil: APIAnswer.refusal(reply)
        case .success(let reply): APIAnswer.json(change(reply.parameters))
        }
    }

    private func calls(of request: HTTPRequest) -> PitchCalls? {
        guard let path = directory.path(of: request.arguments["pitch"]) else { return nil }
        if let known = calls[path] { return known }
        let made = PitchCalls(path: path, queue: queue)
        calls[path] = made
        return made
    }

    private static func read<Value: VarlinkObject>(
        _ outcome: Result<Reply, PitchCalls.Failure>
    ) -> Value? {
        guard case .success(let reply) = outcome, reply.error == nil else { return nil }
        return try? Value(reply.parameters)
    }

    /// Leaves out the accounts of the machine: they are nobody's business but its own.
    ///
    /// An event says `commanded` if somebody gave a command.
    private static func withoutUsers(_ parameters: JSONObject) -> JSONObject {
        var parameters = parameters
        guard let entries = parameters["entries"]?.array else { return parameters }
        parameters["entries"] = .array(
            entries.map { entry in
                guard var fields = entry.object else { return entry }
                let user = fields["operatorUid"] ?? .null
                fields["commanded"] = .bool(user != .null)
                fields["operatorUid"] = nil
                fields["operatorName"] = nil
                return .object(fields)
            })
        return parameters
    }

    /// Returns the squad without what is known of people besides: ages, skills, favourite teams.
    private static func squad(
        _ players: Result<Reply, PitchCalls.Failure>, _ scorers: Result<Reply, PitchCalls.Failure>
    ) -> HTTPResponse {
        for outcome in [players, scorers] {
            switch outcome {
            case .failure(let failure): return APIAnswer.failure(failure)
            case .success(let reply): if reply.error != nil { return APIAnswer.refusal(reply) }
            }
        }
        let listed: PlayersMethod.List.Reply? = read(players)
        let scored: PlayersMethod.Scorers.Reply? = read(scorers)
        let goals = Dictionary(
            (scored?.scorers ?? []).map { ($0.playerID, $0.goals) }, uniquingKeysWith: max)
        let rows = (listed?.players ?? []).map { player in
            JSONValue.object([
                "id": .int(player.id), "name": .string(player.profile.$name),
                "position": JSONValue(player.profile.position?.rawValue),
                "shirt": JSONValue(player.profile.shirt), "goals": .int(goals[player.id] ?? 0),
            ])
        }
        return APIAnswer.json(["players": .array(rows)])
    }
}
