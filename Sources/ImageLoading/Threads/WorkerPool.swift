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
/// decoder. They end when the pool is released and its work is done. Where the system gives fewer threads, those do the
/// work; without any, the caller does it: late is better than never.
public final class WorkerPool: WorkExecutor {
    private let queue: WorkQueue
    /// How many threads it has.
    let threadCount: Int

    public convenience init(threads: Int) { self.init(threads: threads, start: Self.startThread) }

    /// For tests: `start` starts a thread that runs its argument, or returns `false`.
    init(threads: Int, start: (@escaping @Sendable () -> Void) -> Bool) {
        let queue = WorkQueue()
        self.queue = queue
        threadCount = (0..<max(1, threads)).prefix { _ in start { queue.work() } }.count
    }

    deinit { queue.close() }

    public func run(_ work: @escaping @Sendable () -> Void) {
        guard threadCount > 0 else { return work() }
        queue.push(work)
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(ThreadBody(body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, threadMain, context.toOpaque()) == 0 else {
            context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }
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

    fileprivate func work() {
        while let work = pop() { work() }
    }
}

/// What a thread runs.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
