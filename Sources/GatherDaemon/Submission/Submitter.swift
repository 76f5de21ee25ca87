import Dispatch
import GatherAPI
import LinuxIO
import Varlink

/// Carries out single requests to a server, and never blocks the calling queue.
protocol Submitter: Sendable {
    /// Makes a call to `io.gatherd.Submitter`.
    ///
    /// The secrets in the call are no longer needed when this returns.
    ///
    /// - Parameters:
    ///   - list: For replies that are the pages of a list, the list before the first page.
    ///   - done: Called on the match's queue with the outcome; nothing is kept of an interrupted
    ///     list.
    func perform(
        _ call: Call, into list: ServerList?, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (SubmitterResult) -> Void)
}

/// The reply of gather-submit to a call.
enum SubmitterReply: Sendable {
    /// The parameters of a single reply.
    case parameters(JSONObject)
    /// The list whose pages the replies are.
    case list(ServerList)

    /// The parameters of a single reply; empty for a list.
    var fields: JSONObject {
        if case .parameters(let fields) = self { fields } else { [:] }
    }
}

/// The outcome of a call to gather-submit.
typealias SubmitterResult = Result<SubmitterReply, SubmitterError>

/// The purpose of a request; requests of one purpose wait for one another, but not for others.
enum SubmitterPurpose: Hashable, Sendable {
    /// A sign-in or a registration.
    case account
    /// The synchronisation of the squad with the players at the server.
    case players
    /// A person's inspection or settlement of what is at the server.
    case check
    /// The submission of a result, in one of several lanes.
    case result(lane: Int)
}

/// Runs gather-submit, with a connection for each purpose.
final class SubmitterProgram: Submitter {
    private let queue: DispatchQueue
    private let lanes: [SubmitterPurpose: QueueOwner<SubmitterLane>]

    /// Sets up the lanes; nothing is started before the first call.
    ///
    /// - Parameters:
    ///   - path: A socket at which systemd starts it, or the program itself.
    ///   - queue: The queue for the outcomes.
    ///   - lanes: The maximum number of concurrent results.
    init(at path: String, queue: DispatchQueue, lanes: Int) {
        self.queue = queue
        var made: [SubmitterPurpose: QueueOwner<SubmitterLane>] = [:]
        for purpose in [.account, .players, .check] + (0..<lanes).map(SubmitterPurpose.result) {
            let lane = QueueOwner<SubmitterLane>(label: "gatherd.submit")
            lane.begin { SubmitterLane(path: path) }
            made[purpose] = lane
        }
        self.lanes = made
    }

    func perform(
        _ call: Call, into list: ServerList?, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (SubmitterResult) -> Void
    ) {
        // The message is encoded now: the lane may be busy, and nothing may keep the secrets in the
        // call that long.
        let (message, method) = (call.secretMessage, call.method)
        lanes[purpose]?.async { [queue] lane in
            let result = Result { () throws(SubmitterError) in
                try lane.reply(to: message, of: method, into: list)
            }
            queue.async { done(result) }
        }
    }
}
