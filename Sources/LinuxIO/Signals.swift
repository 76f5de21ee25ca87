public import Dispatch
import Glibc

/// Signals as callbacks on a queue.
public enum Signals {
    /// Ignores a signal: `SIGPIPE`, say, whose news a write brings as well.
    public static func ignore(_ number: Int32) {
        signal(number, SIG_IGN)
    }

    /// Holds signals back in this thread and those it makes, until ``handle(_:on:handler:)``.
    ///
    /// Dispatch reads them from a signalfd(2), which a signal reaches only where it is blocked; one
    /// that comes before the handler is there waits for it.
    public static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Calls the handler on the queue for each of the signals, which have been blocked before.
    ///
    /// - Returns: The sources, which have to be kept.
    public static func handle(
        _ numbers: [Int32], on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> [any DispatchSourceSignal] {
        numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: handler)
            source.activate()
            return source
        }
    }
}
