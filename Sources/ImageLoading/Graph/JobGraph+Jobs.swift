import HalftoneCore
import ImageCoding

// MARK: - Finding and creating jobs

extension JobGraph {
    mutating func subscribe(_ id: LoadID, to job: JobID, _ state: Load.State) {
        jobs[job]?.loads.append(id)
        loads[id]?.state = state
    }

    /// Attaches a load to a read or fetch, existing or new. `cached`: the disk entry that a fetch revalidates.
    mutating func getBytes(_ kind: Job.Kind, for id: LoadID, cached: EncodedData? = nil) {
        guard let load = loads[id] else { return }
        if let job = job(bringing: kind, for: load.plan) {
            noteCoalescing(id)
            guard jobs[job]?.bytes == nil else {
                loads[id]?.state = .bytes(job, cached: cached)
                return proceed(id, with: job)
            }
            subscribe(id, to: job, .bytes(job, cached: cached))
            if loads[id]?.wantsPreviews() == true, kind.isFetch { openPreviews(of: job) }
            return raise(job, to: load.priority)
        }
        let job = add(Job(kind, for: id, load))
        subscribe(id, to: job, .bytes(job, cached: cached))
        if case .fetch(let key) = kind {
            effects.append(.fetch(job, load.plan, key, load: id))
        } else {
            disk.enqueue(job, priority: load.priority)
        }
    }

    /// Returns the job that brings these bytes; `nil` if there is none or its bytes are superseded in a cache of the
    /// load. New loads must not get an image of superseded bytes.
    func job(bringing kind: Job.Kind, for plan: LoadPlan) -> JobID? {
        guard let id = index[kind], let job = jobs[id] else { return nil }
        guard let bytes = job.bytes else { return id }
        let receipt = bytes.receipt ?? .read(begunAt: job.logicalTime, mayReplace: true)
        let isReplaced = plan.caches.contains {
            $0.isSuperseded(bytes.revision, of: plan.source, receipt: receipt)
        }
        return isReplaced ? nil : id
    }

    /// Returns a job that holds `bytes`: an existing one, if its perhaps newer bytes answer the load's headers
    /// (`Vary`), or a new one. Returns `nil` while the bytes are being read.
    mutating func job(holding bytes: EncodedData, _ kind: Job.Kind, for id: LoadID) -> JobID? {
        guard let load = loads[id] else { return nil }
        if let job = job(bringing: kind, for: load.plan) {
            guard let there = jobs[job]?.bytes else { return nil }
            if load.plan.accepts(there) { return job }
        }
        var job = Job(kind, for: id, load)
        job.bytes = bytes
        if case .read(let begunAt, _) = bytes.receipt { job.logicalTime = begunAt }
        return add(job, isShareable: index[kind] == nil)
    }

    /// Attaches a load to the job of its image. `cached`: see ``Load/State/image(_:cached:)``.
    mutating func getImage(of bytes: JobID, for id: LoadID, cached: EncodedData? = nil) {
        guard let load = loads[id], let logicalTime = jobs[bytes]?.logicalTime else { return }
        let kind = Job.Kind.image(ImageJobKey(bytes, load.plan))
        if let job = index[kind] {
            noteCoalescing(id)
            subscribe(id, to: job, .image(job, cached: cached))
            return raise(job, to: load.priority)
        }
        var new = Job(kind, for: id, load)
        (new.input, new.logicalTime) = (bytes, logicalTime)
        let job = add(new)
        jobs[bytes]?.dependents.append(job)
        processors.enqueue(job, priority: load.priority)
        subscribe(id, to: job, .image(job, cached: cached))
    }

    /// Notes a coalesced load, once per load: loads that coalesced at the disk go on to the loader together.
    private mutating func noteCoalescing(_ id: LoadID) {
        guard loads[id]?.hasCoalesced == false else { return }
        loads[id]?.hasCoalesced = true
        effects.append(.note(id, .join, tier: nil))
    }
}

// MARK: - Leaving

extension JobGraph {
    /// Detaches a load from its job, and stops the jobs that no load needs.
    mutating func detach(_ id: LoadID) {
        guard let job = loads[id]?.job else { return }
        jobs[job]?.loads.removeAll { $0 == id }
        dropIfUnwanted(job)
    }

    mutating func dropIfUnwanted(_ id: JobID) {
        guard let job = jobs[id] else { return }
        guard job.loads.isEmpty, job.dependents.isEmpty, job.kind != .store else { return reprioritize(id) }
        if job.bytes == nil, let task = job.task { effects.append(.cancel(task)) }
        remove(id)
    }

    /// Ends a job and removes it from the index at once: loads must not coalesce with a stopped job.
    mutating func remove(_ id: JobID) {
        guard let job = forget(id) else { return }
        // A running decode releases its bytes when it answers.
        if job.image != nil, !processors.isRunning(id) { budget.release(id) }
        job.token.cancel()
        if let input = job.input { dropIfUnwanted(input) }
    }

    /// Removes a job from all collections, and returns it.
    @discardableResult
    mutating func forget(_ id: JobID) -> Job? {
        endPreviews(of: id)
        guard let job = jobs.removeValue(forKey: id) else { return nil }
        if job.kind == .store { storeCount -= 1 }
        if index[job.kind] == id { index[job.kind] = nil }
        disk.withdraw(id)
        processors.withdraw(id)
        retire(job)
        if let input = job.input { jobs[input]?.dependents.removeAll { $0 == id } }
        return job
    }
}

// MARK: - Priorities

extension JobGraph {
    /// Gives a job at least the priority of a load that has begun to wait for it.
    private mutating func raise(_ id: JobID, to priority: ImagePriority) {
        if let job = jobs[id], priority > job.priority { reprioritize(id) }
    }

    /// Gives a job the highest priority of the loads that wait for it; no load waits for bytes that have arrived.
    mutating func reprioritize(_ id: JobID) {
        guard let job = jobs[id], job.bytes == nil else { return }
        let highest = job.loads.compactMap { loads[$0]?.priority }.max() ?? .low
        guard highest != job.priority else { return }
        jobs[id]?.priority = highest
        disk.move(id, to: highest)
        processors.move(id, to: highest)
        budget.move(id, to: highest)
        if job.task != nil { effects.append(.prioritize(id)) }
    }
}

// MARK: - Slots

extension JobGraph {
    /// Starts the waiting jobs for which slots and memory are free.
    mutating func startReadyJobs() {
        while let id = disk.next() {
            guard case .read(let entryID) = jobs[id]?.kind else { continue }
            jobs[id]?.logicalTime = PictureIndex.nextTime()
            effects.append(.read(id, entryID))
        }
        while let id = budget.next() {
            guard let job = jobs[id] else { continue }
            processors.enqueue(id, priority: job.priority)
        }
        while let id = processors.next() {
            guard let job = jobs[id] else { continue }
            guard !job.kind.isFetch else {
                startPreviews(of: id)
                continue
            }
            if let work = job.work { effects.append(.encode(id, work)) }
            if let bytes = job.input.flatMap({ jobs[$0]?.bytes }) {
                effects.append(
                    .decode(id, bytes, ImageWork(plan: job.plan, firstLoad: job.firstLoad, token: job.token)))
            }
        }
    }
}
