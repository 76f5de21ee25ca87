import GatherClient
import LinuxIO
import Varlink

/// Calls to the club of the machine, which need not be there.
final class ClubSocket {
    /// The reason why there is no answer.
    enum Failure: Error, Equatable {
        /// Nothing is served at any of the paths.
        case none
        /// It does not answer, or too many ask.
        case unreachable
        /// It refuses the call with an error of this name.
        case refused(String)
        /// Its answer makes no sense.
        case nonsense
    }

    private let paths: [String]
    private let queue: SerialQueue
    private var calls: [String: PitchCalls] = [:]

    /// Makes it without a connection.
    ///
    /// - Parameter paths: The places to look at with each call, the first one first.
    init(at paths: [String], queue: SerialQueue) {
        self.paths = paths
        self.queue = queue
    }

    /// Makes a call and reads its reply.
    func call<Value: VarlinkObject>(
        _ call: Call, _ completion: @escaping (Result<Value, Failure>) -> Void
    ) {
        guard let path = paths.first(where: Files.exists) else {
            return completion(.failure(.none))
        }
        let known = calls[path] ?? PitchCalls(path: path, queue: queue)
        calls[path] = known
        known.call(call) { completion(Self.read($0)) }
    }

    private static func read<Value: VarlinkObject>(
        _ outcome: Result<Reply, PitchCalls.Failure>
    ) -> Result<Value, Failure> {
        guard case .success(let reply) = outcome else { return .failure(.unreachable) }
        if let error = reply.error { return .failure(.refused(error)) }
        guard let value = try? Value(reply.parameters) else { return .failure(.nonsense) }
        return .success(value)
    }
}
