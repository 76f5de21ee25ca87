import Glibc

/// The time of a processor.
enum ProcessorTime {
    /// What this thread has had so far.
    static var now: Duration {
        // RUSAGE_THREAD, which only _GNU_SOURCE has.
        let thread: Int32 = 1
        var usage = rusage()
        getrusage(thread, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) { sum, time in
            sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
        }
    }

    /// What a body takes.
    static func of(_ body: () -> Void) -> Duration {
        let before = now
        body()
        return now - before
    }
}
