import Dispatch
import GatherAPI
import LinuxIO
import Varlink

@testable import GatherDaemon

/// A server, and the way to it, in this process.
final class VirtualServer: Submitter {
    struct Gather: Equatable {
        let id: String
        var result: String?
    }

    private struct State {
        var queue: DispatchQueue?
        var isOffline = false
        var isHolding = false
        /// The only method that waits; nil for all but those of the account.
        var heldMethod: String?
        var held: [(queue: DispatchQueue?, answer: @Sendable () -> Void)] = []
        var gathers: [Gather] = []
        var winners: [String: String] = [:]
        var players: [ServerPlayer] = []
        /// Who was put into a gather, in order.
        var added: [String] = []
        /// A method whose next answer is lost once it is carried out.
        var lost: String?
        /// The server's ID of the user, which a sign-in tells.
        var userID: String?
        var methods: [String] = []
        var tokens: [String] = []
        var errors: [String: SubmitterError] = [:]
        var atOnce = 0
        var mostAtOnce = 0
    }

    private let state = Lock(State())

    /// Tells outcomes on this queue from now on.
    func deliver(on queue: DispatchQueue) { state.withLock { $0.queue = queue } }

    /// Whether there is no network.
    func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

    /// Has a method fail, each time that it is asked for from now on.
    func fail(_ method: SubmitterMethod, _ error: SubmitterError?) {
        state.withLock { $0.errors[method.fullName] = error }
    }

    /// Answers nothing of results, or of one method, until it is let go on.
    func hold(_ method: SubmitterMethod? = nil) {
        state.withLock { ($0.isHolding, $0.heldMethod) = (true, method?.fullName) }
    }

    func resume() {
        let held = state.withLock { state in
            defer { (state.isHolding, state.held) = (false, []) }
            return state.held
        }
        // Those for a daemon that has ended are on its queue, and done when this returns.
        for (queue, answer) in held { queue?.sync(execute: answer) }
    }

    /// Has the next answer of a method be lost, once the server has acted.
    func lose(_ method: SubmitterMethod) { state.withLock { $0.lost = method.fullName } }

    /// Tells this ID of the user from now on.
    func setUserID(_ id: String) { state.withLock { $0.userID = id } }

    /// Somebody else changes the players.
    func change(_ body: @Sendable (inout [ServerPlayer]) -> Void) {
        state.withLock { body(&$0.players) }
    }

    var players: [ServerPlayer] { state.withLock { $0.players } }
    var added: [String] { state.withLock { $0.added } }
    var gathers: [Gather] { state.withLock { $0.gathers } }
    var methods: [String] { state.withLock { $0.methods } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    func forgetMethods() { state.withLock { $0.methods = [] } }

    func perform(
        _ call: Call, into list: ServerList?, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (SubmitterResult) -> Void
    ) {
        let (queue, error) = state.withLock { state in
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
            state.methods.append(String(call.method.split(separator: ".").last ?? ""))
            return (state.queue, state.errors[call.method])
        }
        let answer: @Sendable () -> Void = { [self] in
            let result = state.withLock { state in
                state.atOnce -= 1
                let answer = error.map(Result.failure) ?? Self.answer(call, &state)
                guard state.lost == call.method else { return answer }
                state.lost = nil
                return .failure(.outcomeUnknown(reason: "lost"))
            }
            done(
                Result { () throws(SubmitterError) in
                    guard var list else { return .parameters(try result.get()) }
                    try list.add(result.get())
                    return .list(list)
                })
        }
        let isHeld = state.withLock { state in
            let isMeant = state.heldMethod.map { $0 == call.method } ?? (purpose != .account)
            let isHeld = state.isHolding && isMeant
            if isHeld { state.held.append((queue, answer)) }
            return isHeld
        }
        if !isHeld { queue?.async(execute: answer) }
    }

    private static func answer(
        _ call: Call, _ state: inout State
    ) -> Result<JSONObject, SubmitterError> {
        if state.isOffline { return .failure(.notSent(reason: "there is no network")) }
        switch SubmitterMethod(fullName: call.method) {
        case .listGatherPages:
            let gathers = state.gathers.map {
                ServerGather(id: $0.id, score: $0.result, winnerTeam: state.winners[$0.id]).json
            }
            return .success(["gathers": .array(gathers)])
        case .createGather:
            let id = "remote \(state.gathers.count + 1)"
            state.gathers.append(Gather(id: id))
            return .success(["gatherId": .string(id)])
        case .sendResult:
            let id = call.parameters["gatherId"]?.string
            guard let index = state.gathers.firstIndex(where: { $0.id == id }) else {
                return .failure(.unexpectedStatus(status: 404, reason: "Not Found"))
            }
            state.gathers[index].result = call.parameters["score"]?.string
            state.winners[state.gathers[index].id] = call.parameters["winnerTeam"]?.string
            return .success([:])
        case .deleteGather:
            let id = call.parameters["gatherId"]?.string
            state.gathers.removeAll { $0.id == id }
            return .success([:])
        case .listPlayerPages:
            return .success(["players": .array(state.players.map(\.json))])
        case .createPlayer, .updatePlayer, .deletePlayer: return change(call, &state)
        case .addPlayer:
            let id = call.parameters["playerId"]?.int ?? 0
            state.added.append("\(id) \(call.parameters["team"]?.string ?? "")")
            return .success([:])
        case .logIn:
            return .success(["token": "another", "userId": JSONValue(state.userID)])
        default: return .success([:])
        }
    }

    private static func change(
        _ call: Call, _ state: inout State
    ) -> Result<JSONObject, SubmitterError> {
        let profile = call.parameters["profile"].flatMap {
            try? ServerProfile(json: $0, name: "profile")
        }
        guard let number = call.parameters["playerId"]?.int else {
            guard let profile else { return .failure(.unexpectedStatus(status: 400, reason: "no")) }
            // A number is given again after the highest is deleted.
            let id = (state.players.map(\.id).max() ?? 0) + 1
            state.players.append(ServerPlayer(id: id, profile: profile))
            return .success(["playerId": .int(id)])
        }
        guard let index = state.players.firstIndex(where: { $0.id == number }) else {
            return .failure(.unexpectedStatus(status: 404, reason: "Not Found"))
        }
        if let profile {
            state.players[index].profile = profile
        } else {
            state.players.remove(at: index)
        }
        return .success([:])
    }
}
