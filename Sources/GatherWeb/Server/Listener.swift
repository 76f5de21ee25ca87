import Dispatch
import LinuxIO

/// A listening socket on a queue.
final class Listener {
    /// The socket.
    let socket: Descriptor
    private let source: any DispatchSourceRead
    private let queue: SerialQueue
    private let accepted: (Int32, SocketAddress) -> Void

    /// Accepts connections from now on.
    ///
    /// - Parameter accepted: Takes over each connection.
    init(
        _ socket: Descriptor, queue: SerialQueue,
        accepted: @escaping (Int32, SocketAddress) -> Void
    ) throws(SystemError) {
        try UnixSocket.makeNonBlocking(socket)
        self.socket = socket
        self.queue = queue
        self.accepted = accepted
        source = DispatchSource.makeReadSource(fileDescriptor: socket.number, queue: queue.dispatch)
        source.setEventHandler(handler: queue.bound { [weak self] in self?.accept() })
        source.activate()
    }

    private func accept() {
        for _ in 0..<Limits.acceptsInTurn {
            do {
                guard let (number, peer) = try InternetSocket.accept(from: socket) else { return }
                accepted(number, peer)
            } catch {
                // No descriptor or no memory is left; clients wait in the backlog.
                source.suspend()
                queue.later(after: Limits.acceptPause) { [source] in source.resume() }
                return
            }
        }
    }
}
