import CLinux
public import Dispatch

/// A thread that waits until something of a set is ready, and enters a queue to have it served.
///
/// To enter by `sync` wakes no other thread while the queue is idle. A Dispatch source would wake
/// the thread that looks after all sources, and that another, for each call of a client.
public final class ReadinessLoop: Sendable {
    private let event: Descriptor
    private let isOver = Lock(false)

    /// Stands for the event in the set; whoever uses the set has numbers from 0 on.
    private static let eventNumber = -1

    /// Begins to wait, until nobody holds the loop.
    ///
    /// - Parameter serve: Called on the queue with what is ready, and no more often than something
    ///   is or ``wake()`` was called. It returns whether it wants to be called again at once.
    public init(
        of set: ReadinessSet, on queue: DispatchQueue,
        serve: @escaping @Sendable ([ReadinessSet.Ready]) -> Bool
    ) throws(SystemError) {
        event = Descriptor(owning: try checked { clinux_event_create() })
        // Told once, so that nobody has to read it.
        try set.add(event, number: Self.eventNumber, wanted: [.readable, .onlyOnce])
        // A serial queue has a thread of its own while it is blocked.
        DispatchQueue(label: "\(queue.label).loop").async { [event, isOver] in
            // One that is closed wakes nobody.
            defer { withExtendedLifetime(event) {} }
            var isBusy = false
            while true {
                let ready = isBusy ? set.ready() : set.wait()
                let isWoken = ready.contains { $0.number == Self.eventNumber }
                if isWoken, isOver.withLock({ $0 }) { return }
                isBusy = queue.sync { serve(ready.filter { $0.number != Self.eventNumber }) }
            }
        }
    }

    deinit {
        isOver.withLock { $0 = true }
        wake()
    }

    /// Has `serve` called soon, also if nothing is ready.
    public func wake() {
        let one = withUnsafeBytes(of: UInt64(1)) { Array($0) }
        // It has no error: the count is never near its end, eventfd(2).
        _ = try? event.write(one[...])
    }
}
