public import LinuxIO
public import Varlink

/// Calls to the gatherd of a pitch that wait for their answers, over one connection.
public final class PitchCalls {
    /// The reason why a call has no reply.
    public enum Failure: Error {
        /// It was not sent, or gatherd is away.
        case unreachable
        /// It was sent, and its answer was lost or is late.
        case unconfirmed
        /// Too many calls wait.
        case busy
    }

    /// Takes the outcome of a call.
    public typealias Completion = (Result<Reply, Failure>) -> Void

    private struct Waiting {
        let number: Int
        let call: Call
        let completion: Completion
    }

    private let path: String
    private let queue: SerialQueue
    /// Calls that are made on each new connection before any other.
    private let preamble: [Call]
    private var connection: PitchConnection?
    private var preambleReplies = 0
    private var underWay: [Waiting] = []
    private var waiting: [Waiting] = []
    private var number = 0

    /// Makes it without a connection; the first call connects.
    public init(path: String, queue: SerialQueue, preamble: [Call] = []) {
        self.path = path
        self.queue = queue
        self.preamble = preamble
    }

    /// True if nothing waits for an answer.
    public var isIdle: Bool { underWay.isEmpty && waiting.isEmpty }

    /// Makes a call, which is answered within 5 seconds.
    public func call(_ call: Call, _ completion: @escaping Completion) {
        guard waiting.count < Limits.callsWaiting else { return completion(.failure(.busy)) }
        number += 1
        let number = number
        waiting.append(Waiting(number: number, call: call, completion: completion))
        queue.later(after: Limits.answer) { [weak self] in self?.expire(number) }
        advance()
    }

    /// Ends the connection: calls under way are unconfirmed, and those that wait are not made.
    public func close() {
        let unsent = exchange(&waiting, with: [])
        lose()
        for call in unsent { call.completion(.failure(.unreachable)) }
    }

    private func advance() {
        guard !waiting.isEmpty, underWay.count < Limits.callsUnderWay else { return }
        if connection == nil, !connect() {
            for call in exchange(&waiting, with: []) { call.completion(.failure(.unreachable)) }
            return
        }
        // gatherd would carry out a call even if it refused the preamble before it, so the calls
        // wait for the replies to the preamble. A loss while one is sent ends this loop.
        while let connection, preambleReplies == 0, !waiting.isEmpty,
            underWay.count < Limits.callsUnderWay
        {
            let next = waiting.removeFirst()
            underWay.append(next)
            connection.send(next.call)
        }
    }

    private func connect() -> Bool {
        let made = try? PitchConnection(
            to: path, queue: queue, received: { [weak self] in self?.receive($0) },
            lost: { [weak self] in self?.lose() })
        guard let made else { return false }
        connection = made
        preambleReplies = preamble.count
        for call in preamble { made.send(call) }
        return connection != nil
    }

    private func receive(_ reply: Reply) {
        if preambleReplies > 0 {
            preambleReplies -= 1
            return reply.error == nil ? advance() : refuse(reply)
        }
        guard !underWay.isEmpty else { return lose() }
        let answered = underWay.removeFirst()
        answered.completion(.success(reply))
        advance()
    }

    /// Completes all waiting calls with the reply by which the preamble was refused.
    private func refuse(_ reply: Reply) {
        connection?.close()
        connection = nil
        preambleReplies = 0
        for call in exchange(&waiting, with: []) { call.completion(.success(reply)) }
    }

    private func lose() {
        connection?.close()
        connection = nil
        let lost = exchange(&underWay, with: [])
        // Without an answer to the preamble nothing was sent after it.
        let unsent = preambleReplies > 0 ? waiting : []
        if preambleReplies > 0 { (waiting, preambleReplies) = ([], 0) }
        for call in lost { call.completion(.failure(.unconfirmed)) }
        for call in unsent { call.completion(.failure(.unreachable)) }
        // The waiting calls that were not sent are tried on a new connection.
        queue.later { [weak self] in self?.advance() }
    }

    private func expire(_ number: Int) {
        if underWay.contains(where: { $0.number == number }) { return lose() }
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        if preambleReplies > 0 { return lose() }
        waiting.remove(at: index).completion(.failure(.busy))
    }
}
