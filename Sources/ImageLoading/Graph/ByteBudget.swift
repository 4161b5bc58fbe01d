/// The bytes that all decodes in flight may hold together, and who waits for some. A value.
///
/// Those who wait are served by priority, then in order of arrival, and nobody overtakes somebody of the same priority:
/// a large decode is not starved by small ones. One that is larger than the whole budget runs alone.
struct ByteBudget {
    private struct Waiter {
        let job: JobGraph.JobID
        let bytes: Int
        var priority: ImagePriority
    }

    let capacity: Int
    private(set) var used = 0
    private var held: [JobGraph.JobID: Int] = [:]
    /// In order of arrival.
    private var waiting: [Waiter] = []
    /// Held by what could be done without: previews.
    private var luxury: [JobGraph.JobID: Int] = [:]

    init(capacity: Int) { self.capacity = capacity }

    /// Whether a job has its bytes.
    func holds(_ job: JobGraph.JobID) -> Bool { held[job] != nil }

    var waitingCount: Int { waiting.count }
    /// Nobody holds bytes and nobody waits for some.
    var isIdle: Bool { used == 0 && held.isEmpty && waiting.isEmpty && luxury.isEmpty }

    /// Reserves bytes. `false`: they are not free, and the job waits for them.
    mutating func take(_ bytes: Int, for job: JobGraph.JobID, priority: ImagePriority) -> Bool {
        let bytes = max(0, bytes)
        if fits(bytes), !waiting.contains(where: { $0.priority >= priority }) {
            hold(bytes, job)
            return true
        }
        waiting.append(Waiter(job: job, bytes: bytes, priority: priority))
        return false
    }

    /// Gives bytes back, or the place among those who wait.
    mutating func release(_ job: JobGraph.JobID) {
        if let bytes = held.removeValue(forKey: job) { used -= bytes }
        waiting.removeAll { $0.job == job }
    }

    /// The next of those who waited, which now has its bytes; `nil`: they are not free, or nobody waits.
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

    /// Reserves bytes, free or not: for a decode that somebody waits for with their thread.
    mutating func force(_ bytes: Int, for job: JobGraph.JobID) { hold(max(0, bytes), job) }

    private func fits(_ bytes: Int) -> Bool { used == 0 || bytes <= capacity - used }

    private mutating func hold(_ bytes: Int, _ job: JobGraph.JobID) {
        used += bytes - (held[job] ?? 0)
        held[job] = bytes
    }
}

// MARK: - Previews

extension ByteBudget {
    /// Reserves bytes for previews if they are free and nobody waits; never waits itself.
    mutating func takeLuxury(_ bytes: Int, for job: JobGraph.JobID) -> Bool {
        guard waiting.isEmpty, bytes <= capacity - used else { return false }
        used += bytes
        luxury[job, default: 0] += bytes
        return true
    }

    mutating func releaseLuxury(_ job: JobGraph.JobID) { used -= luxury.removeValue(forKey: job) ?? 0 }

    /// Who could do without.
    var luxuries: [JobGraph.JobID] { luxury.keys.sorted() }
}
