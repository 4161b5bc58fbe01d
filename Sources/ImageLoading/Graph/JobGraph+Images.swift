import ImageCoding

// MARK: - Answers from the processors

extension JobGraph {
    /// Reserves memory for a decode. On failure the decode releases its slot and restarts when memory is free.
    mutating func reserve(_ bytes: Int, for id: JobID) -> Bool {
        guard let job = jobs[id], !budget.holds(id) else { return true }
        if budget.reserve(bytes, for: id, priority: job.priority) { return true }
        processors.finish(id)
        let previews = budget.jobsHoldingPreviews
        if !previews.isEmpty { effects.append(.dropPreviews(previews)) }
        return false
    }

    /// Handles the end of a decode or transform. A transform that cannot be done brings its input image. `mayBlockURL`:
    /// whether a failure may put the URL on the failed list.
    ///
    /// Storing the image and ending the job is one critical section: a new load finds either the job or the image.
    mutating func didMake(
        _ id: JobID, _ result: Result<Image, ImageCodingError>, mayBlockURL: Bool = true
    ) {
        processors.finish(id)
        budget.release(id)
        if let job = jobs[id] {
            let bytes = bytesJob(of: job)
            noteStage(of: job, for: waitingLoads(of: id))
            switch result {
            case .success(let image):
                store(image, madeBy: id)
                succeed(id, job, image, bytes)
            case .failure(let error):
                fail(id, job, bytes, error, mayBlockURL)
            }
        }
    }

    /// Delivers a preview of an image that is being fetched or decoded. `isFirst`: only to loads that show nothing.
    mutating func didPreview(_ id: JobID, of key: ImageKey, _ image: Image, isFirst: Bool = false) {
        for load in waitingLoads(of: id) where loads[load]?.wantsPreviews(isFirst) == true {
            guard loads[load]?.plan.image == key else { continue }
            loads[load]?.shown = .preview
            effects.append(.deliver(load, .preview(image)))
        }
    }

    /// Returns whether a load requests previews of a fetch.
    func wantsPreviews(of id: JobID) -> Bool { !previewsWanted(of: id).isEmpty }

    /// Returns the images of which previews are requested, each with the plan of a load. `isFirst`: by loads
    /// that show nothing.
    func previewsWanted(of id: JobID, isFirst: Bool = false) -> [(key: ImageKey, plan: LoadPlan)] {
        var wanted: [(key: ImageKey, plan: LoadPlan)] = []
        for load in waitingLoads(of: id).compactMap({ loads[$0] }) where load.wantsPreviews(isFirst) {
            let key = load.plan.image
            if !wanted.contains(where: { $0.key == key }) { wanted.append((key, load.plan)) }
        }
        return wanted
    }
}

extension JobGraph.Load {
    /// Returns whether the load needs previews, until it shows a complete image.
    func wantsPreviews(_ isFirst: Bool = false) -> Bool {
        switch shown {
        case .nothing: plan.wantsPreviews
        case .preview: plan.wantsPreviews && !isFirst
        case .image: false
        }
    }
}

// MARK: - Ending image jobs

extension JobGraph {
    private mutating func succeed(
        _ id: JobID, _ job: Job, _ image: Image, _ bytes: JobID?
    ) {
        // Detached first, so that removing the job stops nothing that its loads wait for next.
        jobs[id]?.loads = []
        jobs[id]?.dependents = []
        for next in job.dependents {
            jobs[next]?.input = job.input
            jobs[next]?.source = image
            if let input = job.input { jobs[input]?.dependents.append(next) }
            if let priority = jobs[next]?.priority { processors.enqueue(next, priority: priority) }
        }
        for load in job.loads { loads[load]?.waitsFor = nil }
        let encoded = bytes.flatMap { jobs[$0]?.bytes }
        let store = storeJob(for: image, job, encoded)
        for load in job.loads { finish(load, with: image, encoded, store) }
        remove(id)
    }

