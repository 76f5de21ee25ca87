import GatherAPI
import GatherCore
import Varlink

extension SubmissionStep {
    /// The call to gather-submit that makes the step.
    func call(server: ServerFields, token: Secret) -> Call {
        var parameters: JSONObject = ["server": server.json, "token": .string(token.text)]
        switch self {
        case .listGathers, .createGather, .listSquad, .checkSquad: break
        case .createPlayer(_, let profile):
            parameters["profile"] = PlayersPresenter.serverProfile(profile).json
        case .listPlayers(let gather): parameters["gatherId"] = .string(gather)
        case .addPlayer(let player, let gather):
            parameters["gatherId"] = .string(gather)
            parameters["playerId"] = JSONValue(player.id)
            parameters["team"] = .string(player.side.rawValue)
        case .sendResult(let result, let gather):
            parameters["gatherId"] = .string(gather)
            parameters["score"] = .string(result.score)
            parameters["winnerTeam"] = .string(result.winnerTeam)
        }
        return Call(method.fullName, parameters)
    }

    private var method: SubmitterMethod {
        switch self {
        case .listGathers: .listGathers
        case .createGather: .createGather
        case .listSquad, .checkSquad: .listPlayers
        case .createPlayer: .createPlayer
        case .listPlayers: .listGatherPlayers
        case .addPlayer: .addPlayer
        case .sendResult: .sendResult
        }
    }

    /// What the reply to the call makes of the step.
    func outcome(_ result: Result<JSONObject, SubmitterError>) -> StepOutcome {
        switch result {
        case .failure(.invalidServer(let reason)), .failure(.notSent(let reason)):
            return .notSent(reason: reason)
        case .failure(.outcomeUnknown(let reason)): return .unknown(reason: reason)
        case .failure(.unexpectedStatus(let status, let reason)):
            return .answered(status: status, reason: reason)
        case .success(let parameters):
            // A gather-submit of another version may say something else.
            return (try? outcome(of: ParameterReader(parameters)))
                ?? .unknown(reason: "the answer of gather-submit makes no sense")
        }
    }

    private func outcome(of reader: ParameterReader) throws(VarlinkError) -> StepOutcome {
        var reader = reader
        switch self {
        case .listGathers:
            let gathers: [ServerGather] = try reader.required("gathers")
            return .gathers(
                gathers.map {
                    ListedGather(id: $0.id, hasResult: $0.score != nil || $0.winnerTeam != nil)
                })
        case .createGather: return .created(try reader.required("gatherId"))
        case .listSquad, .checkSquad:
            let players: [ServerPlayer] = try reader.required("players")
            return .squad(players.map(PlayersPresenter.listed))
        case .createPlayer: return .createdPlayer(try reader.required("playerId"))
        case .listPlayers:
            let players: [ServerPlayer] = try reader.required("players")
            return .players(players.map(\.id))
        case .addPlayer, .sendResult: return .done
        }
    }
}
