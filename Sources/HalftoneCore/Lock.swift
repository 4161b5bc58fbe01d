import Glibc

/// A value protected by a mutex.
///
/// This is the one lock of the project. It is a `pthread_mutex_t` and not `Synchronization.Mutex` because the thread
/// sanitizer sees the former and reports false races for the latter; the two are equally fast. Not recursive: calling
/// `withLock` inside `withLock` of the same lock deadlocks. Callbacks run after the unlock.
public final class Lock<State>: @unchecked Sendable {
    // Unchecked because the compiler cannot see that `state` is reached only between lock and unlock of `mutex`,
    // which `withLock`, its only accessor, guarantees.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline nonisolated(unsafe) var state: State

    /// Creates an unlocked mutex around a value.
    public init(_ state: sending State) {
        self.state = state
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the state and returns its result. As with `Mutex`, values that are not
    /// `Sendable` enter and leave the state only if nothing else refers to them.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout sending State) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
