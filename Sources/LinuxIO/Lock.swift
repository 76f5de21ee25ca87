import Glibc

/// A value that one thread at a time uses, by pthread_mutex_lock(3).
///
/// It stands for the standard library's `Mutex`, which the thread sanitizer does not see through:
/// where two threads meet at one, it reports a race of what the mutex guards.
///
/// A lock is not recursive: a body that comes back to its own lock waits forever.
public final class Lock<Value: Sendable> {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Makes a lock that nobody holds.
    public init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        // With default attributes it has no error, nor has a lock that is not its thread's own.
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Waits until no other thread uses the value, then gives it to `body`.
    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

// SAFETY: the value is used with the mutex held only, and nothing else has the address of either.
extension Lock: @unchecked Sendable {}
