/// The eviction policy S3-FIFO (Yang and others, SOSP 2023), with costs in bytes and without ghosts. A value: it knows
/// costs, neither keys nor images.
///
/// A new entry is on probation, in a queue that may take a fifth of the capacity once the rest is needed. An entry used
/// twice there moves to the main queue; any other is evicted. The main queue gives an entry another round for each use,
/// up to three.
///
/// A fling puts thousands of entries through probation without touching the working set. Promotion takes two uses,
/// because a prefetched image is used once by its row. A least-recently-used order loses the working set to any scan
/// longer than itself. A use changes one byte here and moves nothing.
///
/// The paper also remembers evicted entries, as ghosts, and lets those that return skip probation. With room for 200 to
/// 400 of 3,000 rows, that costs 1 to 1.5 % of the lookups their hit in the mean of 20 long scrolls, and gains as much
/// at most in a short one.
struct S3FIFOPolicy {
    private enum Queue: Int {
        case probation
        case main
    }

    private struct Node {
        var cost = 0
        var queue = Queue.probation
        var newer = -1
        var older = -1
    }

    /// A doubly linked list through `nodes`, newest first.
    private struct List {
        var newest = -1
        var oldest = -1
        var cost = 0
    }

    /// The maximum cost of all entries, including those on probation.
    var capacity: Int
    private(set) var cost = 0
    private var nodes: [Node] = []
    /// Use counts by slot, beside the nodes so that a hit touches as little memory as possible.
    private var uses: [UInt8] = []
    private var free: [Int] = []
    /// The two queues, by their raw values.
    private var lists = [List(), List()]

    static let probationShare = 0.2
    private static let usesForPromotion: UInt8 = 2
    private static let maxUses: UInt8 = 3

    init(capacity: Int) { self.capacity = capacity }

    // MARK: - Insertion and eviction

    /// Inserts an entry and returns its slot, a small number that stays its own until it leaves.
    mutating func insert(cost: Int) -> Int {
        let slot = free.popLast() ?? nodes.count
        if slot == nodes.count {
            nodes.append(Node())
            uses.append(0)
        }
        nodes[slot] = Node(cost: cost)
        uses[slot] = 0
        link(slot, .probation)
        self.cost += cost
        return slot
    }

    /// Counts a use.
    mutating func use(_ slot: Int) {
        if uses[slot] < Self.maxUses { uses[slot] += 1 }
    }

    func cost(of slot: Int) -> Int { nodes[slot].cost }

    /// Updates the cost of an entry without moving it.
    mutating func setCost(_ cost: Int, of slot: Int) {
        let change = cost - nodes[slot].cost
        nodes[slot].cost = cost
        self.cost += change
        lists[nodes[slot].queue.rawValue].cost += change
    }

    /// Removes an entry.
    mutating func remove(_ slot: Int) {
        unlink(slot)
        cost -= nodes[slot].cost
        nodes[slot] = Node()
        free.append(slot)
    }

    /// Evicts one entry and returns its slot, or `nil` if the cache is empty.
    mutating func evict() -> Int? {
        while true {
            let (probation, main) = (lists[Queue.probation.rawValue], lists[Queue.main.rawValue])
            let isProbationFull = Double(probation.cost) > Double(capacity) * Self.probationShare
            if probation.oldest >= 0, isProbationFull || main.oldest < 0 {
                let slot = probation.oldest
                if uses[slot] >= Self.usesForPromotion {
                    uses[slot] = 0
                    move(slot, to: .main)
                    continue
                }
                remove(slot)
                return slot
            }
            let slot = main.oldest
            guard slot >= 0 else { return nil }
            guard uses[slot] > 0 else {
                remove(slot)
                return slot
            }
            uses[slot] -= 1
            move(slot, to: .main)
        }
    }

    // MARK: - Lists

    private mutating func move(_ slot: Int, to queue: Queue) {
        unlink(slot)
        link(slot, queue)
    }

    private mutating func link(_ slot: Int, _ queue: Queue) {
        var list = lists[queue.rawValue]
        nodes[slot].queue = queue
        (nodes[slot].newer, nodes[slot].older) = (-1, list.newest)
        if list.newest >= 0 { nodes[list.newest].newer = slot } else { list.oldest = slot }
        list.newest = slot
        list.cost += nodes[slot].cost
        lists[queue.rawValue] = list
    }

    private mutating func unlink(_ slot: Int) {
        let node = nodes[slot]
        var list = lists[node.queue.rawValue]
        if node.newer >= 0 { nodes[node.newer].older = node.older } else { list.newest = node.older }
        if node.older >= 0 { nodes[node.older].newer = node.newer } else { list.oldest = node.newer }
        list.cost -= node.cost
        lists[node.queue.rawValue] = list
    }
}
