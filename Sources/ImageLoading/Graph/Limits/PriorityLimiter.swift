/// A limited number of slots for one kind of work, and the queue for them.
struct PriorityLimiter<ID: Hashable & Sendable> {
    let capacity: Int
    private var running: Set<ID> = []
    private var queue = PriorityQueue<ID>()

    init(capacity: Int) { self.capacity = capacity }

    func isRunning(_ job: ID) -> Bool { running.contains(job) }
    var runningCount: Int { running.count }
    var waitingCount: Int { queue.count }

    mutating func enqueue(_ job: ID, priority: ImagePriority) { queue.append(job, priority) }

    /// Moves a waiting job to the end of another priority's queue. Leaves a running or unknown job alone.
    mutating func move(_ job: ID, to priority: ImagePriority) { queue.move(job, to: priority) }

    /// Removes a waiting job from the queue. A running job keeps its slot until ``freeSlot(of:)``.
    mutating func withdraw(_ job: ID) { queue.remove(job) }

    mutating func freeSlot(of job: ID) { running.remove(job) }

    /// Gives the next waiting job a slot and returns it; `nil` if all slots are taken or no job waits.
    mutating func next() -> ID? {
        guard running.count < capacity, let (job, _) = queue.popFirst() else { return nil }
        running.insert(job)
        return job
    }
}
