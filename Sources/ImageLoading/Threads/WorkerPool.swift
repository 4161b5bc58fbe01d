import Dispatch
import Glibc
import HalftoneCore

/// An executor of blocking work. Tests inject one that runs the work in a chosen order.
public protocol WorkExecutor: Sendable {
    /// Runs the work later, once, on a thread where it may block.
    func run(_ work: @escaping @Sendable () -> Void)
}

/// A fixed number of threads that run work in order of arrival.
///
/// The pool has its own threads, because neither Swift's cooperative pool nor the main thread may ever wait for a disk
/// or a decoder. They start with the first work, and end when the pool is released and its work is done. If the system
/// grants fewer threads, those do the work; without any, the caller does it in `run`.
public final class WorkerPool: WorkExecutor {
    private let queue = WorkQueue()
    private let threads: Int
    private let start: @Sendable (@escaping @Sendable () -> Void) -> Bool
    private let started = Lock<Int?>(nil)

    /// Creates a pool of at least one thread.
    public convenience init(threads: Int) { self.init(threads: threads, start: Self.startThread) }

    /// Creates a pool. Tests replace `start`, which starts a thread that runs its argument, or returns `false`.
    init(threads: Int, start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
        (self.threads, self.start) = (max(1, threads), start)
    }

    deinit { queue.close() }

    /// The number of its threads, which the first call starts.
    var threadCount: Int {
        started.withLock { started in
            let count = started ?? (0..<threads).prefix { _ in start { [queue] in queue.work() } }.count
            started = count
            return count
        }
    }

    public func run(_ work: @escaping @Sendable () -> Void) {
        guard threadCount > 0 else { return work() }
        queue.push(work)
    }

    @Sendable private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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
private final class WorkQueue: Sendable {
    private struct State {
        /// The work that came last, in order of arrival.
        var arrived: [@Sendable () -> Void] = []
        /// The work before it, the first at the end.
        var next: [@Sendable () -> Void] = []

        mutating func take() -> (@Sendable () -> Void)? {
            if next.isEmpty {
                next = arrived.reversed()
                arrived = []
            }
            return next.popLast()
        }
    }

    private let state = Lock(State())
    /// Signaled once for each work and once at the close, so that a thread that finds no work knows of the close.
    private let signals = DispatchSemaphore(value: 0)

    func push(_ work: @escaping @Sendable () -> Void) {
        state.withLock { $0.arrived.append(work) }
        signals.signal()
    }

    func close() { signals.signal() }

    /// Runs work until the queue is closed and empty.
    func work() {
        while true {
            signals.wait()
            guard let work = state.withLock({ $0.take() }) else { break }
            work()
        }
        signals.signal()  // ends the next thread
    }
}

/// A box for the closure that a thread runs.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
