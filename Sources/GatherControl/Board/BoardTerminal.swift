import LinuxIO

/// A terminal that a board uses exclusively.
protocol BoardTerminal: AnyObject {
    var size: (rows: Int, columns: Int) { get }

    /// The source of keys; nil if nobody can press any.
    var keys: Descriptor? { get }

    /// The descriptor that becomes readable when a signal has arrived; nil if none can.
    var signals: Descriptor? { get }

    /// True if the terminal takes a screen now; where its output is blocked, a write would have to
    /// wait.
    var hasRoom: Bool { get }

    /// Acts on the signals that have arrived: takes a new size, or restores the terminal while the
    /// process is stopped.
    ///
    /// - Returns: A signal that ends the process, for ``end(by:)``; nil if none has arrived.
    func takeSignals() -> Int32?

    /// Shows a screen; writes only what has changed, unless `all` is set.
    ///
    /// - Returns: True if the terminal took it; otherwise its contents are unknown.
    func show(_ grid: BoardGrid, all: Bool) -> Bool

    /// Restores the terminal.
    func close()

    /// Restores the terminal, and ends the process by a signal.
    func end(by signal: Int32)
}
