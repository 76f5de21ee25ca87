import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Decodes and validates the calls to `io.gatherd.Players`.
struct PlayersService {
    /// The copy of the squad for readers.
    let published: PublishedSquad

    /// Answers a call; any peer may look, and those who may control the match may change the squad.
    func answer(_ method: PlayersMethod, _ call: Call, from peer: Peer) throws -> Answer {
        switch method {
        case .list:
            _ = try PlayersMethod.List(call)
            return .reading(ReadingJob(SquadReading(published.view, for: peer)))
        case .show:
            let id = try PlayersMethod.Show(call).id
            return .reading(ReadingJob(PlayerReading(id, in: published.view, for: peer)))
        case .scorers:
            let since = try PlayersMethod.Scorers(call).since.map(Self.wall)
            return .reading(ReadingJob(ScorersReading(since: since, in: published.view)))
        case .add, .import, .edit, .remove, .restore, .forget, .sync, .link, .unlink: break
        }
        guard peer.mayControl else { throw VarlinkError.permissionDenied }
        switch method {
        case .list, .show, .scorers, .add: return try add(call)
        case .import: return try importPlayers(call)
        case .edit: return try edit(call)
        case .remove:
            let id = try PlayersMethod.Remove(call).id
            return try change(call, reply: { _ in Reply() }) {
                try $0.squad.remove(id, request: $1)
            }
        case .restore:
            let id = try PlayersMethod.Restore(call).id
            return try change(call) { try $0.squad.restore(id, request: $1) }
        case .forget: return try forget(call)
        case .sync: return try sync(PlayersMethod.Sync(call))
        case .link: return try link(call)
        case .unlink:
            let id = try PlayersMethod.Unlink(call).id
            return try change(call) { try $0.links.unlink(id, request: $1) }
        }
    }

    // MARK: - Methods

    private func add(_ call: Call) throws -> Answer {
        // A word that the interface does not define is an error in the player, not in the call.
        var reader = ParameterReader(call.parameters)
        let given: [GivenProfile] = try reader.required("players")
        let _: String? = try reader.optional("requestId")
        let requestID = try CommandDecoder.requestID(of: call)
        try reader.finish()
        try Self.checkCount(given.count)
        var profiles: [PlayerProfile] = []
        for (index, one) in given.enumerated() { profiles.append(try one.profile(at: index)) }
        let command = Self.checksum(call)
        let request = requestID.map { (id: $0, command: command) }
        let all = profiles
        return .change(
            MatchWork(requestID, orElse: Self.refusal) { match in
                PlayersMethod.Add.Reply(players: try match.squad.add(all, request: request)).reply
            })
    }

    private func importPlayers(_ call: Call) throws -> Answer {
        var reader = ParameterReader(call.parameters)
        let given: [GivenImport] = try reader.required("players")
        let _: String? = try reader.optional("requestId")
        // A request is remembered for a day, and a file may be long: only a checksum is kept.
        let request = try CommandDecoder.requestID(of: call).map {
            PlayerRequest(id: $0, command: "\(call.method) \(Self.checksum(call))")
        }
        try reader.finish()
        try Self.checkCount(given.count)
        let ids = given.compactMap(\.id)
        guard Set(ids).count == ids.count else { throw VarlinkError.invalidParameter("players") }
        var players: [(id: Int?, profile: PlayerProfile)] = []
        for (index, one) in given.enumerated() {
            players.append((one.id, try one.profile.profile(at: index)))
        }
        let all = players
        return .change(
            MatchWork(request?.id, orElse: Self.refusal) { match in
                try match.squad.importPlayers(all, request: request).reply
            })
    }

    /// Returns a checksum of the method and its parameters.
    private static func checksum(_ call: Call) -> Int {
        RowChecksum.of([.text(CommandDecoder.fingerprint(call))])
    }

    /// Checks the number of players that one call adds or changes.
    private static func checkCount(_ count: Int) throws {
        guard count <= Limits.squad else { throw PlayersError.squadFull(maximum: Limits.squad) }
        guard count > 0 else { throw VarlinkError.invalidParameter("players") }
    }

