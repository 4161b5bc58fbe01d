/// What is on its way into the caches while nothing is locked, and what becomes of it when newer bytes come.
///
/// A cache is foreign code and may block, so that it is never asked under the lock: between the moment at which a thread is
/// allowed to keep something and the moment at which it is there, others may fetch newer bytes, forget what was made of the
/// older ones, and keep theirs. Whoever writes therefore says when it begins, and at its end hears whether it was overtaken.
/// Then it takes back what it wrote, and only after that its write is over. What is read of the picture in the meantime may
/// be the old one: it is shown, and not kept.
extension JobGraph {
    /// Something made of certain bytes is being put into caches, or what was made of earlier ones is being removed.
    struct Write {
        let source: String
        /// The bytes that it is made of; `nil` if it was made of an image in memory.
        let bytes: JobID?
        /// Whether it removes what others were made of, so that who reads meanwhile may find the old.
        var removes = false
        /// Whether newer bytes have come since it began.
        var isOutdated = false
        /// How many threads are at it.
        var count = 0
    }

    /// Notes that a job's results are being put into caches. Every call is followed by one of ``endWrite(_:)``.
    mutating func beginWrite(_ id: JobID, of source: String, from bytes: JobID?, removes: Bool = false) {
        var write = writes[id] ?? Write(source: source, bytes: bytes)
        write.count += 1
        write.removes = write.removes || removes
        writes[id] = write
    }

    /// Everything is where it belongs. `true`: newer bytes have come since ``beginWrite(_:of:from:removes:)``, and it must
    /// be removed again before ``didTakeBack(_:)`` is called.
    mutating func endWrite(_ id: JobID) -> Bool {
        guard let write = writes[id] else { return false }
        guard !write.isOutdated else { return true }
        didTakeBack(id)
        return false
    }

    /// What was written of outdated bytes is gone.
    mutating func didTakeBack(_ id: JobID) {
        guard let write = writes[id] else { return }
        writes[id]?.count -= 1
        if write.count == 1 { writes[id] = nil }
    }

    /// Whether what is found of a picture at this moment may be about to go.
    func isBeingReplaced(_ source: String) -> Bool {
        !writes.isEmpty && writes.values.contains { $0.source == source && ($0.removes || $0.isOutdated) }
    }

    /// New bytes have come, which are those of the job `newer`: what is being made of those that the disk had, or that were
    /// fetched before, is shown, but not kept any more, and nor is what waits to be encoded or is on its way into a cache.
    mutating func outdate(_ source: String, by newer: JobID) {
        if jobCounts[source] ?? 0 > 1 { outdateJobs(of: source, by: newer) }
        for (id, reading) in readingNow where reading.source == source { readingNow[id]?.isOutdated = true }
        for (id, write) in writes where write.source == source && write.bytes != newer { writes[id]?.isOutdated = true }
        for (id, job) in keepJobs where job.bytes != newer && job.order.request.source == source { giveUp(keep: id) }
    }

    private mutating func outdateJobs(of source: String, by newer: JobID) {
        let arrival = byteJobs[newer]?.arrival ?? 0
        for (id, job) in byteJobs where job.request.source == source {
            let isOlder = !job.isFetch || job.bytes != nil && job.arrival < arrival
            if isOlder { byteJobs[id]?.isOutdated = true }
        }
        for (id, job) in imageJobs where job.bytes == nil && job.request.source == source {
            imageJobs[id]?.isOutdated = true
        }
    }

    /// A job that ``jobCounts`` counts is over.
    mutating func uncount(_ source: String) {
        jobCounts[source, default: 1] -= 1
        if jobCounts[source] == 0 { jobCounts[source] = nil }
    }

    /// What a job was to keep is outdated. Those who wait until the disk has everything still wait for that.
    private mutating func giveUp(keep id: JobID) {
        keepJobs[id]?.isOutdated = true
        keepJobs[id]?.order.images = []
        keepJobs[id]?.order.originals = []
        guard let job = keepJobs[id], !processors.isRunning(id), job.order.awaited.isEmpty else { return }
        processors.withdraw(id)
        keepJobs[id] = nil
        retire(.keep(job))
    }

    /// Whether what this job makes is made of bytes that newer ones have taken the place of.
    func isOutdated(_ job: ImageJob) -> Bool {
        job.isOutdated || job.bytes.flatMap { byteJobs[$0]?.isOutdated } == true
    }
}
