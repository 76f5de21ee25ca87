public import Dispatch
import Glibc

/// Signals as callbacks on a queue.
public enum Signals {
    /// Ignores a signal: `SIGPIPE`, say, whose news a write brings as well.
    public static func ignore(_ number: Int32) {
        signal(number, SIG_IGN)
    }

    /// Calls the handler on the queue for each of the signals, instead of what they do otherwise.
    ///
    /// The sources have to be kept.
    public static func handle(
        _ numbers: [Int32], on queue: DispatchQueue, handler: @escaping @Sendable () -> Void
    ) -> [any DispatchSourceSignal] {
        numbers.map { number in
            ignore(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler(handler: handler)
            source.activate()
            return source
        }
    }
}
