import GatherAPI
import GatherCore
import Varlink

extension SubmissionStep {
    /// Returns the call to gather-submit that carries out the step.
    func call(server: ServerFields, token: Secret) -> Call {
        let token = token.text
        var call =
            switch self {
            case .listGathers: SubmitterMethod.ListGatherPages(server: server, token: token).call
            case .createGather: SubmitterMethod.CreateGather(server: server, token: token).call
            case .listGathersOfPlayer(let player):
                SubmitterMethod.ListGatherPages(server: server, token: token, playerID: player).call
            case .listSquad, .listMade:
                SubmitterMethod.ListPlayerPages(server: server, token: token).call
            case .listPlayers(let gather):
                SubmitterMethod.ListPlayerPages(server: server, token: token, gatherID: gather).call
            case .createPlayer(_, let profile):
                SubmitterMethod.CreatePlayer(
                    server: server, token: token, profile: PlayersPresenter.serverProfile(profile)
                ).call
            case .deleteGather(let gather):
                SubmitterMethod.DeleteGather(server: server, token: token, gatherID: gather).call
            case .addPlayer(let player, let gather):
                // gather-submit refuses a player without a server's number.
                SubmitterMethod.AddPlayer(
                    server: server, token: token, gatherID: gather, playerID: player.id ?? -1,
                    team: player.side.team
                ).call
            case .sendResult(let result, let gather):
                SubmitterMethod.SendResult(
                    server: server, token: token, gatherID: gather, score: result.score,
                    winnerTeam: result.winnerTeam
                ).call
            }
        call.more = list != nil
        return call
    }

    /// The kept part of the list that the step requests; nil for a step that requests none.
    var list: ServerList? {
        switch self {
        case .listGathers(let interest): ServerList(.gathers(GatherList(interest: interest)))
        case .listGathersOfPlayer: ServerList(.gathers(GatherList()))
        case .listSquad, .listMade: ServerList(.squad([]))
        case .listPlayers: ServerList(.players([]))
        case .createGather, .createPlayer, .addPlayer, .sendResult, .deleteGather: nil
        }
    }

    /// Returns the outcome of the step, given the result of the call.
    func outcome(_ result: SubmitterResult) -> StepOutcome {
        switch result {
        case .failure(let error): return StepOutcome(error)
        case .success(.list(let list)):
            switch list.kept {
            case .gathers(let gathers): return .gathers(gathers)
            case .squad(let players): return .squad(players)
            case .players(let numbers): return .players(numbers)
            }
        case .success(.parameters(let parameters)):
            // A gather-submit of another version may reply differently.
            return (try? outcome(of: parameters))
                ?? .unknown(reason: "the answer of gather-submit makes no sense")
        }
    }

    private func outcome(of reply: JSONObject) throws(VarlinkError) -> StepOutcome {
        switch self {
        case .createGather:
            return .created(try SubmitterMethod.CreateGather.Reply(reply).gatherID)
        case .createPlayer:
            return .createdPlayer(try SubmitterMethod.CreatePlayer.Reply(reply).playerID)
        case .addPlayer, .sendResult, .deleteGather: return .done
        case .listGathers, .listGathersOfPlayer, .listSquad, .listMade, .listPlayers:
            throw .methodNotImplemented("list")
        }
    }
}

extension StepOutcome {
    /// Makes the outcome of a step whose request was not carried out.
    fileprivate init(_ error: SubmitterError) {
        self =
            switch error {
            case .invalidServer(let reason, _), .notSent(let reason): .notSent(reason: reason)
            case .outcomeUnknown(let reason): .unknown(reason: reason)
            case .unexpectedStatus(let status, let reason, let seconds):
                .answered(
                    ServerAnswer(status: status, reason: reason, retryAfter: .seconds(seconds)))
            }
    }
}

extension ServerAnswer {
    /// Makes an answer from an HTTP status other than success.
    init(status: Int, reason: String, retryAfter: Duration = .zero) {
        self.init(
            Meaning(status: status), code: status, reason: reason, retryAfter: retryAfter)
    }
}

extension ServerAnswer.Meaning {
    /// Makes the meaning of an HTTP status other than success, RFC 9110 and 6585.
    init(status: Int) {
        self =
            switch status {
            case 401: .signInNeeded
            case 404: .notFound
            // 407 is the answer of a proxy, which has let nothing through.
            case 407, 408, 425, 429: .busy
            case 400..<500: .rejected
            case 502...504: .gatewayTimedOut
            case 501...: .timedOut
            default: .failed
            }
    }
}
