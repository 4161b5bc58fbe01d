import Basis
import Dispatch

/// Results on their way to the main actor: any thread puts them in, one turn of the main loop takes all of them out.
public final class DeliveryQueue: Sendable {
    struct Item: Sendable {
        let operation: ImageLoadOperation
        let delivery: JobGraph.Delivery
    }

    private struct State {
        var items: [Item] = []
        var isAwake = false
    }

    private let state = Lock(State())
    private let wake: @Sendable (DeliveryQueue) -> Void

    /// A queue that empties itself on the main queue.
    public convenience init() {
        self.init { queue in
            DispatchQueue.main.async { MainActor.assumeIsolated { queue.deliver() } }
        }
    }

    /// `wake` is called, on any thread, when the first item was put into an empty queue; ``deliver()`` must follow on
    /// the main actor.
    public init(wake: @escaping @Sendable (DeliveryQueue) -> Void) { self.wake = wake }

    /// Puts an item in, without waking anybody: safe under a lock. `true`: ``wakeUp()`` must follow after the unlock.
    func put(_ item: Item) -> Bool {
        state.withLock { state in
            state.items.append(item)
            defer { state.isAwake = true }
            return !state.isAwake
        }
    }

    func wakeUp() { wake(self) }

    /// Delivers everything that is in the queue now. What is put in meanwhile waits for the next turn.
    @MainActor
    public func deliver() {
        let items = state.withLock { state in
            state.isAwake = false
            defer { state.items = [] }
            return state.items
        }
        for item in items { item.operation.receive(item.delivery) }
    }
}
