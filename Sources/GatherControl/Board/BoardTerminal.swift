import LinuxIO

/// The terminal that a board has for itself.
protocol BoardTerminal: AnyObject {
    var size: (rows: Int, columns: Int) { get }

    /// Where keys come from; nil if nobody can press any.
    var keys: Descriptor? { get }

    /// What can be read when a signal has come; nil where none comes.
    var signals: Descriptor? { get }

    /// Whether it takes a screen now; where its output stands still, that would be waited for.
    var hasRoom: Bool { get }

    /// Does what the signals that have come ask for: takes a new size, or gives the terminal back
    /// while the process is stopped.
    ///
    /// - Returns: A signal that ends the process, for ``end(by:)``; nil if none has come.
    func takeSignals() -> Int32?

    /// Shows a screen; only what has changed is written, unless all of it is wanted.
    ///
    /// - Returns: Whether it was taken; else nobody knows what the terminal shows.
    func show(_ grid: BoardGrid, all: Bool) -> Bool

    /// Gives the terminal back as it was.
    func close()

    /// Gives the terminal back, and has a signal end the process.
    func end(by signal: Int32)
}
