/// A limited number of places at some kind of work, and who waits for one: by priority, then in order of arrival.
struct PriorityLimiter {
    private struct Ticket: Equatable {
        var priority: ImagePriority
        var number: Int
    }

    let capacity: Int
    private var running: Set<JobGraph.JobID> = []
    private var tickets: [JobGraph.JobID: Ticket] = [:]
    // One queue a priority. A job that left or moved stays in its old queue until its turn shows that its ticket is
    // not this one: cheaper than searching for it.
    private var queues: [[(job: JobGraph.JobID, ticket: Ticket)]]
    private var heads: [Int]
    private var nextNumber = 0

    init(capacity: Int) {
        self.capacity = capacity
        queues = Array(repeating: [], count: ImagePriority.allCases.count)
        heads = Array(repeating: 0, count: ImagePriority.allCases.count)
    }

    func isRunning(_ job: JobGraph.JobID) -> Bool { running.contains(job) }
    var runningCount: Int { running.count }
    var waitingCount: Int { tickets.count }
    /// Entries in the queues, with those who left and were not yet passed.
    var queuedCount: Int { queues.reduce(0) { $0 + $1.count } }

    mutating func enqueue(_ job: JobGraph.JobID, priority: ImagePriority) {
        let ticket = Ticket(priority: priority, number: nextNumber)
        nextNumber += 1
        tickets[job] = ticket
        compact(priority.rawValue)
        queues[priority.rawValue].append((job, ticket))
    }

    /// Forgets those who left or moved, once they are the most: nobody may pass for as long as all places are taken.
    private mutating func compact(_ level: Int) {
        guard queues[level].count > 2 * tickets.count + 64 else { return }
        queues[level] = queues[level][heads[level]...].filter { tickets[$0.job] == $0.ticket }
        heads[level] = 0
    }

    /// Moves a waiting job to the end of another priority's queue. A job that runs or is unknown is left alone.
    mutating func move(_ job: JobGraph.JobID, to priority: ImagePriority) {
        guard let ticket = tickets[job], ticket.priority != priority else { return }
        enqueue(job, priority: priority)
    }

    /// Takes a waiting job out of the queue. A running one keeps its place until ``finish(_:)``.
    mutating func withdraw(_ job: JobGraph.JobID) { tickets[job] = nil }

    /// Frees the place of a job that ran.
    mutating func finish(_ job: JobGraph.JobID) { running.remove(job) }

    /// The job that may run next, which now has its place; `nil` when all places are taken or nobody waits.
    mutating func next() -> JobGraph.JobID? {
        guard running.count < capacity else { return nil }
        for level in queues.indices.reversed() {
            while heads[level] < queues[level].count {
                let (job, ticket) = queues[level][heads[level]]
                heads[level] += 1
                guard tickets[job] == ticket else { continue }
                tickets[job] = nil
                running.insert(job)
                return job
            }
            queues[level].removeAll(keepingCapacity: true)
            heads[level] = 0
        }
        return nil
    }
}
