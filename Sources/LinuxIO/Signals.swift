import Glibc

/// What signals do to this process.
public enum Signals {
    /// Ignores a signal: `SIGPIPE`, say, whose news a write brings as well.
    public static func ignore(_ number: Int32) {
        signal(number, SIG_IGN)
    }

    /// Lets signals end the process at once, whatever the runtime would do first.
    ///
    /// Swift's runtime answers a crash with a backtrace, for which it asks all threads to hold
    /// still by a signal; those of Dispatch block it, and the process would hang instead of end.
    public static func reset(_ numbers: [Int32]) {
        for number in numbers { signal(number, SIG_DFL) }
    }

    /// Holds signals back in this thread and those it makes.
    public static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
