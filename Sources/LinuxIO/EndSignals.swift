import CLinux
import Glibc

/// The signals that ask a daemon to end, and the end itself where it does not come to it.
///
/// A handler takes them on whatever thread there is, and whoever waits for it reads a descriptor:
/// that takes no new thread, where Dispatch would wait for one for as long as there is none. What
/// keeps the process from its end, a queue that is stuck or a start that hangs, does not keep it
/// from the alarm.
public final class EndSignals: Sendable {
    private let event: Descriptor

    /// Takes the signals from now on; one in a process.
    ///
    /// - Parameters:
    ///   - patience: How long after the first of them the process ends by itself, with
    ///     status 1; zero for never.
    ///   - message: What it says on standard error then.
    public init(
        _ numbers: [Int32], patience: Duration, message: String
    ) throws(SystemError) {
        let seconds = UInt32(clamping: patience.components.seconds)
        event = Descriptor(
            owning: try checked {
                clinux_ends_open(numbers, Int32(numbers.count), seconds, message)
            })
    }

    /// Waits until one has come since the last time, or before.
    public func wait() {
        var count = [UInt8](repeating: 0, count: MemoryLayout<UInt64>.size)
        // It blocks, and an event that is open can be read.
        _ = try? event.read(into: &count)
    }
}
