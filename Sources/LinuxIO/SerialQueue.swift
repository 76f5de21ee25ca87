public import Dispatch

/// A serial queue for objects that are not Sendable: they call each other directly, and other
/// threads reach them through the queue.
public final class SerialQueue: Sendable {
    /// The queue itself.
    public let dispatch: DispatchQueue

    /// Makes a queue with a label for debuggers.
    public init(label: String) {
        dispatch = DispatchQueue(label: label)
        // Dispatch makes a clock's timerfd with its first timer, and never does so if there is no
        // descriptor left then. So it is done now, before descriptors can run out.
        dispatch.asyncAfter(deadline: .now() + .seconds(1 << 31)) {}
        dispatch.asyncAfter(deadline: DispatchTime(boottime: .seconds(1 << 31))) {}
    }

    /// Makes a closure of the queue's objects Sendable, for others to call back on the queue; it
    /// traps anywhere else.
    public func bound<Input, Output>(
        _ body: @escaping (Input) -> Output
    ) -> @Sendable (Input) -> Output {
        // SAFETY: it runs on the queue alone, one call after another.
        nonisolated(unsafe) let body = body
        return { [dispatch] input in
            dispatchPrecondition(condition: .onQueue(dispatch))
            return body(input)
        }
    }

    /// Makes a closure without an argument Sendable, for others to call back on the queue.
    public func bound(_ body: @escaping () -> Void) -> @Sendable () -> Void {
        let body = bound { (_: Void) in body() }
        return { body(()) }
    }

    /// Runs a closure in a later turn of the queue; called on the queue.
    ///
    /// - Parameter delay: The minimum delay.
    public func later(after delay: Duration = .zero, _ body: @escaping () -> Void) {
        let body = bound(body)
        guard delay > .zero else { return dispatch.async(execute: body) }
        dispatch.asyncAfter(
            deadline: .now() + .microseconds(delay.wholeMicroseconds), execute: body)
    }
}

/// The objects of a serial queue, referenced by other threads.
public final class QueueOwner<Objects>: Sendable {
    /// The queue that they belong to.
    public let queue: SerialQueue
    // SAFETY: it is read and written on the queue alone.
    private nonisolated(unsafe) var objects: Objects?

    /// Makes an owner without objects, with a queue of its own.
    public init(label: String) { queue = SerialQueue(label: label) }

    /// Makes the objects, on the queue; two owners can refer to each other.
    public func begin<Failure: Error>(_ make: () throws(Failure) -> Objects) throws(Failure) {
        let made = queue.dispatch.sync {
            Result { () throws(Failure) in objects = try make() }
        }
        try made.get()
    }

    /// Releases the objects; later calls find none.
    ///
    /// It is called on the queue.
    public func end() {
        dispatchPrecondition(condition: .onQueue(queue.dispatch))
        objects = nil
    }

    /// Runs a body with the objects in a later turn of the queue.
    public func async(_ body: @escaping @Sendable (Objects) -> Void) {
        queue.dispatch.async { [self] in
            if let objects { body(objects) }
        }
    }

    /// Runs a body with the objects on the queue and waits for it; if the queue is idle, that wakes
    /// no other thread.
    ///
    /// - Returns: The result of the body; nil if the objects were released.
    @discardableResult
    public func sync<Value: Sendable>(_ body: (Objects) throws -> Value) rethrows -> Value? {
        try queue.dispatch.sync { try objects.map(body) }
    }
}
