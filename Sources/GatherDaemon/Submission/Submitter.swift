import Dispatch
import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// Carries out single requests to a server, and never holds up the queue that asks.
protocol Submitter: Sendable {
    /// Makes a call to `io.gatherd.Submitter`.
    ///
    /// Secrets of the call are not needed any more when this returns.
    ///
    /// - Parameters:
    ///   - list: Where the replies are the pages of a list, the list as it is before the first.
    ///   - done: Called on the match's queue with the outcome; of a list that breaks off, nothing
    ///     is kept.
    func carryOut(
        _ call: Call, into list: ServerList?, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (SubmitterResult) -> Void)
}

/// What gather-submit replies to a call.
enum SubmitterReply: Sendable {
    /// The parameters of its one reply.
    case parameters(JSONObject)
    /// The list whose pages the replies are.
    case list(ServerList)

    /// The parameters of the one reply; none of a list.
    var fields: JSONObject {
        if case .parameters(let fields) = self { fields } else { [:] }
    }
}

/// The outcome of a call to gather-submit.
typealias SubmitterResult = Result<SubmitterReply, SubmitterError>

/// What a request is for: requests of one kind wait for one another, and not for those of another.
enum SubmitterPurpose: Hashable, Sendable {
    /// Somebody signs in.
    case account
    /// The squad and the players at the server are made the same.
    case players
    /// Somebody settles what is at the server.
    case check
    /// A result is sent, as one of so many at a time.
    case result(lane: Int)
}

/// gather-submit, on a connection for each kind of request.
final class SubmitterProgram: Submitter {
    private let queue: DispatchQueue
    private let lanes: [SubmitterPurpose: QueueOwner<SubmitterLane>]

    /// Starts nothing before the first call.
    ///
    /// - Parameters:
    ///   - path: A socket at which systemd starts it, or the program itself.
    ///   - queue: Where the outcomes are told.
    ///   - lanes: How many results can be on their way at once.
    init(at path: String, tellingOn queue: DispatchQueue, lanes: Int) {
        self.queue = queue
        var made: [SubmitterPurpose: QueueOwner<SubmitterLane>] = [:]
        for purpose in [.account, .players, .check] + (0..<lanes).map(SubmitterPurpose.result) {
            let lane = QueueOwner<SubmitterLane>(label: "gatherd.submit")
            lane.begin { SubmitterLane(path: path) }
            made[purpose] = lane
        }
        self.lanes = made
    }

    func carryOut(
        _ call: Call, into list: ServerList?, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (SubmitterResult) -> Void
    ) {
        // Here and now: it may wait for those before it, and nobody is to keep the call so long.
        let (message, method) = (call.secretMessage, call.method)
        lanes[purpose]?.async { [queue] lane in
            let result = Result { () throws(SubmitterError) in
                try lane.reply(to: message, of: method, into: list)
            }
            queue.async { done(result) }
        }
    }
}
