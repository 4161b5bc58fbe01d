import ImageCoding

// MARK: - Answers from the processors

extension JobGraph {
    /// Reserves memory for a decode. On failure the previews release theirs, and the decode its slot; it restarts when
    /// memory is free.
    mutating func reserve(_ bytes: Int, for id: JobID) -> Bool {
        guard let job = jobs[id], !budget.holds(id) else { return true }
        if budget.reserve(bytes, for: id, priority: job.priority) { return true }
        processors.freeSlot(of: id)
        dropPreviews()
        return false
    }

    /// Stores a decoded image whose transform begins now.
    mutating func didDecode(_ id: JobID, _ image: Image) {
        guard let job = jobs[id] else { return }
        noteStage(of: job)
        jobs[id]?.timing = StageTiming(.transform, time.now)
        jobs[id]?.timing.started = time.now
        store(image, as: job.plan.decodedImage, madeBy: id)
    }

    /// Handles the end of a decode and its transform. `mayBlockURL`: whether a failure may put the URL on the failed
    /// list.
    ///
    /// Storing the image and ending the job is one critical section: a new load finds either the job or the image.
    mutating func didMake(_ id: JobID, _ result: Result<Image, ImageError>, mayBlockURL: Bool = true) {
        processors.freeSlot(of: id)
        budget.release(id)
        if let job = jobs[id] {
            noteStage(of: job)
            switch result {
            case .success(let image):
                store(image, as: job.plan.image, madeBy: id)
                succeed(id, job, image)
            case .failure(let error):
                fail(id, job, error, mayBlockURL)
            }
        }
    }
}

// MARK: - Ending image jobs

extension JobGraph {
    private mutating func succeed(_ id: JobID, _ job: Job, _ image: Image) {
        guard let bytes = job.input.flatMap({ jobs[$0]?.bytes }) else { return }
        // Detached first, so that removing the job stops nothing that its loads wait for next.
        jobs[id]?.loads = []
        let store = storeJob(for: image, job, bytes)
        for load in job.loads { proceed(load, with: image, bytes, store) }
        remove(id)
    }

    /// Continues a load that has its image: the load ends, waits for the store, or revalidates.
    private mutating func proceed(
        _ id: LoadID, with image: Image, _ bytes: EncodedData, _ store: JobID?
    ) {
        guard let load = loads[id] else { return }
        let type = bytes.cacheType
        if load.plan.requiresAnimation, image.animation == nil {
            return end(id, .finished(.failure(.badImageData(.unsupported(image.format ?? .gif, "it does not move")))))
        }
        if let cached = load.cached, case .read = bytes.evidence {
            effects.append(.deliver(id, .cached(load.plan.loaded(image, type, of: bytes, isFinal: false))))
            loads[id]?.shown = .image(image.revision)
            return revalidate(id, cached)
        }
        let loaded = load.plan.loaded(image, type, of: bytes)
        if load.plan.waitsForStore, let store {
            return subscribe(id, to: store, .encode(store, .finished(.success(loaded))))
        }
        let isQuery = if case .query = load.route { true } else { false }
        endStored(id, .finished(.success(loaded)), isQuery ? bytes : nil)
    }

    private mutating func fail(_ id: JobID, _ job: Job, _ error: ImageError, _ mayBlockURL: Bool) {
        forget(id)
        guard let input = job.input, let source = jobs[input] else { return }
        if !source.kind.isFetch, case .badImageData(let reason) = error, !reason.mayBeImage {
            // The disk entry is no image: discard it, unless only the request's coder says so, then try the next
            // source.
            if job.plan.context.imageCoder == nil { discard(input, source) }
            for load in job.loads { askNextSource(load, error) }
        } else {
            if case .badImageData(.decoderUnavailable) = error { storeUndecoded(input, for: job.loads) }
            if mayBlockURL { record(error, of: source, for: job.loads) }
            for load in job.loads { end(load, .finished(.failure(error))) }
        }
        dropIfUnwanted(input)
    }

    /// Discards a disk entry that is no image, unless it was replaced; new loads do not coalesce with its read.
    private mutating func discard(_ id: JobID, _ job: Job) {
        guard case .read(let entryID) = job.kind, index[job.kind] == id else { return }
        index[job.kind] = nil
        guard entryID.cache.discard(entryID.key, readAt: job.moment) else { return }
        effects += [.trace(TraceEvent(.evict, url: entryID.key.source, tier: .disk)), .write(entryID.cache)]
    }

    /// Returns the loads that wait for this job, or for an image made of its bytes.
    func waitingLoads(of id: JobID) -> [LoadID] {
        guard let job = jobs[id] else { return [] }
        return job.loads + job.dependents.flatMap { waitingLoads(of: $0) }
    }

    private mutating func noteStage(of job: Job) {
        for id in job.loads {
            loads[id]?.stages.append(job.timing.stage(isShared: id != job.firstLoad, end: time.now))
        }
    }
}

// MARK: - Slots

extension JobGraph {
    /// Starts the waiting jobs for which slots and memory are free.
    mutating func startReadyJobs() {
        while let id = disk.next() {
            guard case .read(let entryID) = jobs[id]?.kind else { continue }
            jobs[id]?.moment = Editions.moment()
            jobs[id]?.timing.started = time.now
            effects.append(.read(id, entryID))
        }
        while let id = budget.next() {
            guard let job = jobs[id] else { continue }
            processors.enqueue(id, priority: job.priority)
        }
        while let id = processors.next() {
            guard let job = jobs[id] else { continue }
            jobs[id]?.timing.started = time.now
            if let work = job.work { effects.append(.encode(id, work)) }
            if let bytes = job.input.flatMap({ jobs[$0]?.bytes }) {
                effects.append(
                    .decode(id, bytes, ImageWork(plan: job.plan, firstLoad: job.firstLoad, token: job.token)))
            }
        }
    }
}

extension ImageCodingError {
    /// Whether the bytes may be an image, which exceeds our limits or lacks its decoder.
    fileprivate var mayBeImage: Bool {
        switch self {
        case .tooLarge, .tooSlow, .decoderUnavailable: true
        case .empty, .unknownFormat, .damaged, .unsupported, .cannotEncode, .cancelled: false
        }
    }
}
