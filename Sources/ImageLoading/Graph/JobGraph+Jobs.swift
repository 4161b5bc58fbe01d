import HalftoneCore
import ImageCoding

// MARK: - Finding and creating jobs

extension JobGraph {
    private mutating func attach(_ id: LoadID, to job: JobID, _ state: Load.State) {
        jobs[job]?.loads.append(id)
        loads[id]?.state = state
    }

    /// Has a load wait for the bytes of a source, by a job that exists or a new one. `entry`: the disk entry that a fetch
    /// revalidates.
    mutating func subscribe(_ id: LoadID, toBytesOf source: LoadSource, revalidating entry: EncodedData? = nil) {
        guard let load = loads[id] else { return }
        if let job = job(bringing: source, for: load.plan) {
            noteCoalescing(id)
            guard jobs[job]?.bytes == nil else {
                loads[id]?.state = .bytes(job, entry: entry)
                return proceed(id, with: job)
            }
            attach(id, to: job, .bytes(job, entry: entry))
            if loads[id]?.wantsPreviews() == true { openPreviews(of: job) }
            return raise(job, to: load.priority)
        }
        let job = add(Job(.bytes(source), for: id, load))
        attach(id, to: job, .bytes(job, entry: entry))
        switch source {
        case .disk: disk.enqueue(job, priority: load.priority)
        case .loader(let key): effects.append(.fetch(job, load.plan, key, load: id))
        }
    }

    /// Returns the job that brings these bytes; `nil` if there is none or its bytes are superseded in a cache of the
    /// load. New loads must not get an image of superseded bytes.
    func job(bringing source: LoadSource, for plan: LoadPlan) -> JobID? {
        guard let id = index[.bytes(source)], let job = jobs[id] else { return nil }
        guard let bytes = job.bytes else { return id }
        let receipt = bytes.receipt ?? .read(begunAt: job.logicalTime, mayReplace: true)
        let isReplaced = plan.caches.contains {
            $0.isSuperseded(bytes.revision, of: plan.source, receipt: receipt)
        }
        return isReplaced ? nil : id
    }

    /// Returns a job that holds the bytes of an entry: an existing one, if its perhaps newer bytes answer the load's
    /// headers (`Vary`), or a new one. Returns `nil` while the entry is being read.
    mutating func job(holding bytes: EncodedData, of entryID: DiskEntryID, for id: LoadID) -> JobID? {
        guard let load = loads[id] else { return nil }
        if let job = job(bringing: .disk(entryID), for: load.plan) {
            guard let there = jobs[job]?.bytes else { return nil }
            if load.plan.accepts(there) { return job }
        }
        var job = Job(.bytes(.disk(entryID)), for: id, load)
        job.bytes = bytes
        if case .read(let begunAt, _) = bytes.receipt { job.logicalTime = begunAt }
        return add(job, isShareable: index[job.kind] == nil)
    }

    /// Has a load wait for the image that is made of a job's bytes. `entry`: see ``Load/State/image(_:entry:)``.
    mutating func subscribe(_ id: LoadID, toImageOf bytes: JobID, revalidating entry: EncodedData? = nil) {
        guard let load = loads[id], let logicalTime = jobs[bytes]?.logicalTime else { return }
        let kind = Job.Kind.image(ImageJobKey(bytes, load.plan))
        if let job = index[kind] {
            noteCoalescing(id)
            attach(id, to: job, .image(job, entry: entry))
            return raise(job, to: load.priority)
        }
        var new = Job(kind, for: id, load)
        (new.input, new.logicalTime) = (bytes, logicalTime)
        let job = add(new)
        jobs[bytes]?.dependents.append(job)
        processors.enqueue(job, priority: load.priority)
        attach(id, to: job, .image(job, entry: entry))
    }

    /// Has a load wait until its image is encoded for the disk. The event is its last.
    mutating func subscribe(_ id: LoadID, toEncoding job: JobID, _ event: ImageLoadEvent) {
        attach(id, to: job, .encode(job, event))
    }

    /// Notes a coalesced load, once per load: loads that coalesced at the disk go on to the loader together.
    private mutating func noteCoalescing(_ id: LoadID) {
        guard loads[id]?.hasCoalesced == false else { return }
        loads[id]?.hasCoalesced = true
        note(.join, of: id)
    }

    mutating func note(_ name: TraceEvent.Name, of id: LoadID, tier: TraceEvent.Tier? = nil) {
        effects.append(.trace(TraceEvent(name, load: id, url: loads[id]?.plan.urlText, tier: tier)))
    }
}

// MARK: - Leaving

extension JobGraph {
    /// Detaches a load from its job, and stops the jobs that no load needs.
    mutating func detach(_ id: LoadID) {
        guard let job = loads[id]?.job else { return }
        jobs[job]?.loads.removeAll { $0 == id }
        dropUnwantedDecoders(of: job)
        dropIfUnwanted(job)
    }

    mutating func dropIfUnwanted(_ id: JobID) {
        guard let job = jobs[id] else { return }
        guard job.loads.isEmpty, job.dependents.isEmpty, job.kind != .encoding else { return reprioritize(id) }
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
        if job.kind == .encoding { encodingCount -= 1 }
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
        if let job = jobs[id], priority > job.priority { reprioritize(id, raised: priority) }
    }

    /// Gives a job the highest priority of the loads that wait for it; no load waits for bytes that have arrived.
    /// `raised`: the priority that a load has now. Without one, the priority of the job can only fall.
    mutating func reprioritize(_ id: JobID, raised: ImagePriority = .low) {
        guard let job = jobs[id], job.bytes == nil else { return }
        // Of many loads the first one nearly always decides: no others are looked up.
        let limit = max(job.priority, raised)
        var highest = ImagePriority.low
        for load in job.loads where highest < limit { highest = max(highest, loads[load]?.priority ?? .low) }
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
            guard let entryID = jobs[id]?.entryID else { continue }
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
                effects.append(.decode(id, bytes, job))
            }
        }
    }
}
