import Synchronization

/// Tells work on another thread to stop.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    /// Whether the work is to stop.
    var isSet: Bool { flag.load(ordering: .relaxed) }

    /// Tells it.
    func set() { flag.store(true, ordering: .relaxed) }
}
