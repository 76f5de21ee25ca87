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
    /// - Parameter done: Is told, on the daemon's queue, what came of it.
    func carryOut(
        _ call: Call, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<JSONObject, SubmitterError>) -> Void)

    /// Makes a call whose replies are the pages of a list.
    ///
    /// Secrets of the call are not needed any more when this returns.
    ///
    /// - Parameters:
    ///   - list: The list as it is before the first page.
    ///   - done: Is told, on the daemon's queue, of the list after the last page; of one that
    ///     breaks off, nothing is kept.
    func read(
        _ call: Call, into list: ServerList, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<ServerList, SubmitterError>) -> Void)
}

extension Submitter {
    /// Makes the call of a step.
    ///
    /// - Parameter done: Is told, on the daemon's queue, what came of the step.
    func carryOut(
        _ step: SubmissionStep, _ call: Call, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (StepOutcome) -> Void
    ) {
        guard let list = step.list else {
            return carryOut(call, for: purpose) { done(step.outcome($0)) }
        }
        read(call, into: list, for: purpose) { done(step.outcome($0)) }
    }
}

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
    private let account: SubmitterLane
    private let players: SubmitterLane
    private let check: SubmitterLane
    private let results: [SubmitterLane]

    /// Starts nothing before the first call.
    ///
    /// - Parameters:
    ///   - path: A socket at which systemd starts it, or the program itself.
    ///   - queue: Where the outcomes are told.
    ///   - lanes: How many results can be on their way at once.
    init(at path: String, tellingOn queue: DispatchQueue, lanes: Int) {
        self.queue = queue
        account = SubmitterLane(path: path)
        players = SubmitterLane(path: path)
        check = SubmitterLane(path: path)
        results = (0..<lanes).map { _ in SubmitterLane(path: path) }
    }

    func carryOut(
        _ call: Call, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<JSONObject, SubmitterError>) -> Void
    ) {
        lane(for: purpose).carryOut(call, tellingOn: queue, done: done)
    }

    func read(
        _ call: Call, into list: ServerList, for purpose: SubmitterPurpose,
        done: @escaping @Sendable (Result<ServerList, SubmitterError>) -> Void
    ) {
        lane(for: purpose).read(call, into: list, tellingOn: queue, done: done)
    }

    private func lane(for purpose: SubmitterPurpose) -> SubmitterLane {
        switch purpose {
        case .account: account
        case .players: players
        case .check: check
        case .result(let number): results[number]
        }
    }
}
