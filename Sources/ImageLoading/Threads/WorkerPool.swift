import Basis
import Glibc

/// Where blocking work is done. Tests inject one that runs the work in an order of their choosing.
public protocol WorkExecutor: Sendable {
    /// Runs the work later, once, on a thread where it may block.
    func run(_ work: @escaping @Sendable () -> Void)
}

/// A fixed number of threads that take work in order of arrival.
///
/// Threads of our own, because neither Swift's cooperative pool nor the main thread may ever wait for a disk or a
/// decoder. They end when the pool is released and its work is done.
public final class WorkerPool: WorkExecutor {
    private let queue: WorkQueue

    public init(threads: Int) {
        queue = WorkQueue()
        for _ in 0..<max(1, threads) { queue.startThread() }
    }

    deinit { queue.close() }

    public func run(_ work: @escaping @Sendable () -> Void) { queue.push(work) }
}

/// The queue that a pool and its threads share.
private final class WorkQueue: @unchecked Sendable {
    // Unchecked because `pending`, `head` and `isClosed` are touched only while `mutex` is held, as every method shows.
    // A condition variable needs the bare mutex, which `Basis.Lock` keeps to itself.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var pending: [(@Sendable () -> Void)?] = []
    private var head = 0
    private var isClosed = false

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func push(_ work: @escaping @Sendable () -> Void) {
        pthread_mutex_lock(mutex)
        pending.append(work)
        pthread_cond_signal(condition)
        pthread_mutex_unlock(mutex)
    }

    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    /// Waits for work; `nil` when the pool is gone and nothing is left.
    private func pop() -> (@Sendable () -> Void)? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while head == pending.count {
            if isClosed { return nil }
            pthread_cond_wait(condition, mutex)
        }
        let work = pending[head]
        pending[head] = nil  // what it holds must not live until the queue is empty
        head += 1
        if head == pending.count {
            pending.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, 2 * head >= pending.count {
            pending.removeFirst(head)
            head = 0
        }
        return work
    }

    func startThread() {
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, threadMain, Unmanaged.passRetained(self).toOpaque())
        precondition(status == 0, "no thread can be started: \(String(cString: strerror(status)))")
        pthread_detach(thread)
    }

    fileprivate func work() {
        while let work = pop() { work() }
    }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<WorkQueue>.fromOpaque(context).takeRetainedValue().work()
    return nil
}
