import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Decodes and validates the calls to `io.gatherd.Players`.
struct PlayersService: Sendable {
    let interactor: GatherInteractor

    /// Makes the service of a squad; it is called on the server's queue.
    init(interactor: GatherInteractor) {
        self.interactor = interactor
    }

    /// Answers a call: whoever calls may look, and those who may control the match change it.
    func answer(
        _ method: PlayersMethod, _ call: Call, from peer: Peer
    ) throws(CallError) -> Answer {
        do {
            switch method {
            case .list, .show, .scorers: break
            case .add, .edit, .remove, .restore, .sync, .link, .unlink:
                guard peer.mayControl else { throw VarlinkError.permissionDenied }
            }
            switch method {
            case .list:
                _ = try PlayersMethod.List(call)
                return .reading(ReadingJob(SquadReading(interactor.shelf.view, for: peer)))
            case .show:
                let id = try PlayersMethod.Show(call).id
                return .reading(ReadingJob(PlayerReading(id, in: interactor.shelf.view, for: peer)))
            case .add: return try add(call)
            case .edit: return try edit(call)
            case .remove: return try remove(call)
            case .restore: return try restore(call)
            case .scorers: return try scorers(PlayersMethod.Scorers(call).since)
            case .sync: return try sync(PlayersMethod.Sync(call))
            case .link: return try link(call)
            case .unlink: return try unlink(call)
            }
        } catch let error as VarlinkError {
            throw .protocolError(error)
        } catch let error as PlayersError {
            throw .players(error)
        } catch {
            throw .protocolError(.methodNotFound(call.method))
        }
    }

    // MARK: - Methods

    private func add(_ call: Call) throws -> Answer {
        // A word that is none of the interface's is an error of the player, not of the call.
        var reader = ParameterReader(call.parameters)
        let given: [GivenProfile] = try reader.required("players")
        let _: String? = try reader.optional("requestId")
        let requestID = try CommandDecoder.requestID(of: call)
        try reader.finish()
        guard (1...Limits.squad).contains(given.count) else {
            if given.count > Limits.squad { throw PlayersError.squadFull(maximum: Limits.squad) }
            throw VarlinkError.invalidParameter("players")
        }
        var profiles: [PlayerProfile] = []
        for (index, one) in given.enumerated() { profiles.append(try one.profile(at: index)) }
        let command = RowChecksum.of([.text(CommandDecoder.fingerprint(call))])
        let request = requestID.map { (id: $0, command: command) }
        let all = profiles
        return change(requestID) { gathers throws(PlayersError) in
            guard let players = try gathers.add(all, request: request) else {
                return VarlinkError.invalidParameter("requestId").reply
            }
            return PlayersMethod.Add.Reply(players: players).reply
        }
    }

    private func edit(_ call: Call) throws -> Answer {
        var reader = ParameterReader(call.parameters)
        let id: Int = try reader.required("id")
        let given: GivenProfile = try reader.required("profile")
        let _: String? = try reader.optional("requestId")
        let request = try Self.request(of: call)
        try reader.finish()
        let profile = try given.profile(at: 0)
        return change(request) { gathers throws(PlayersError) in
            try gathers.edit(id, profile, request: request)
        }
    }

    private func remove(_ call: Call) throws -> Answer {
        let id = try PlayersMethod.Remove(call).id
        let request = try Self.request(of: call)
        return change(request) { gathers throws(PlayersError) in
            try gathers.remove(id, request: request)
        } reply: { _ in
            Reply()
        }
    }

    private func restore(_ call: Call) throws -> Answer {
        let id = try PlayersMethod.Restore(call).id
        let request = try Self.request(of: call)
        return change(request) { gathers throws(PlayersError) in
            try gathers.restore(id, request: request)
        }
    }

    /// Reads the request ID by which a call counts once.
    static func request(of call: Call) throws(VarlinkError) -> PlayerRequest? {
        try CommandDecoder.requestID(of: call).map {
            PlayerRequest(id: $0, command: CommandDecoder.fingerprint(call))
        }
    }

    /// A change of one player; nil where its request ID stands for another one.
    func change(
        _ request: PlayerRequest?,
        _ body:
            @escaping @Sendable (isolated GatherInteractor) throws(PlayersError) ->
            GatherInteractor.PlayerChange?,
        reply: @escaping @Sendable (GatherInteractor.PlayerChange) -> Reply = Self.reply
    ) -> Answer {
        change(request?.id) { gathers throws(PlayersError) in
            try body(gathers).map(reply) ?? VarlinkError.invalidParameter("requestId").reply
        }
    }

    private func scorers(_ given: String?) throws -> Answer {
        let since = try given.map { text in
            guard let wall = UniversalTime.wall(parsing: text) else {
                throw VarlinkError.invalidParameter("since")
            }
            return wall
        }
        return .reading(ReadingJob(ScorersReading(since: since, in: interactor.shelf.view)))
    }

    /// The answer to a change of one player.
    @Sendable static func reply(_ change: GatherInteractor.PlayerChange) -> Reply {
        PlayersMethod.Edit.Reply(player: change.player, changed: change.changed).reply
    }

    /// The answer to what was not begun.
    @Sendable static func refusal(_ reason: String) -> Reply {
        PlayersError.storageFailed(reason: reason).reply
    }

    private func change(
        _ requestID: String?,
        _ body: @escaping @Sendable (isolated GatherInteractor) throws(PlayersError) -> Reply
    ) -> Answer {
        let interactor = interactor
        return .change(
            MatchWork(requestID: requestID, refusal: Self.refusal) { reply in
                reply(interactor.answer(body) { $0.reply })
            })
    }
}

/// What a call gives of a player, as far as its types are right.
private struct GivenProfile: JSONDecodable {
    private let name: String
    private let age: Int?
    private let (skill, position): (String?, String?)
    private let favouriteTeam: String?

    init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.name = try reader.required("name")
        age = try reader.optional("age")
        (skill, position) = (try reader.optional("skill"), try reader.optional("position"))
        favouriteTeam = try reader.optional("favouriteTeam")
        try reader.finish()
    }

    /// The profile, if there can be such a player.
    func profile(at index: Int) throws(PlayersError) -> PlayerProfile {
        // A long text is no word, and comparing it could take long.
        let skill = skill.map { $0.utf8.count > 64 ? nil : Skill(rawValue: $0) }
        if skill == .some(nil) {
            throw .invalidPlayer(index: index, field: "skill", problem: .unknown)
        }
        let position = position.map { $0.utf8.count > 64 ? nil : Position(rawValue: $0) }
        if position == .some(nil) {
            throw .invalidPlayer(index: index, field: "position", problem: .unknown)
        }
        do {
            return try PlayerProfile(
                name: name, age: age, skill: skill ?? nil, position: position ?? nil,
                favouriteTeam: favouriteTeam)
        } catch {
            throw PlayersPresenter.error(error, at: index)
        }
    }
}
