import HalftoneCore
import ImageCoding
import Transfer

// MARK: - Answers from disk and loader

extension JobGraph {
    /// Handles the answer to a read. `found` is `nil` if the disk has no entry.
    mutating func didRead(_ id: JobID, _ found: EncodedData?) {
        disk.freeSlot(of: id)
        if let job = jobs[id], case .read(let entryID) = job.kind {
            if entryID.cache.hasChanged(entryID.key.source, found: found?.revision, since: job.moment) {
                disk.enqueue(id, priority: job.priority)
            } else if let found {
                adopt(found, id)
            } else {
                remove(id)
                for load in release(job.loads, from: job) { askNextSource(load, .notInCache) }
            }
        }
    }

    /// Minimum time between two deliveries of progress of a fetch.
    private static let progressInterval = Duration.milliseconds(100)

    /// Returns whether a load wants to know the progress of a fetch now: at first, at most ten times a second, and when
    /// all bytes are there.
    func isProgressDue(_ id: JobID, received: Int, expected: Int?, at now: Duration) -> Bool {
        guard let job = jobs[id], job.loads.contains(where: { loads[$0]?.route?.wantsProgress == true }) else {
            return false
        }
        return received == expected || job.lastProgress.map { now - $0 >= Self.progressInterval } ?? true
    }

    /// Delivers progress to the loads that wait for a fetch and want it.
    mutating func didReceive(_ id: JobID, received: Int, expected: Int?) {
        jobs[id]?.lastProgress = time.now
        for load in jobs[id]?.loads ?? [] where loads[load]?.route?.wantsProgress == true {
            effects.append(.deliver(load, .progress(received: received, expected: expected)))
        }
    }

    /// Notes the start of a fetch in the loader, whether it was queued before or not.
    mutating func didStartFetch(_ id: JobID) { jobs[id]?.timing.started = time.now }

    /// Handles the end of a fetch. `mayBlockURL`: whether a failure, or bytes that are no image, may put the URL on the
    /// failed list.
    mutating func didFetch(
        _ id: JobID, _ result: Result<Fetched, ImageError>, metrics: TransferMetrics? = nil, mayBlockURL: Bool = true
    ) {
        endPreviews(of: id)
        retire(jobs[id]?.task)
        jobs[id]?.task = nil
        jobs[id]?.timing.transfer = metrics
        if let job = jobs[id] {
            switch result {
            case .success(.fresh(let bytes)):
                if mayBlockURL, let refusal = bytes.refusal { record(.badImageData(refusal), of: job, for: job.loads) }
                adopt(bytes, id)
            case .success(.notModified(let headers)):
                remove(id)
                didConfirm(job, headers)
            case .failure(let error):
                remove(id)
                if mayBlockURL { record(error, of: job, for: job.loads) }
                for load in release(job.loads, from: job) { failFetch(load, error) }
            }
        }
    }

    /// The successful answer of a loader.
    enum Fetched: Sendable {
        case fresh(EncodedData)
        case notModified(TransferHeaders)
    }
}

// MARK: - Continuing loads

extension JobGraph {
    private mutating func adopt(_ bytes: EncodedData, _ id: JobID) {
        guard let job = jobs[id] else { return }
        jobs[id]?.bytes = bytes
        if job.kind.isFetch {
            let moment = Editions.moment()
            jobs[id]?.moment = moment
            // A `data:` URL always has the same bytes, and a record of it would keep its whole text.
            if bytes.payload.origin != .url { jobs[id]?.bytes?.evidence = .fetched(arrival: moment) }
        }
        jobs[id]?.loads = []
        for load in release(job.loads, from: job) { proceed(load, with: id) }
        dropIfUnwanted(id)
    }

    /// Continues a load whose bytes have arrived: makes an image, stores, revalidates, tries the next source or ends.
    mutating func proceed(_ id: LoadID, with job: JobID) {
        guard let load = loads[id], let kind = jobs[job]?.kind, let bytes = jobs[job]?.bytes else { return }
        if let hit = load.hit {
            // Other bytes may have been stored since the image was found.
            let own = hit.image.isMade(of: bytes.revision) ? bytes : nil
            return end(id, .finished(.success(load.plan.loaded(hit.image, .memory, body: own?.body))), own)
        }
        if kind.isFetch {
            if endIfUnchanged(id, load, by: bytes, job) { return }
            guard load.plan.wantsImage else { return endWithBytes(of: job, id) }
            return getImage(of: job, for: id, cached: load.cached)
        }
        guard load.plan.accepts(bytes) else { return askNextSource(id, .notInCache) }
        if let refusal = bytes.refusal, load.plan.needsKnownFormat {
            return askNextSource(id, .badImageData(refusal))
        }
        for cache in load.plan.caches { cache.note(bytes.metadata, ofRead: load.plan.source, bytes.revision) }
        // A load that shows an image of superseded bytes gets at most one more: that of the revalidated entry, or a
        // newer one.
        switch load.policy.decide(bytes.metadata, at: time.wall) {
        case .use where load.needsNoImage:
            if !load.plan.wantsImage { effects.append(.note(id, .hit, tier: .disk)) }
            // The entry may be staged by another load, and not written yet.
            if load.plan.product == .entry { endStored(id, .unchanged, bytes) } else { end(id, .unchanged, bytes) }
        case .use:
            use(job, for: id)
        case .useAndRevalidate where load.plan.wantsImage && !load.hasImage:
            use(job, for: id, revalidating: bytes)
        case .useAndRevalidate, .revalidate:
            revalidate(id, bytes)
        }
    }

    /// Makes the image from a disk entry, which is revalidated then if it is given.
    private mutating func use(_ job: JobID, for id: LoadID, revalidating cached: EncodedData? = nil) {
        effects.append(.note(id, .hit, tier: .disk))
        getImage(of: job, for: id, cached: cached)
    }

