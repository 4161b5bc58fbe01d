import HalftoneCore

/// A worker pool that starts its threads with the first work.
final class LazyWorkerPool: WorkExecutor {
    private let threads: Int
    private let pool = Lock<WorkerPool?>(nil)

    init(threads: Int) { self.threads = threads }

    func run(_ work: @escaping @Sendable () -> Void) {
        let pool = pool.withLock { pool in
            if let pool { return pool }
            let new = WorkerPool(threads: threads)
            pool = new
            return new
        }
        pool.run(work)
    }
}
