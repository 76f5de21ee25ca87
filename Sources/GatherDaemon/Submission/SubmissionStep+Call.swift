import GatherAPI
import GatherCore
import Varlink

extension SubmissionStep {
    /// The call to gather-submit that makes the step.
    func call(server: ServerFields, token: Secret) -> Call {
        var parameters: JSONObject = ["server": server.json, "token": .string(token.text)]
        switch self {
        case .listGathers, .createGather, .listSquad, .listMade: break
        case .listGathersOfPlayer(let player): parameters["playerId"] = .int(player)
        case .createPlayer(_, let profile):
            parameters["profile"] = PlayersPresenter.serverProfile(profile).json
        case .listPlayers(let gather), .deleteGather(let gather):
            parameters["gatherId"] = .string(gather)
        case .addPlayer(let player, let gather):
            parameters["gatherId"] = .string(gather)
            parameters["playerId"] = JSONValue(player.id)
            parameters["team"] = .string(player.side.rawValue)
        case .sendResult(let result, let gather):
            parameters["gatherId"] = .string(gather)
            parameters["score"] = .string(result.score)
            parameters["winnerTeam"] = .string(result.winnerTeam)
        }
        return Call(method.fullName, parameters, more: list != nil)
    }

    private var method: SubmitterMethod {
        switch self {
        case .listGathers, .listGathersOfPlayer: .listGatherPages
        case .createGather: .createGather
        case .listSquad, .listMade, .listPlayers: .listPlayerPages
        case .createPlayer: .createPlayer
        case .addPlayer: .addPlayer
        case .sendResult: .sendResult
        case .deleteGather: .deleteGather
        }
    }

    /// What is to be kept of the list that the step asks for; nil for a step that asks for none.
    var list: ServerList? {
        switch self {
        case .listGathers(let interest): ServerList(.gathers(GatherList(interest: interest)))
        case .listGathersOfPlayer: ServerList(.gathers(GatherList()))
        case .listSquad, .listMade: ServerList(.squad([]))
        case .listPlayers: ServerList(.players([]))
        case .createGather, .createPlayer, .addPlayer, .sendResult, .deleteGather: nil
        }
    }

    /// What the list that the step asked for makes of it.
    func outcome(_ result: Result<ServerList, SubmitterError>) -> StepOutcome {
        switch result {
        case .failure(let error): StepOutcome(error)
        case .success(let list):
            switch list.kept {
            case .gathers(let gathers): .gathers(gathers)
            case .squad(let players): .squad(players)
            case .players(let numbers): .players(numbers)
            }
        }
    }

    /// What the reply to the call makes of a step that asks for no list.
    func outcome(_ result: Result<JSONObject, SubmitterError>) -> StepOutcome {
        switch result {
        case .failure(let error): StepOutcome(error)
        case .success(let parameters):
            // A gather-submit of another version may say something else.
            (try? outcome(of: ParameterReader(parameters)))
                ?? .unknown(reason: "the answer of gather-submit makes no sense")
        }
    }

    private func outcome(of reader: ParameterReader) throws(VarlinkError) -> StepOutcome {
        var reader = reader
        switch self {
        case .createGather: return .created(try reader.required("gatherId"))
        case .createPlayer: return .createdPlayer(try reader.required("playerId"))
        case .addPlayer, .sendResult, .deleteGather: return .done
        case .listGathers, .listGathersOfPlayer, .listSquad, .listMade, .listPlayers:
            throw .methodNotImplemented(method.fullName)
        }
    }
}

extension StepOutcome {
    /// What a request that was not carried out makes of its step.
    fileprivate init(_ error: SubmitterError) {
        self =
            switch error {
            case .invalidServer(let reason), .notSent(let reason): .notSent(reason: reason)
            case .outcomeUnknown(let reason): .unknown(reason: reason)
            case .unexpectedStatus(let status, let reason):
                .answered(status: status, reason: reason)
            }
    }
}
