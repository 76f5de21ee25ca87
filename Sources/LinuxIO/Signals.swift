import Glibc

/// The handling of signals by this process.
public enum Signals {
    /// Ignores a signal, for example `SIGPIPE`, since a write reports the same condition.
    public static func ignore(_ number: Int32) {
        signal(number, SIG_IGN)
    }

    /// Restores the default action of signals, so that they end the process at once and the runtime
    /// does not interfere.
    ///
    /// Swift's runtime reacts to a crash with a backtrace, for which it stops all threads by a
    /// signal. Dispatch's threads block that signal, and the process would hang instead of ending.
    public static func reset(_ numbers: [Int32]) {
        for number in numbers { signal(number, SIG_DFL) }
    }

    /// Blocks signals in this thread and those it makes.
    public static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
