public import Dispatch

/// The one serial queue that actors and Dispatch sources share.
///
/// A handler of a source that targets ``queue`` may enter an actor of this executor by
/// `assumeIsolated`, so that callbacks keep their order.
public final class QueueExecutor: SerialExecutor {
    /// The queue itself.
    public let queue: DispatchQueue

    /// Makes a queue with a name for debuggers.
    public init(label: String) {
        queue = DispatchQueue(label: label)
        // Dispatch makes a clock's timerfd with its first timer, and does without for ever if there
        // is no descriptor left then: so now, and not when they have run out.
        queue.asyncAfter(deadline: .now() + .seconds(1 << 31)) {}
        queue.asyncAfter(deadline: DispatchTime(boottime: .seconds(1 << 31))) {}
    }

    /// Runs a job of an actor on the queue.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// This executor, as actors refer to it.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Traps unless it is called on the queue.
    public func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
