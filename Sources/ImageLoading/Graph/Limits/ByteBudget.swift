/// A memory budget shared by all decodes in flight and the images that wait for encoding, with the queue of decodes that
/// wait for memory. A value.
///
/// Waiting jobs are served by priority, then in order of arrival at that priority: a job whose priority changes goes to
/// the end of the other one. No job overtakes another of the same priority, so small decodes do not starve a large one.
/// A decode larger than the whole budget runs alone.
struct ByteBudget<ID: Hashable & Comparable & Sendable> {
    let capacity: Int
    private(set) var used = 0
    private var held: [ID: Int] = [:]
    private var waiting = PriorityQueue<ID>()
    /// The bytes that the waiting jobs need.
    private var needed: [ID: Int] = [:]
    /// The jobs whose bytes are dispensable: fetches with previews.
    private var dispensable: Set<ID> = []

    init(capacity: Int) { self.capacity = capacity }

    func holds(_ job: ID) -> Bool { held[job] != nil }

    var waitingCount: Int { waiting.count }
    /// Whether no job holds bytes or waits for some.
    var isIdle: Bool { used == 0 && held.isEmpty && waiting.count == 0 }

    /// Reserves bytes. If they are not free, queues the job and returns `false`.
    mutating func reserve(_ bytes: Int, for job: ID, priority: ImagePriority) -> Bool {
        let bytes = max(0, bytes)
        if fits(bytes), waiting.first().map({ $0.priority < priority }) ?? true {
            hold(bytes, job)
            return true
        }
        waiting.append(job, priority)
        needed[job] = bytes
        return false
    }

    /// Releases a job's bytes, or removes the job from the queue.
    mutating func release(_ job: ID) {
        if let bytes = held.removeValue(forKey: job) { used -= bytes }
        dispensable.remove(job)
        waiting.remove(job)
        needed[job] = nil
    }

    /// Reserves bytes for the next waiting job and returns it; `nil` if they are not free or no job waits.
    mutating func next() -> ID? {
        guard let (job, _) = waiting.first(), let bytes = needed[job], fits(bytes) else { return nil }
        waiting.remove(job)
        needed[job] = nil
        hold(bytes, job)
        return job
    }

    mutating func move(_ job: ID, to priority: ImagePriority) { waiting.move(job, to: priority) }

    /// Reserves bytes, free or not, in place of the job's earlier ones: for a decode that blocks its caller's thread, an
    /// image that is there already, and previews that need fewer.
    mutating func reserveUnchecked(_ bytes: Int, for job: ID) { hold(max(0, bytes), job) }

    private func fits(_ bytes: Int) -> Bool { used == 0 || bytes <= capacity - used }

    private mutating func hold(_ bytes: Int, _ job: ID) {
        used += bytes - (held[job] ?? 0)
        held[job] = bytes
    }

    // MARK: - Previews

    /// Reserves more bytes for previews if they are free and no job waits; never queues.
    mutating func reserveForPreviews(_ bytes: Int, for job: ID) -> Bool {
        guard waiting.count == 0, bytes <= capacity - used else { return false }
        hold((held[job] ?? 0) + bytes, job)
        dispensable.insert(job)
        return true
    }

    /// The fetches whose previews hold bytes.
    var jobsHoldingPreviews: [ID] { dispensable.sorted() }
}