    /// Continues a load that has its image: the load ends, waits for the store, or revalidates.
    private mutating func finish(
        _ id: LoadID, with image: Image, _ bytes: EncodedData?, _ store: JobID?
    ) {
        guard let load = loads[id] else { return }
        let type = bytes?.cacheType ?? .memory
        if load.plan.requiresAnimation, image.animation == nil {
            return end(id, .finished(.failure(.badImageData(.unsupported(image.format ?? .gif, "it does not move")))))
        }
        if let cached = load.cached, case .read = bytes?.evidence, load.revalidation != .never {
            effects.append(.deliver(id, .cached(load.plan.loaded(image, type, of: bytes, isFinal: false))))
            loads[id]?.shown = .image(image.revision)
            return revalidate(id, cached)
        }
        let loaded = load.plan.loaded(image, type, of: bytes)
        guard load.plan.waitsForStore, let store else { return end(id, .finished(.success(loaded))) }
        loads[id]?.held = .finished(.success(loaded))
        wait(id, for: store)
    }

    private mutating func fail(
        _ id: JobID, _ job: Job, _ bytes: JobID?, _ error: ImageCodingError, _ mayBlockURL: Bool
    ) {
        let waiting = removeWithDependents(id)
        for load in waiting { loads[load]?.waitsFor = nil }
        if let bytes, let source = jobs[bytes], !source.kind.isFetch, !error.mayBeImage {
            // The disk entry is no image: discard it, unless only the request's coder says so, then try the next
            // source.
            if job.plan.decodeSettings.coder == nil { discard(bytes, source) }
            for load in waiting { askNextSource(load, .badImageData(error)) }
        } else {
            if let bytes, case .decoderUnavailable = error { storeUndecoded(bytes, for: waiting) }
            if mayBlockURL, let source = bytes.flatMap({ jobs[$0] }) {
                record(.badImageData(error), of: source, for: waiting)
            }
            for load in waiting { end(load, .finished(.failure(.badImageData(error)))) }
        }
        if let bytes { dropIfUnwanted(bytes) }
    }

    /// Discards a disk entry that is no image, unless it was replaced; new loads do not coalesce with its read.
    private mutating func discard(_ id: JobID, _ job: Job) {
        guard case .read(let entryID) = job.kind, index[job.kind] == id else { return }
        index[job.kind] = nil
        guard entryID.cache.discard(entryID.key, readAt: job.moment) else { return }
        effects += [.trace(TraceEvent(.evict, url: entryID.key.source, tier: .disk)), .write(entryID.cache)]
    }

    /// Removes a job and its dependents, and returns their loads, oldest first. The job of the bytes stays.
    private mutating func removeWithDependents(_ id: JobID) -> [LoadID] {
        guard let job = forget(id) else { return [] }
        return (job.loads + job.dependents.flatMap { removeWithDependents($0) }).sorted()
    }

    /// Returns the loads that request this image, or one made from it.
    func waitingLoads(of id: JobID) -> [LoadID] {
        guard let job = jobs[id] else { return [] }
        return job.loads + job.dependents.flatMap { waitingLoads(of: $0) }
    }

    private mutating func noteStage(of job: Job, for waiting: [LoadID]) {
        let kind: LoadStage.Kind = job.source == nil ? .decode : .transform
        for id in waiting {
            loads[id]?.stages.append(
                job.timing.stage(kind, isShared: id != job.firstLoad, end: time.now))
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
            if let image = job.image { make(image, id, job) }
        }
    }

    private mutating func make(_ image: ImageKey, _ id: JobID, _ job: Job) {
        let input = job.input.flatMap { jobs[$0] }
        let work = ImageWork(image: image, plan: job.plan, firstLoad: job.firstLoad, token: job.token)
        if let source = job.source {
            effects.append(.transform(id, source, work))
        } else if let bytes = input?.bytes {
            effects.append(.decode(id, bytes, work))
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
