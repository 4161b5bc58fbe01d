/// A limited number of slots for one kind of work, and the queue for them.
struct PriorityLimiter {
    let capacity: Int
    private var running: Set<JobGraph.JobID> = []
    private var queue = PriorityQueue()

    init(capacity: Int) { self.capacity = capacity }

    func isRunning(_ job: JobGraph.JobID) -> Bool { running.contains(job) }
    var runningCount: Int { running.count }
    var waitingCount: Int { queue.count }

    mutating func enqueue(_ job: JobGraph.JobID, priority: ImagePriority) { queue.append(job, priority) }

    /// Moves a waiting job to the end of another priority's queue. Leaves a running or unknown job alone.
    mutating func move(_ job: JobGraph.JobID, to priority: ImagePriority) { queue.move(job, to: priority) }

    /// Removes a waiting job from the queue. A running job keeps its slot until ``finish(_:)``.
    mutating func withdraw(_ job: JobGraph.JobID) { queue.remove(job) }

    /// Frees the slot of a job that ran.
    mutating func finish(_ job: JobGraph.JobID) { running.remove(job) }

    /// Gives the next waiting job a slot and returns it; `nil` if all slots are taken or no job waits.
    mutating func next() -> JobGraph.JobID? {
        guard running.count < capacity, let (job, _) = queue.popFirst() else { return nil }
        running.insert(job)
        return job
    }
}