    /// Handles a 304 response: ends the loads that need no image; the others use the disk entry.
    private mutating func didConfirm(_ job: Job, _ headers: TransferHeaders) {
        let waiting = release(job.loads, from: job)
        var confirmed: Set<DiskEntryID> = []
        for load in waiting.compactMap({ loads[$0] }) {
            guard let entryID = load.originalEntry, confirmed.insert(entryID).inserted else { continue }
            let request = load.plan.context.headers
            let requestedAt = job.timing.transfer.map { time.wall - $0.total.seconds }
            let metadata =
                load.cached?.metadata?.renewed(
                    by: headers, requestHeaders: request, receivedAt: time.wall, requestedAt: requestedAt)
                ?? ResponseMetadata(
                    headers: headers, requestHeaders: request, receivedAt: time.wall, requestedAt: requestedAt)
            guard entryID.cache.confirm(load.cached, under: entryID.key, metadata) else { continue }
            effects += [.trace(TraceEvent(.revalidate, url: entryID.key.source)), .write(entryID.cache)]
        }
        for id in waiting {
            guard let load = loads[id] else { continue }
            if load.hasLostStoredBytes {
                restart(id)
            } else if load.needsNoImage {
                end(id, .unchanged, load.cached)
            } else {
                serveCached(id, .notInCache)
            }
        }
    }

    /// Ends a load that has the fetched bytes already and needs no image of them: a server without validators sends
    /// unchanged bytes again. They count as an arrival, and the entry, whose body a serializer may have made, is stored
    /// with their metadata. Returns whether the load has ended.
    private mutating func endIfUnchanged(_ id: LoadID, _ load: Load, by bytes: EncodedData, _ job: JobID) -> Bool {
        guard load.needsNoImage, let cached = load.cached, cached.revision.digest == bytes.revision.digest,
            !load.isCachedSuperseded
        else { return false }
        jobs[job]?.bytes?.metadata = bytes.metadata ?? cached.metadata?.renewed(at: time.wall)
        for cache in load.plan.caches { admit(job, in: cache, isWhole: true) }
        var result = ImageCache.StoreResult.staged
        if cached.isRead, let cache = load.originalEntry?.cache, bytes.mayBeStored {
            result = storeOriginal(of: job, in: cache, renewing: cached)
        }
        // A load that only brings bytes to disk has failed if the entry had to go.
        let isLost = load.plan.product == .entry && result == .hasNoRoom
        end(id, isLost ? .finished(.failure(.notInCache)) : .unchanged, cached)
        return true
    }

    /// Handles a failed fetch: ends the load or falls back to the disk entry.
    private mutating func failFetch(_ id: LoadID, _ error: ImageError) {
        guard let load = loads[id] else { return }
        let isServed = load.hasImage || !load.plan.wantsImage && load.cached != nil && !load.isCachedSuperseded
        let metadata = load.cached?.metadata
        let isForbidden =
            load.plan.product == .bytes && load.plan.httpPolicy.decide(metadata, at: time.wall) == .revalidate
        if isServed, !isForbidden, load.plan.httpPolicy == .staleWhileRevalidate {
            let isCurrent = !load.isImageSuperseded || load.cached == nil || load.isCachedSuperseded
            return isCurrent ? end(id, .unchanged, load.cached) : serveCached(id, error)
        }
        let mayServe =
            error.isServerOrNetworkError
            && (load.plan.context.staleIfError || metadata?.mayServeOnError(at: time.wall) == true)
            && load.cached != nil && metadata?.mustRevalidate(at: time.wall) != true
        if load.plan.product == .bytes, load.cached != nil,
            mayServe || load.plan.httpPolicy == .always && error != .cancelled
        {
            return load.hasLostStoredBytes ? readAgain(id, error) : end(id, .unchanged, load.cached)
        }
        guard !load.needsNoImage, mayServe else { return end(id, .finished(.failure(error))) }
        serveCached(id, error)
    }

    /// Makes the image from the disk entry, without another request.
    private mutating func serveCached(_ id: LoadID, _ failure: ImageError) {
        guard let load = loads[id], let cached = load.cached, cached.isRead, let entryID = load.originalEntry,
            let job = job(holding: cached, .read(entryID), for: id)
        else { return readAgain(id, failure) }  // the entry is not at hand, or another load is reading it
        loads[id]?.remaining = load.sources.drop { if case .disk(let id) = $0 { !id.isOriginal } else { true } }
        use(job, for: id)
    }

    /// Puts a URL on the failed list, unless a waiting load has an image or a disk entry: a failed refresh must not
    /// take the image away.
    mutating func record(_ error: ImageError, of job: Job, for waiting: [LoadID]) {
        guard job.kind.isFetch, !waiting.contains(where: { loads[$0]?.hasImage == true || loads[$0]?.cached != nil })
        else { return }
        effects.append(.recordFailure(url: job.plan.urlText, error))
    }

    /// Releases the loads that waited for bytes, in order of arrival, and records how long they waited.
    private mutating func release(_ waiting: [LoadID], from job: Job) -> [LoadID] {
        for id in waiting {
            loads[id]?.stages.append(job.timing.stage(isShared: id != job.firstLoad, end: time.now))
        }
        return waiting.filter { loads[$0] != nil }
    }
}

extension ImageError {
    /// Whether the server or the network is at fault, so that a stale entry may be served instead (RFC 5861).
    var isServerOrNetworkError: Bool {
        switch self {
        case .transfer(.cancelled): false
        case .transfer, .invalidStatusCode(500...599), .invalidStatusCode(408), .invalidStatusCode(429): true
        default: false
        }
    }
}
