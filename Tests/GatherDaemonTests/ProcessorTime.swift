import Glibc

/// Measurement of processor time.
enum ProcessorTime {
    /// The processor time of this thread so far.
    static var now: Duration {
        // RUSAGE_THREAD, which only _GNU_SOURCE has.
        let thread: Int32 = 1
        var usage = rusage()
        getrusage(thread, &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(.zero) { sum, time in
            sum + .seconds(time.tv_sec) + .microseconds(time.tv_usec)
        }
    }

    /// Returns the processor time of a body.
    static func of(_ body: () -> Void) -> Duration {
        let before = now
        body()
        return now - before
    }
}
