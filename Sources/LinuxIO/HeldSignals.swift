import CLinux
import Glibc

/// Signals that do not end the process but can be waited for with poll(2), signalfd(2).
public final class HeldSignals {
    /// The signals by which people end a program.
    public static let terminating = [SIGHUP, SIGINT, SIGTERM]

    /// The descriptor that is readable when a signal has arrived.
    public let descriptor: Descriptor

    private let numbers: [Int32]

    /// Blocks signals from now on, except ignored ones, in a process of one thread.
    public init(_ numbers: [Int32]) throws(SystemError) {
        let numbers = numbers.filter { !clinux_is_ignored($0) }
        self.numbers = numbers
        descriptor = Descriptor(
            owning: try checked { clinux_signals_open(numbers, Int32(numbers.count)) })
    }

    deinit { clinux_signals_unblock(numbers, Int32(numbers.count)) }

    /// Returns the next signal that has arrived, or nil.
    public func next() -> Int32? {
        let number = clinux_signals_read(descriptor.number)
        return number > 0 ? number : nil
    }

    /// Performs a signal's default action on this process at once.
    public static func take(_ number: Int32) {
        // Swift's runtime would react to some signals with a backtrace and a prompt.
        signal(number, SIG_DFL)
        clinux_signals_unblock([number], 1)
        raise(number)
    }

    /// Discards a blocked signal, if it has arrived.
    public static func forget(_ number: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        var atOnce = timespec()
        sigtimedwait(&set, nil, &atOnce)
    }

    /// Runs a body that these signals do not interrupt; those that arrive meanwhile take effect
    /// after it.
    public static func without<Result, Failure: Error>(
        _ numbers: [Int32], _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        Signals.block(numbers)
        defer { clinux_signals_unblock(numbers, Int32(numbers.count)) }
        return try work()
    }
}
