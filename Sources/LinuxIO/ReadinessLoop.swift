import CLinux
public import Dispatch

/// A thread that waits until a descriptor of a set is ready, and then enters a queue to have it
/// served.
///
/// Entering by `sync` wakes no other thread while the queue is idle. A Dispatch source would, for
/// each call of a client, wake the thread that manages all sources, and that another one.
public final class ReadinessLoop: Sendable {
    private let event: Descriptor
    private let isOver = Lock(false)

    /// The number of the event in the set; the caller's numbers start at 0.
    private static let eventNumber = -1

    /// Waits from now on, as long as the loop is held.
    ///
    /// - Parameter serve: Called on the queue with what is ready, only if something is or
    ///   ``wake()`` was called. It returns true to be called again at once.
    public init(
        of set: ReadinessSet, on queue: DispatchQueue,
        serve: @escaping @Sendable ([ReadinessSet.Ready]) -> Bool
    ) throws(SystemError) {
        event = Descriptor(owning: try checked { clinux_event_create() })
        // It is reported once, so that it need not be read.
        try set.add(event, number: Self.eventNumber, wanted: [.readable, .onlyOnce])
        // A blocked serial queue occupies a thread of its own.
        DispatchQueue(label: "\(queue.label).loop").async { [event, isOver] in
            // The event stays open until then, since a closed one wakes nobody.
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

    /// Makes the loop call `serve` soon, even if nothing is ready.
    public func wake() {
        let one = withUnsafeBytes(of: UInt64(1)) { Array($0) }
        // This cannot fail: the count is never near its maximum, eventfd(2).
        _ = try? event.write(one[...])
    }
}
