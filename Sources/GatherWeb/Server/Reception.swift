import LinuxIO

/// The connections whose first request has not arrived: it decides what memory they get.
///
/// Thousands of browsers stay connected to listen to events, and each needs little memory for it.
/// The head of any other request can be long, with cookies of what else the machine serves.
final class Reception {
    /// The kind of a connection by the head of its first request.
    enum Kind {
        /// It asks for events, with a short head.
        case stream
        /// It asks for anything else, or it is not known.
        case other
        /// Its head is longer than is answered, or has more arguments.
        case tooLong
    }

    private struct Waiting {
        /// The number in the monitor.
        let number: Int
        let peer: SocketAddress
        let deadline: Duration
    }

    private let queue: SerialQueue
    private let clock: any MachineClock
    private let received: (Int32, SocketAddress, Kind) -> Void
    private let expired: (Int32, SocketAddress) -> Void
    private let monitor: SocketMonitor
    private var waiting: [Int32: Waiting] = [:]
    private var isSweeping = false

    private static let request = Array("GET /events".utf8)
    private static let end = Array("\r\n\r\n".utf8)

    /// Makes it without connections.
    ///
    /// - Parameters:
    ///   - received: Takes over a connection with its kind.
    ///   - expired: Takes over one that has sent no whole head in time, or never can.
    init(
        queue: SerialQueue, clock: any MachineClock,
        received: @escaping (Int32, SocketAddress, Kind) -> Void,
        expired: @escaping (Int32, SocketAddress) -> Void
    ) throws(SystemError) {
        (self.queue, self.clock, self.received, self.expired) = (queue, clock, received, expired)
        monitor = try SocketMonitor(queue: queue)
    }

    /// Takes over a connection.
    func add(_ number: Int32, from peer: SocketAddress) {
        if let kind = kind(of: number) { return received(number, peer, kind) }
        let place = try? monitor.add(number, wanted: [.readable, .ended]) { [weak self] in
            self?.look(number, $0)
        }
        guard let place else {
            _ = InternetSocket.await(number, atLeast: 1)
            return received(number, peer, .other)
        }
        waiting[number] = Waiting(
            number: place, peer: peer, deadline: clock.now().boottime + Limits.headTimeout)
        sweepLater()
    }

    /// Returns the kind of a connection; nil as long as its first head is not whole.
    private func kind(of number: Int32) -> Kind? {
        let head = InternetSocket.peek(number, atMost: Limits.headBytes)
        switch head {
        case .end: return .other
        case .bytes(let bytes):
            guard let end = bytes.firstRange(of: Self.end) else {
                guard bytes.count < Limits.headBytes else { return .tooLong }
                // The socket then becomes readable again only when more has arrived.
                return InternetSocket.await(number, atLeast: bytes.count + 1) ? nil : .other
            }
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
            let arguments = line.reduce(0) { $0 + ($1 == UInt8(ascii: "&") ? 1 : 0) }
            guard arguments < Limits.headArguments else { return .tooLong }
            let isStream =
                bytes.starts(with: Self.request) && end.upperBound <= Limits.streamHeadBytes
            return isStream ? .stream : .other
        }
    }

    private func look(_ number: Int32, _ readiness: ReadinessSet.Readiness) {
        if let kind = kind(of: number) {
            release(number) { received(number, $0, kind) }
        } else if !readiness.isDisjoint(with: [.ended, .over]) {
            // Its sender sends nothing more, so that the head is never whole.
            release(number) { expired(number, $0) }
        }
    }

    /// Hands a connection over.
    private func release(_ number: Int32, _ take: (SocketAddress) -> Void) {
        guard let done = waiting.removeValue(forKey: number) else { return }
        monitor.remove(done.number)
        _ = InternetSocket.await(number, atLeast: 1)
        take(done.peer)
    }

    private func sweepLater() {
        guard !isSweeping else { return }
        isSweeping = true
        queue.later(after: .seconds(1)) { [weak self] in self?.sweep() }
    }

    private func sweep() {
        isSweeping = false
        let now = clock.now().boottime
        for (number, connection) in waiting where connection.deadline <= now {
            release(number) { [expired] in expired(number, $0) }
        }
        if !waiting.isEmpty { sweepLater() }
    }
}
