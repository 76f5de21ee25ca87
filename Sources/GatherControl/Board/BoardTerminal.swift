import LinuxIO

/// The terminal that a board has for itself.
protocol BoardTerminal: AnyObject {
    /// How large it is.
    var size: (rows: Int, columns: Int) { get }

    /// Where keys come from; nil if nobody can press any.
    var keys: Descriptor? { get }

    /// What can be read when a signal has come; nil where none comes.
    var signals: Descriptor? { get }

    /// Does what the signals that have come ask for: takes a new size, or gives the terminal back
    /// while the process is stopped.
    ///
    /// It does not return if one of them ends the process.
    func takeSignals()

    /// Shows a screen; only what has changed is written, unless all of it is wanted.
    func show(_ grid: BoardGrid, all: Bool)

    /// Gives the terminal back as it was.
    func close()
}
