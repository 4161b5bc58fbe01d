/// A queue of prefetches: by priority, and in order of arrival within one. A value: no loads, no clock.
struct PrefetchQueue<Item> {
    typealias ID = Int

    private var waiting: [ImagePriority: [(id: ID, item: Item)]] = [:]
    private var heads: [ImagePriority: Int] = [:]
    private var priorities: [ID: ImagePriority] = [:]
    private var lastID = 0

    /// Number of waiting items.
    var count: Int { priorities.count }

    mutating func append(_ item: Item, _ priority: ImagePriority) -> ID {
        lastID += 1
        waiting[priority, default: []].append((lastID, item))
        priorities[lastID] = priority
        return lastID
    }

    /// Removes and returns the next item, or `nil` if none waits.
    mutating func popFirst() -> (id: ID, item: Item, priority: ImagePriority)? {
        for priority in ImagePriority.allCases.reversed() {
            while let next = popFirst(priority) {
                // Entries of removed items, and of those moved to another priority, are still here.
                guard priorities[next.id] == priority else { continue }
                priorities[next.id] = nil
                return (next.id, next.item, priority)
            }
        }
        return nil
    }

    private mutating func popFirst(_ priority: ImagePriority) -> (id: ID, item: Item)? {
        let head = heads[priority, default: 0]
        guard let queue = waiting[priority], head < queue.count else {
            (waiting[priority], heads[priority]) = (nil, nil)
            return nil
        }
        heads[priority] = head + 1
        return queue[head]
    }

    /// Removes a waiting item. Does nothing if the item does not wait.
    mutating func remove(_ id: ID) {
        priorities[id] = nil
        if priorities.isEmpty { (waiting, heads) = ([:], [:]) }
    }

    /// Moves a waiting item behind those of another priority.
    mutating func setPriority(_ priority: ImagePriority, of id: ID) {
        guard let old = priorities[id], old != priority else { return }
        guard let entry = waiting[old]?.first(where: { $0.id == id }) else { return }
        waiting[priority, default: []].append(entry)
        priorities[id] = priority
    }
}
