import CLinux

/// A file that is removed if a signal ends this process while this object is held.
public final class UnfinishedFile {
    /// True if it is; false if there was another such file.
    public let isGuarded: Bool

    /// Makes the signals by which people end a program remove the file at a path first.
    public init(_ path: String) {
        let signals = HeldSignals.terminating
        isGuarded = clinux_remove_at_end(path, signals, Int32(signals.count))
    }

    deinit { if isGuarded { clinux_keep_at_end() } }
}
