import HalftoneCore
import Dispatch
import ImageLoading

/// Produces values in parallel and returns them in order; a single one on the thread of the consumer. At most `window`
/// values are in progress or buffered, which bounds memory.
///
/// Only one thread may call ``next()``.
final class DecodeAhead<Value: Sendable> {
    /// The slot of one value: written by a worker, then read by the consumer.
    private final class Slot: Sendable {
        let value = Lock<Value?>(nil)
        let isReady = DispatchSemaphore(value: 0)
    }

    private let count: Int
    private let slots: [Slot]
    /// `nil` for a single value, which needs no other thread.
    private let pool: WorkerPool?
    private let isStopped = Lock(false)
    private let produce: @Sendable (Int) -> Value
    /// The number of values whose production was requested.
    private(set) var begun = 0
    private var handedOut = 0

    init(count: Int, threads: Int, window: Int, produce: @escaping @Sendable (Int) -> Value) {
        self.count = count
        self.produce = produce
        slots = (0..<max(1, min(window, count))).map { _ in Slot() }
        pool = count <= 1 ? nil : WorkerPool(threads: min(threads, count))
    }

    /// Returns the next value, and blocks until it is ready; `nil` after the last.
    func next() -> Value? {
        guard handedOut < count else { return nil }
        guard let pool else {
            handedOut += 1
            return produce(0)
        }
        while begun < min(count, handedOut + slots.count) { begin(on: pool) }
        let slot = slots[handedOut % slots.count]
        slot.isReady.wait()
        handedOut += 1
        return slot.value.withLock { value in
            defer { value = nil }
            return value
        }
    }

    /// Cancels values that are not started.
    deinit { isStopped.withLock { $0 = true } }

    private func begin(on pool: WorkerPool) {
        let (index, slot) = (begun, slots[begun % slots.count])
        begun += 1
        pool.run { [produce, isStopped] in
            if !isStopped.withLock({ $0 }) {
                let value = produce(index)
                slot.value.withLock { $0 = value }
            }
            slot.isReady.signal()
        }
    }
}
