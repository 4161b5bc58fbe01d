import Basis
import Dispatch

/// Results on their way to the main actor: any thread puts them in, one turn of the main loop takes all of them out.
///
/// Progress and previews are worth only their latest: newer ones take the place of those that wait.
public final class DeliveryQueue: Sendable {
    struct Item: Sendable {
        let operation: ImageLoadOperation
        let delivery: JobGraph.Delivery
    }

    private struct State {
        var items: [Item] = []
        /// Where the waiting progress and the waiting preview of a load are.
        var places: [Place: Int] = [:]
        var isAwake = false
    }

    private struct Place: Hashable {
        let load: Int
        let isPreview: Bool
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
            defer { state.isAwake = true }
            if let place = Self.place(of: item) {
                if let index = state.places[place] {
                    state.items[index] = item
                } else {
                    state.places[place] = state.items.count
                    state.items.append(item)
                }
            } else {
                state.items.append(item)
            }
            return !state.isAwake
        }
    }

    private static func place(of item: Item) -> Place? {
        switch item.delivery {
        case .progress: Place(load: item.operation.id, isPreview: false)
        case .preview: Place(load: item.operation.id, isPreview: true)
        case .cached, .image, .unchanged, .failure: nil
        }
    }

    func wakeUp() { wake(self) }

    /// How many deliveries wait.
    public var count: Int { state.withLock { $0.items.count } }

    /// Delivers everything that is in the queue now. What is put in meanwhile waits for the next turn.
    @MainActor
    public func deliver() {
        let items = state.withLock { state in
            state.isAwake = false
            state.places = [:]
            defer { state.items = [] }
            return state.items
        }
        for item in items { item.operation.receive(item.delivery) }
    }

    /// Delivers the oldest `count` of what is in the queue now, and leaves the rest: for somebody who wants to watch.
    /// While some are left nobody is woken; whoever left them calls this or ``deliver()`` again.
    @MainActor
    public func deliver(atMost count: Int) {
        let items = state.withLock { state in
            let items = state.items.prefix(max(0, count))
            state.items.removeFirst(items.count)
            state.isAwake = !state.items.isEmpty
            state.places = [:]
            for (index, item) in state.items.enumerated() {
                if let place = Self.place(of: item) { state.places[place] = index }
            }
            return items
        }
        for item in items { item.operation.receive(item.delivery) }
    }
}
