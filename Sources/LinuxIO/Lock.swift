import Glibc

/// A value used by one thread at a time, by pthread_mutex_lock(3).
///
/// It replaces the standard library's `Mutex`, which the thread sanitizer does not understand:
/// where two threads use one, the sanitizer reports a race on the guarded value.
///
/// A lock is not recursive: a body that uses its own lock again waits forever.
public final class Lock<Value: Sendable> {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Makes a lock that is not held.
    public init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        // With default attributes this cannot fail, nor can locking a mutex that the thread does
        // not hold.
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    /// Waits until no other thread uses the value, then calls `body` with it.
    public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}

// SAFETY: the value is used with the mutex held only, and nothing else has the address of either.
extension Lock: @unchecked Sendable {}
