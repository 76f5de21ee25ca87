import LinuxIO
import Varlink

/// The reply to one call, which is made once for all who ask within a while.
final class SharedReply<Value: VarlinkObject> {
    /// An outcome, and the answer that is made of it once.
    struct Outcome {
        let result: Result<Value, ClubSocket.Failure>
        let body: KeptBody
    }

    private let socket: ClubSocket
    private let call: Call
    private let clock: any MachineClock
    private var kept: (outcome: Outcome, until: Duration)?
    private var waiting: [(Outcome) -> Void] = []

    init(_ call: Call, _ socket: ClubSocket, clock: any MachineClock) {
        self.call = call
        self.socket = socket
        self.clock = clock
    }

    /// Gives the outcome that is there, or makes the call.
    func get(_ completion: @escaping (Outcome) -> Void) {
        if let kept, clock.now().boottime < kept.until { return completion(kept.outcome) }
        waiting.append(completion)
        guard waiting.count == 1 else { return }
        socket.call(call) { [self] (result: Result<Value, ClubSocket.Failure>) in
            let fields = (try? result.get())?.fields
            let bytes = fields.map { JSONValue.object($0).bytes } ?? []
            let outcome = Outcome(result: result, body: KeptBody(bytes))
            kept = (outcome, clock.now().boottime + Limits.clubAge)
            for completion in exchange(&waiting, with: []) { completion(outcome) }
        }
    }
}
