import Dispatch
import GatherAPI
import Synchronization
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
        var held: [@Sendable () -> Void] = []
        var gathers: [Gather] = []
        var methods: [String] = []
        var tokens: [String] = []
        var errors: [String: SubmitterError] = [:]
        var atOnce = 0
        var mostAtOnce = 0
    }

    private let state = Mutex(State())

    /// Tells outcomes on this queue from now on.
    func tell(on queue: DispatchQueue) { state.withLock { $0.queue = queue } }

    /// Whether there is no network.
    func setOffline(_ isOffline: Bool) { state.withLock { $0.isOffline = isOffline } }

    /// Has a method fail, each time that it is asked for from now on.
    func fail(_ method: SubmitterMethod, _ error: SubmitterError?) {
        state.withLock { $0.errors[method.fullName] = error }
    }

    /// Answers nothing of results until it is let go on.
    func hold() { state.withLock { $0.isHolding = true } }

    func goOn() {
        let (queue, held) = state.withLock { state in
            defer { (state.isHolding, state.held) = (false, []) }
            return (state.queue, state.held)
        }
        for answer in held { queue?.async(execute: answer) }
    }

    var gathers: [Gather] { state.withLock { $0.gathers } }
    var methods: [String] { state.withLock { $0.methods } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }
    func forgetMethods() { state.withLock { $0.methods = [] } }

    func carryOut(
        _ call: Call, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<JSONObject, SubmitterError>) -> Void
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
                return error.map(Result.failure) ?? Self.answer(call, &state)
            }
            done(result)
        }
        let isHeld = state.withLock { state in
            let isHeld = state.isHolding && purpose != .account
            if isHeld { state.held.append(answer) }
            return isHeld
        }
        if !isHeld { queue?.async(execute: answer) }
    }

    private static func answer(
        _ call: Call, _ state: inout State
    ) -> Result<JSONObject, SubmitterError> {
        if state.isOffline { return .failure(.notSent(reason: "there is no network")) }
        switch SubmitterMethod(fullName: call.method) {
        case .listGathers:
            let gathers = state.gathers.map {
                ServerGather(id: $0.id, score: $0.result, winnerTeam: $0.result).json
            }
            return .success(["gathers": .array(gathers)])
        case .createGather:
            let id = "remote \(state.gathers.count + 1)"
            state.gathers.append(Gather(id: id))
            return .success(["gatherId": .string(id)])
        case .sendResult:
            let id = call.parameters["gatherId"]?.string
            guard let index = state.gathers.firstIndex(where: { $0.id == id }) else {
                return .failure(.unexpectedStatus(404, reason: "Not Found"))
            }
            state.gathers[index].result = call.parameters["score"]?.string
            return .success([:])
        case .logIn: return .success(["token": "another"])
        default: return .success([:])
        }
    }
}
