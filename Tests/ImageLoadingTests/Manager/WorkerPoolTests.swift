import Basis
import Dispatch
import Testing

@testable import ImageLoading

/// Threads of our own.
@Suite(.timeLimit(.minutes(60)))
struct WorkerPoolTests {
    @Test func oneThreadRunsWorkInOrder() {
        let pool = WorkerPool(threads: 1)
        let order = Lock<[Int]>([])
        let done = DispatchFlag()
        for number in 0..<1000 { pool.run { order.withLock { $0.append(number) } } }
        pool.run { done.set() }
        done.wait()
        #expect(order.withLock { $0 } == Array(0..<1000))
    }

    @Test func workMayAskForMoreWork() {
        let pool = WorkerPool(threads: 2)
        let done = DispatchFlag()
        pool.run { pool.run { pool.run { done.set() } } }
        done.wait()
    }

    @Test func severalThreadsWorkAtOnce() {
        let pool = WorkerPool(threads: 3)
        let flags = (0..<3).map { _ in DispatchFlag() }
        let done = DispatchFlag()
        // each waits for the next: they end only if all three run at the same time
        pool.run {
            flags[0].wait()
            done.set()
        }
        pool.run {
            flags[1].wait()
            flags[0].set()
        }
        pool.run { flags[1].set() }
        done.wait()
    }

    @Test func whatAPoolHadToDoIsDoneAfterItIsLetGo() {
        let gate = DispatchFlag()
        let done = DispatchFlag()
        do {
            let pool = WorkerPool(threads: 1)
            pool.run { gate.wait() }
            pool.run { done.set() }
        }
        gate.set()
        done.wait()
    }

    @Test func workThatIsDoneIsLetGoWhileMoreWaits() {
        final class Payload: Sendable {}
        let pool = WorkerPool(threads: 1)
        weak var payload: Payload?
        let (started, gate) = (DispatchFlag(), DispatchFlag())
        do {
            let held = Payload()
            payload = held
            pool.run { _ = held }
        }
        pool.run {
            started.set()
            gate.wait()
        }
        pool.run {}
        started.wait()  // the first is done, the third still waits
        #expect(payload == nil)
        gate.set()
    }
}
