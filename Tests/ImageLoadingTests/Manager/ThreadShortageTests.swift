import HalftoneCore
import Testing

@testable import ImageLoading

/// A pool for which the system has no threads, or too few.
@Suite(.endsInTime) struct ThreadShortageTests {
    @Test func `without a thread the caller runs the work`() {
        let pool = WorkerPool(threads: 3) { _ in false }
        let done = Lock<[Int]>([])
        pool.run { done.withLock { $0.append(1) } }
        #expect(pool.threadCount == 0 && done.withLock(\.self) == [1])
    }

    @Test func `work that enqueues more work ends without a thread`() {
        let pool = WorkerPool(threads: 1) { _ in false }
        let done = Lock(0)
        pool.run { pool.run { pool.run { done.withLock { $0 += 1 } } } }
        #expect(done.withLock(\.self) == 1)
    }

    @Test func `fewer threads than requested do all the work`() {
        let bodies = Lock<[@Sendable () -> Void]>([])
        let done = Lock(0)
        do {
            let pool = WorkerPool(threads: 4) { body in
                bodies.withLock { bodies in
                    bodies.append(body)
                    return bodies.count < 3
                }
            }
            #expect(pool.threadCount == 2)
            for _ in 0..<10 { pool.run { done.withLock { $0 += 1 } } }
            #expect(done.withLock(\.self) == 0)
        }
        // the pool is released: its first thread does the remaining work, and ends
        bodies.withLock(\.self).first?()
        #expect(done.withLock(\.self) == 10)
    }
}