    private func edit(_ call: Call) throws -> Answer {
        var reader = ParameterReader(call.parameters)
        let id: Int = try reader.required("id")
        let given: GivenProfile = try reader.required("profile")
        let only: [PlayerField]? = try reader.optional("only")
        let _: String? = try reader.optional("requestId")
        _ = try CommandDecoder.requestID(of: call)
        try reader.finish()
        let profile = try given.profile(at: 0)
        var fields = Set(only ?? PlayerField.allCases)
        if !given.hasShirt { fields.remove(.shirt) }
        let changed = fields
        return try change(call) { try $0.squad.edit(id, profile, only: changed, request: $1) }
    }

    private func forget(_ call: Call) throws -> Answer {
        let given = try PlayersMethod.Forget(call)
        let request = try Self.request(of: call)
        return .change(
            MatchWork(request?.id, orElse: Self.refusal) { match in
                try match.forgetting.forget(
                    given.id, isDry: given.dryRun ?? false, request: request
                ).reply
            })
    }

    private func sync(_ given: PlayersMethod.Sync) throws -> Answer {
        let (isDry, decisions) = (given.dryRun, given.decisions ?? [])
        guard decisions.count <= 2 * Limits.squad else {
            throw VarlinkError.invalidParameter("decisions")
        }
        return .change(
            MatchWork(orElse: Self.refusal) { match, done in
                try match.sync.sync(isDry: isDry, decisions) { result in
                    done(result.map { PlayersMethod.Sync.Reply(steps: $0).reply })
                }
            })
    }

    private func link(_ call: Call) throws -> Answer {
        let given = try PlayersMethod.Link(call)
        let request = try Self.request(of: call)
        return .change(
            MatchWork(request?.id, orElse: Self.refusal) { match, done in
                try match.links.link(given.id, with: given.remoteID, request: request) { result in
                    done(result.map(Self.reply))
                }
            })
    }

    private func change(
        _ call: Call,
        reply: @escaping @Sendable (SquadInteractor.PlayerChange) -> Reply = Self.reply,
        _ body:
            @escaping @Sendable (MatchParts, PlayerRequest?) throws -> SquadInteractor.PlayerChange
    ) throws(VarlinkError) -> Answer {
        let request = try Self.request(of: call)
        return .change(
            MatchWork(request?.id, orElse: Self.refusal) { reply(try body($0, request)) })
    }

    /// Returns the request ID by which a call counts once.
    static func request(of call: Call) throws(VarlinkError) -> PlayerRequest? {
        try CommandDecoder.requestID(of: call).map {
            PlayerRequest(id: $0, command: CommandDecoder.fingerprint(call))
        }
    }

    private static func wall(_ text: String) throws(VarlinkError) -> Duration {
        guard let wall = UniversalTime.wall(parsing: text) else {
            throw .invalidParameter("since")
        }
        return wall
    }

    @Sendable private static func reply(_ change: SquadInteractor.PlayerChange) -> Reply {
        PlayersMethod.Edit.Reply(player: change.player, changed: change.changed).reply
    }

    /// Returns the answer to a call that was not begun.
    @Sendable private static func refusal(_ reason: String) -> Reply {
        PlayersError.storageFailed(reason: reason).reply
    }
}

/// A player of an import in a call.
private struct GivenImport: JSONDecodable {
    let id: Int?
    let profile: GivenProfile

    init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        id = try reader.optional("id")
        profile = try reader.required("profile")
        try reader.finish()
    }
}

/// A player's data in a call, as far as the types are right.
private struct GivenProfile: JSONDecodable {
    private let name: String
    private let age: Int?
    private let (skill, position): (String?, String?)
    private let favouriteTeam: String?
    private let shirt: Int?
    /// False if the caller, such as an older gatherctl, says nothing of a shirt.
    let hasShirt: Bool

    init(json: JSONValue, name: String) throws(VarlinkError) {
        var reader = try ParameterReader(json, name: name)
        self.name = try reader.required("name")
        age = try reader.optional("age")
        (skill, position) = (try reader.optional("skill"), try reader.optional("position"))
        favouriteTeam = try reader.optional("favouriteTeam")
        shirt = try reader.optional("shirt")
        hasShirt = json.object?["shirt"] != nil
        try reader.finish()
    }

    /// Returns the profile, or throws if there can be no such player.
    func profile(at index: Int) throws(PlayersError) -> PlayerProfile {
        // A long text cannot be a valid value, and comparing it could take long.
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
                favouriteTeam: favouriteTeam, shirt: shirt)
        } catch {
            throw PlayersPresenter.error(error, at: index)
        }
    }
}
