import CLinux
import Glibc

/// The signals that ask a daemon to end, with a forced end if it does not.
///
/// A handler receives them on any existing thread, and the waiting code reads a descriptor. This
/// needs no new thread, whereas Dispatch would wait for one as long as none can be created. A stuck
/// queue, or a start that hangs, may keep the process from its clean end, but not from the forced
/// one.
public final class EndSignals: Sendable {
    private let event: Descriptor

    /// Handles the signals from now on; one object per process.
    ///
    /// - Parameters:
    ///   - timeout: The time after the first signal at which the process ends with status 1; zero
    ///     for never.
    ///   - message: The text that it then writes to standard error.
    public init(_ numbers: [Int32], timeout: Duration, message: String) throws(SystemError) {
        let seconds = UInt32(clamping: timeout.components.seconds)
        event = Descriptor(
            owning: try checked {
                clinux_ends_open(numbers, Int32(numbers.count), seconds, message)
            })
    }

    /// Waits until a signal has arrived since the last call.
    public func wait() {
        var count = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
        // This blocks, and reading an open event cannot fail.
        _ = try? event.read(into: &count)
    }
}
