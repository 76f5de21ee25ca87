import CLinux
import Glibc

/// Signals as something to read, signalfd(2); they do nothing else while it is held.
public final class SignalInbox {
    /// What can be read when one has come.
    public let descriptor: Descriptor

    private let numbers: [Int32]

    /// Holds these signals back in this thread, and collects them.
    public init(_ numbers: [Int32]) throws(SystemError) {
        self.numbers = numbers
        descriptor = Descriptor(
            owning: try checked { clinux_signals_open(numbers, Int32(numbers.count)) })
    }

    deinit { clinux_signals_unblock(numbers, Int32(numbers.count)) }

    /// The next signal that has come, or nil.
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

    /// Holds a signal back again that was taken.
    public func hold(_ number: Int32) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
