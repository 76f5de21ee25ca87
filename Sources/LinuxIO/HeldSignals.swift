import CLinux
import Glibc

/// Signals that do not end the process but can be waited for with poll(2), signalfd(2).
public final class HeldSignals {
    /// What somebody ends a program with.
    public static let ends = [SIGHUP, SIGINT, SIGTERM]

    /// What is readable when one of them has come.
    public let descriptor: Descriptor

    private let numbers: [Int32]

    /// Holds signals back from now on, in a process of one thread, but for those it ignores.
    public init(_ numbers: [Int32]) throws(SystemError) {
        let numbers = numbers.filter { !clinux_is_ignored($0) }
        self.numbers = numbers
        descriptor = Descriptor(
            owning: try checked { clinux_signals_open(numbers, Int32(numbers.count)) })
    }

    deinit { clinux_signals_unblock(numbers, Int32(numbers.count)) }

    /// The next one that has come, or nil.
    public func next() -> Int32? {
        let number = clinux_signals_read(descriptor.number)
        return number > 0 ? number : nil
    }

    /// Has a signal do to this process what it does by itself, here and now.
    public static func take(_ number: Int32) {
        // Swift's runtime would answer some of them with a backtrace, and questions.
        signal(number, SIG_DFL)
        clinux_signals_unblock([number], 1)
        raise(number)
    }

    /// Forgets a signal that is held back, if it has come.
    public static func forget(_ number: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        var atOnce = timespec()
        sigtimedwait(&set, nil, &atOnce)
    }

    /// Does something that these signals do not interrupt: those that come meanwhile have their
    /// effect after it.
    public static func without<Result, Failure: Error>(
        _ numbers: [Int32], _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        Signals.block(numbers)
        defer { clinux_signals_unblock(numbers, Int32(numbers.count)) }
        return try work()
    }
}
