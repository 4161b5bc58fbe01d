/// A limited number of slots for one kind of work, and the queue for them: by priority, then in order of arrival.
struct PriorityLimiter {
    private struct Ticket: Equatable {
        var priority: ImagePriority
        var number: Int
    }

    let capacity: Int
    private var running: Set<JobGraph.JobID> = []
    private var tickets: [JobGraph.JobID: Ticket] = [:]
    // One queue per priority. A withdrawn or moved job stays in its old queue until `next()` finds its ticket outdated:
    // cheaper than a search.
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
    /// The number of queue entries, including outdated ones not yet skipped.
    var queuedCount: Int { queues.reduce(0) { $0 + $1.count } }

    mutating func enqueue(_ job: JobGraph.JobID, priority: ImagePriority) {
        let ticket = Ticket(priority: priority, number: nextNumber)
        nextNumber += 1
        tickets[job] = ticket
        compact(priority.rawValue)
        queues[priority.rawValue].append((job, ticket))
    }

    /// Removes outdated entries once they are the majority: `next()` skips none while all slots are taken.
    private mutating func compact(_ level: Int) {
        guard queues[level].count > 2 * tickets.count + 64 else { return }
        queues[level] = queues[level][heads[level]...].filter { tickets[$0.job] == $0.ticket }
        heads[level] = 0
    }

    /// Moves a waiting job to the end of another priority's queue. Leaves a running or unknown job alone.
    mutating func move(_ job: JobGraph.JobID, to priority: ImagePriority) {
        guard let ticket = tickets[job], ticket.priority != priority else { return }
        enqueue(job, priority: priority)
    }

    /// Removes a waiting job from the queue. A running job keeps its slot until ``finish(_:)``.
    mutating func withdraw(_ job: JobGraph.JobID) { tickets[job] = nil }

    /// Frees the slot of a job that ran.
    mutating func finish(_ job: JobGraph.JobID) { running.remove(job) }

    /// Gives the next waiting job a slot and returns it; `nil` if all slots are taken or no job waits.
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
