public import Dispatch
import Glibc

/// Signals as callbacks on a queue.
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

    /// Holds signals back in this thread and those it makes, until ``handle(_:on:handler:)``.
    public static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls the handler on the queue for each of the signals, which have been blocked before; one
    /// that came by then is not lost.
    ///
    /// - Returns: The sources, which have to be kept.
    public static func handle(
        _ numbers: [Int32], on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> [any DispatchSourceSignal] {
        let registered = DispatchSemaphore(value: 0)
        let sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: handler)
            source.setRegistrationHandler { registered.signal() }
            source.activate()
            return source
        }
        // dispatchMain() lets all signals through in this thread: not before they are caught.
        for _ in sources { registered.wait() }
        return sources
    }
}
