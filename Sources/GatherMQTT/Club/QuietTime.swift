/// The time at which nothing more is expected of what a broker retains: all of it comes at once.
struct QuietTime: Equatable {
    /// The time by the boot clock; nil if nothing is waited for.
    private(set) var end: Duration?
    private var began = Duration.zero

    /// Waits on, as something has come.
    ///
    /// - Parameter isRetained: True for what is retained, of which there is an end; changes, which
    ///   anybody may make without end, are not waited for longer than ``Limits/changes``.
    mutating func note(isRetained: Bool, at now: Duration) {
        if end == nil { began = now }
        let next = now + Limits.retained
        let bounded = isRetained ? next : min(next, began + Limits.changes)
        end = max(end ?? bounded, bounded)
    }

    /// Waits for nothing any more.
    mutating func finish() { end = nil }
}
