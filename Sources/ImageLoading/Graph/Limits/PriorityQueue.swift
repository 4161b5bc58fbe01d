/// A queue of IDs: by priority, then in order of arrival. A value.
struct PriorityQueue<ID: Hashable & Sendable> {
    private struct Ticket: Equatable {
        let priority: ImagePriority
        let number: Int
    }

    private var tickets: [ID: Ticket] = [:]
    // One list per priority. A removed or moved ID stays in its old list until its ticket is found outdated: cheaper
    // than a search.
    private var lists: [[(id: ID, ticket: Ticket)]]
    private var heads: [Int]
    private var lastNumber = 0

    init() {
        lists = Array(repeating: [], count: ImagePriority.allCases.count)
        heads = Array(repeating: 0, count: ImagePriority.allCases.count)
    }

    var count: Int { tickets.count }
    /// The number of list entries, including outdated ones not yet skipped.
    var entryCount: Int { lists.reduce(0) { $0 + $1.count } }

    mutating func append(_ id: ID, _ priority: ImagePriority) {
        lastNumber += 1
        let ticket = Ticket(priority: priority, number: lastNumber)
        tickets[id] = ticket
        compact(priority.rawValue)
        lists[priority.rawValue].append((id, ticket))
    }

    /// Removes outdated entries once they are the majority: ``popFirst()`` may not be called for long.
    private mutating func compact(_ level: Int) {
        guard lists[level].count > 2 * tickets.count + 64 else { return }
        lists[level] = lists[level][heads[level]...].filter { tickets[$0.id] == $0.ticket }
        heads[level] = 0
    }

    /// Moves an ID behind those of another priority. Ignores an ID that is not in the queue.
    mutating func move(_ id: ID, to priority: ImagePriority) {
        guard let ticket = tickets[id], ticket.priority != priority else { return }
        append(id, priority)
    }

    mutating func remove(_ id: ID) { tickets[id] = nil }

    /// Returns the next ID and its priority, by default the first to arrive at it; `nil` if the queue is empty.
    mutating func first(
        _ order: ImageDownloader.QueueLimits.Order = .firstInFirstOut
    ) -> (id: ID, priority: ImagePriority)? {
        for level in lists.indices.reversed() {
            while heads[level] < lists[level].count {
                let isFirst = order == .firstInFirstOut
                let (id, ticket) = lists[level][isFirst ? heads[level] : lists[level].count - 1]
                if tickets[id] == ticket { return (id, ticket.priority) }
                if isFirst { heads[level] += 1 } else { lists[level].removeLast() }
            }
            lists[level].removeAll(keepingCapacity: true)
            heads[level] = 0
        }
        return nil
    }

    /// Removes and returns the next ID and its priority, or `nil` if the queue is empty.
    mutating func popFirst() -> (id: ID, priority: ImagePriority)? {
        guard let first = first() else { return nil }
        tickets[first.id] = nil
        return first
    }
}
