import Dispatch

/// Calls back on a queue when sockets are ready.
///
/// A source of Dispatch must not watch a socket whose other end can close. On epoll(7), libdispatch
/// marks such a source as one to delete before it delivers the event. If the queue takes up the
/// source in between, that is finalised twice, which ends the process: "Source finalized twice" in
/// `source.c`, after `_dispatch_event_merge_hangup` in `event_epoll.c`. So the source watches a
/// ``ReadinessSet`` here, which nobody can close.
public final class SocketMonitor {
    private struct Watched {
        let socket: Int32
        let ready: (ReadinessSet.Readiness) -> Void
    }

    private let set: ReadinessSet
    private let source: any DispatchSourceRead
    private var watched: [Int: Watched] = [:]
    private var last = 0

    /// Makes a monitor without sockets; the queue's objects use it on the queue.
    public init(queue: SerialQueue) throws(SystemError) {
        let set = try ReadinessSet()
        self.set = set
        source = set.makeSource(on: queue.dispatch)
        source.setEventHandler(handler: queue.bound { [weak self] in self?.deliver() })
        // The descriptor must stay open until the source is done with it.
        source.setCancelHandler { withExtendedLifetime(set) {} }
        source.activate()
    }

    deinit { source.cancel() }

    /// Watches a socket until it is removed, or closed for good.
    ///
    /// - Parameters:
    ///   - socket: The number of the socket's descriptor, which stays open meanwhile.
    ///   - ready: Called as long as the socket is ready for one of the wanted events, or is over.
    /// - Returns: The number under which it is watched, which no other one gets.
    public func add(
        _ socket: Int32, wanted: ReadinessSet.Readiness = .readable,
        ready: @escaping (ReadinessSet.Readiness) -> Void
    ) throws(SystemError) -> Int {
        last += 1
        try set.add(socket, number: last, wanted: wanted)
        watched[last] = Watched(socket: socket, ready: ready)
        return last
    }

    /// Changes the events that a socket waits for.
    public func change(_ number: Int, wanted: ReadinessSet.Readiness) {
        // It cannot fail for a socket that is in the set.
        if let socket = watched[number]?.socket {
            try? set.change(socket, number: number, wanted: wanted)
        }
    }

    /// Removes a socket: nothing is called for it any more, and it may be closed.
    public func remove(_ number: Int) {
        // The socket may belong to the closure, and has to be open until the set is without it.
        guard let removed = watched.removeValue(forKey: number) else { return }
        withExtendedLifetime(removed) { set.remove(removed.socket) }
    }

    private func deliver() {
        for (number, readiness) in set.ready() {
            // One of the sockets before may have removed it.
            watched[number]?.ready(readiness)
        }
    }
}
