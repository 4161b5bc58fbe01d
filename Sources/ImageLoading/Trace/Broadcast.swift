import HalftoneCore
import Synchronization

/// The streams of all readers of one kind of event. Safe from any thread.
final class Broadcast<Event: Sendable>: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<Event>.Continuation] = [:]
        var lastReader = 0
    }

    private let state = Lock(State())
    private let count = Atomic(0)

    deinit { for reader in state.withLock({ $0.readers }).values { reader.finish() } }

    /// Whether there is a reader. Without one, no event needs to be made.
    var isObserved: Bool { count.load(ordering: .relaxed) > 0 }

    func send(_ event: Event) {
        let readers = state.withLock { Array($0.readers.values) }
        for reader in readers { reader.yield(event) }  // outside the lock: it resumes tasks of the program
    }

    /// Returns a stream of the events from now on. A slow reader loses the oldest buffered events.
    func events(buffering limit: Int) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(limit))
        let number = state.withLock { state in
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            count.store(state.readers.count, ordering: .relaxed)
            return state.lastReader
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number) }
        return stream
    }

    private func remove(_ number: Int) {
        let reader = state.withLock { state in
            defer { count.store(state.readers.count, ordering: .relaxed) }
            return state.readers.removeValue(forKey: number)
        }
        withExtendedLifetime(reader) {}  // released outside the lock
    }
}
