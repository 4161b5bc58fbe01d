import HalftoneCore
import Dispatch
import TestSupport
import Testing

@testable import ImageLoading

/// The engine's own threads.
@Suite(.endsInTime) struct WorkerPoolTests {
    @Test func `one thread runs work in order`() {
        let pool = WorkerPool(threads: 1)
        let order = Lock<[Int]>([])
        let done = TestSemaphore("the work to be done")
        for number in 0..<1000 { pool.run { order.withLock { $0.append(number) } } }
        pool.run { done.signal() }
        done.wait()
        #expect(order.withLock { $0 } == Array(0..<1000))
    }

    @Test func `work may enqueue more work`() {
        let pool = WorkerPool(threads: 2)
        let done = TestSemaphore("the work to be done")
        pool.run { pool.run { pool.run { done.signal() } } }
        done.wait()
    }

    @Test func `several threads work at once`() {
        let pool = WorkerPool(threads: 3)
        let flags = (0..<3).map { TestSemaphore("thread \($0) to run") }
        let done = TestSemaphore("the work to be done")
        // each waits for the next: they end only if all three run at the same time
        pool.run {
            flags[0].wait()
            done.signal()
        }
        pool.run {
            flags[1].wait()
            flags[0].signal()
        }
        pool.run { flags[1].signal() }
        done.wait()
    }

    @Test func `a released pool finishes its pending work`() {
        let gate = TestSemaphore("the test to let the work go on")
        let done = TestSemaphore("the work to be done")
        do {
            let pool = WorkerPool(threads: 1)
            pool.run { gate.wait() }
            pool.run { done.signal() }
        }
        gate.signal()
        done.wait()
    }

    @Test func `finished work is released while more waits`() {
        final class Payload: Sendable {}
        let pool = WorkerPool(threads: 1)
        weak var payload: Payload?
        let (started, gate) = (TestSemaphore("the second work to start"), TestSemaphore("the test to let it go on"))
        do {
            let held = Payload()
            payload = held
            pool.run { _ = held }
        }
        pool.run {
            started.signal()
            gate.wait()
        }
        pool.run {}
        started.wait()  // the first is done, the third still waits
        #expect(payload == nil)
        gate.signal()
    }
}
