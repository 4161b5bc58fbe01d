import HalftoneCore
import Dispatch

/// A queue of results for the main actor: any thread enqueues, and one turn of the main loop delivers everything.
///
/// Progress and previews are coalesced: a newer one replaces the one that waits.
public final class DeliveryQueue: Sendable {
    /// A delivery that waits.
    public struct Item: Sendable {
        /// The load that receives the delivery.
        public let operation: ImageLoadOperation
        /// The content of a delivery: progress, a preview, or a result.
        public let event: ImageLoadEvent
    }

    private struct State {
        var items: [Item] = []
        /// The indexes of the waiting updates.
        var places: [Place: Int] = [:]
        var isAwake = false
    }

    private struct Place: Hashable {
        let load: Int
        let update: ImageLoadEvent.Update

        init?(of item: Item) {
            guard let update = item.event.update else { return nil }
            (load, self.update) = (item.operation.id, update)
        }
    }

    private let state = Lock(State())
    private let wake: @Sendable (DeliveryQueue) -> Void

    /// Creates a queue that is drained on the main queue.
    public convenience init() {
        self.init { queue in
            DispatchQueue.main.async { MainActor.assumeIsolated { queue.deliver() } }
        }
    }

    /// Creates a queue that calls `wake`, on any thread, when it stops being empty; ``deliver()`` must follow on the
    /// main actor.
    public init(wake: @escaping @Sendable (DeliveryQueue) -> Void) { self.wake = wake }

    /// Enqueues an item without waking the main actor: safe under a lock. Returns whether ``wakeUp()`` must follow
    /// after the unlock, and the item that was replaced, to be released then.
    func put(_ item: Item) -> (mustWake: Bool, replaced: Item?) {
        state.withLock { state in
            let mustWake = !state.isAwake
            state.isAwake = true
            if let place = Place(of: item) {
                if let index = state.places[place] {
                    defer { state.items[index] = item }
                    return (mustWake, state.items[index])
                }
                state.places[place] = state.items.count
            }
            state.items.append(item)
            return (mustWake, nil)
        }
    }

    func wakeUp() { wake(self) }

    /// The oldest delivery that waits, which is delivered next; `nil` if there is none.
    public var next: Item? { state.withLock { $0.items.first } }

    /// The number of waiting deliveries.
    public var count: Int { state.withLock { $0.items.count } }

    /// Delivers everything in the queue. What is enqueued meanwhile waits for the next turn.
    @MainActor
    public func deliver() { deliver(atMost: .max) }

    /// Delivers the oldest `count` items and leaves the rest, so that a program can step through deliveries. While
    /// items are left, `wake` is not called: the caller must call this or ``deliver()`` again.
    @MainActor
    public func deliver(atMost count: Int) {
        let items = state.withLock { state in
            let items = state.items.prefix(max(0, count))
            state.items.removeFirst(items.count)
            state.isAwake = !state.items.isEmpty
            state.places = [:]
            for (index, item) in state.items.enumerated() {
                if let place = Place(of: item) { state.places[place] = index }
            }
            return items
        }
        for item in items { item.operation.receive(item.event) }
    }
}
