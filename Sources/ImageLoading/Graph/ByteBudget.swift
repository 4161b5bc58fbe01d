/// A memory budget shared by all decodes in flight, and the queue of jobs that wait for memory. A value.
///
/// Waiting jobs are served by priority, then in order of arrival. No job overtakes another of the same priority, so
/// small decodes do not starve a large one. A decode larger than the whole budget runs alone.
struct ByteBudget {
    private struct Waiter {
        let job: JobGraph.JobID
        let bytes: Int
        var priority: ImagePriority
    }

    let capacity: Int
    private(set) var used = 0
    private var held: [JobGraph.JobID: Int] = [:]
    /// The waiting jobs in order of arrival.
    private var waiting: [Waiter] = []
    /// Bytes held by dispensable work: previews.
    private var previewBytes: [JobGraph.JobID: Int] = [:]

    init(capacity: Int) { self.capacity = capacity }

    /// Returns whether a job holds bytes.
    func holds(_ job: JobGraph.JobID) -> Bool { held[job] != nil }

    var waitingCount: Int { waiting.count }
    /// Whether no job holds bytes or waits for some.
    var isIdle: Bool { used == 0 && held.isEmpty && waiting.isEmpty && previewBytes.isEmpty }

    /// Reserves bytes. If they are not free, queues the job and returns `false`.
    mutating func reserve(_ bytes: Int, for job: JobGraph.JobID, priority: ImagePriority) -> Bool {
        let bytes = max(0, bytes)
        if fits(bytes), !waiting.contains(where: { $0.priority >= priority }) {
            hold(bytes, job)
            return true
        }
        waiting.append(Waiter(job: job, bytes: bytes, priority: priority))
        return false
    }

    /// Releases a job's bytes, or removes the job from the queue.
    mutating func release(_ job: JobGraph.JobID) {
        if let bytes = held.removeValue(forKey: job) { used -= bytes }
        waiting.removeAll { $0.job == job }
    }

    /// Reserves bytes for the next waiting job and returns it; `nil` if they are not free or no job waits.
    mutating func next() -> JobGraph.JobID? {
        guard let highest = waiting.lazy.map(\.priority).max(),
            let index = waiting.firstIndex(where: { $0.priority == highest }), fits(waiting[index].bytes)
        else { return nil }
        let waiter = waiting.remove(at: index)
        hold(waiter.bytes, waiter.job)
        return waiter.job
    }

    mutating func move(_ job: JobGraph.JobID, to priority: ImagePriority) {
        guard let index = waiting.firstIndex(where: { $0.job == job }) else { return }
        waiting[index].priority = priority
    }

    /// Reserves bytes, free or not, for a decode that blocks its caller's thread.
    mutating func reserveUnchecked(_ bytes: Int, for job: JobGraph.JobID) { hold(max(0, bytes), job) }

    private func fits(_ bytes: Int) -> Bool { used == 0 || bytes <= capacity - used }

    private mutating func hold(_ bytes: Int, _ job: JobGraph.JobID) {
        used += bytes - (held[job] ?? 0)
        held[job] = bytes
    }
}

// MARK: - Previews

extension ByteBudget {
    /// Reserves bytes for previews if they are free and no job waits; never queues.
    mutating func reserveForPreviews(_ bytes: Int, for job: JobGraph.JobID) -> Bool {
        guard waiting.isEmpty, bytes <= capacity - used else { return false }
        used += bytes
        previewBytes[job, default: 0] += bytes
        return true
    }

    mutating func releasePreviews(_ job: JobGraph.JobID) { used -= previewBytes.removeValue(forKey: job) ?? 0 }

    /// The fetches whose previews hold bytes.
    var jobsHoldingPreviews: [JobGraph.JobID] { previewBytes.keys.sorted() }
}
