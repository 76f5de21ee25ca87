import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Decodes and validates the calls to `io.gatherd.Players`.
struct PlayersService: Sendable {
    private let interactor: GatherInteractor

    /// Makes the service of a squad; it is called on the interactor's queue alone.
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
            case .add, .edit, .remove, .restore, .sync:
                guard peer.mayControl else { throw VarlinkError.permissionDenied }
            }
            var reader = ParameterReader(call.parameters)
            switch method {
            case .list: return try list(&reader)
            case .show: return try show(&reader)
            case .add: return try add(&reader, call)
            case .edit: return try edit(&reader, call)
            case .remove: return try remove(&reader, call)
            case .restore: return try restore(&reader, call)
            case .scorers: return try scorers(&reader)
            case .sync: return try sync(&reader)
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

    private func list(_ reader: inout ParameterReader) throws -> Answer {
        try reader.finish()
        let players = interactor.assumeIsolated { $0.players() }
        return .reply(Reply(["players": .array(players.map(\.json))]))
    }

    private func show(_ reader: inout ParameterReader) throws -> Answer {
        let id: Int = try reader.required("id")
        try reader.finish()
        let (player, record) = try carryOut { interactor throws(PlayersError) in
            try interactor.player(id)
        }
        return .reply(Reply(["player": player.json, "record": record.json]))
    }

    private func add(_ reader: inout ParameterReader, _ call: Call) throws -> Answer {
        let given: [GivenProfile] = try reader.required("players")
        let requestID = try CommandDecoder.requestID(from: &reader)
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
        let players = try carryOut { interactor throws(PlayersError) in
            try interactor.add(all, request: request)
        }
        guard let players else { throw VarlinkError.invalidParameter("requestId") }
        return .reply(Reply(["players": .array(players.map(\.json))]))
    }

    private func edit(_ reader: inout ParameterReader, _ call: Call) throws -> Answer {
        let id: Int = try reader.required("id")
        let given: GivenProfile = try reader.required("profile")
        let request = try Self.request(&reader, call)
        try reader.finish()
        let profile = try given.profile(at: 0)
        return try Self.answer(
            carryOut { interactor throws(PlayersError) in
                try interactor.edit(id, profile, request: request)
            })
    }

    private func remove(_ reader: inout ParameterReader, _ call: Call) throws -> Answer {
        let id: Int = try reader.required("id")
        let request = try Self.request(&reader, call)
        try reader.finish()
        _ = try Self.answer(
            carryOut { interactor throws(PlayersError) in
                try interactor.remove(id, request: request)
            })
        return .reply(Reply())
    }

    private func restore(_ reader: inout ParameterReader, _ call: Call) throws -> Answer {
        let id: Int = try reader.required("id")
        let request = try Self.request(&reader, call)
        try reader.finish()
        return try Self.answer(
            carryOut { interactor throws(PlayersError) in
                try interactor.restore(id, request: request)
            })
    }

    private static func request(
        _ reader: inout ParameterReader, _ call: Call
    ) throws -> PlayerRequest? {
        try CommandDecoder.requestID(from: &reader).map {
            PlayerRequest(id: $0, command: CommandDecoder.fingerprint(call))
        }
    }

    private static func answer(
        _ changed: (player: SquadPlayerFields, changed: Bool)?
    ) throws -> Answer {
        guard let (player, changed) = changed else {
            throw VarlinkError.invalidParameter("requestId")
        }
        return .reply(Reply(["player": player.json, "changed": .bool(changed)]))
    }

    private func scorers(_ reader: inout ParameterReader) throws -> Answer {
        let given: String? = try reader.optional("since")
        try reader.finish()
        let since = try given.map { text in
            guard let wall = UniversalTime.wall(parsing: text) else {
                throw VarlinkError.invalidParameter("since")
            }
            return wall
        }
        let scorers = try carryOut { interactor throws(PlayersError) in
            try interactor.scorers(since: since ?? .zero)
        }
        return .reply(Reply(["scorers": .array(scorers.map(\.json))]))
    }

    /// An answer that takes a server.
    private func sync(_ reader: inout ParameterReader) throws -> Answer {
        let isDry: Bool = try reader.required("dryRun")
        let decisions: [SyncDecisionFields] = try reader.optional("decisions") ?? []
        try reader.finish()
        guard decisions.count <= 2 * Limits.squad else {
            throw VarlinkError.invalidParameter("decisions")
        }
        let interactor = interactor
        return .later { reply in
            let done: @Sendable (Result<[SyncStepFields], PlayersError>) -> Void = { result in
                switch result {
                case .success(let steps):
                    reply(Reply(["steps": .array(steps.map(\.json))]))
                case .failure(let error): reply(error.reply)
                }
            }
            let begun = interactor.assumeIsolated { interactor in
                Result { () throws(PlayersError) in
                    try interactor.sync(isDry: isDry, decisions, done: done)
                }
            }
            if case .failure(let error) = begun { done(.failure(error)) }
        }
    }

    private func carryOut<Value: Sendable>(
        _ body: @Sendable (isolated GatherInteractor) throws(PlayersError) -> Value
    ) throws(PlayersError) -> Value {
        let result = interactor.assumeIsolated { interactor in
            Result { () throws(PlayersError) in try body(interactor) }
        }
        return try result.get()
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
