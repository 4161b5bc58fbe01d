import HalftoneCore
import FoundationEssentials
import ImageCoding
import Transfer

/// The fetch of bytes from the loader, which loads of the same image share: its start, its events, and its end, which is
/// new bytes, the confirmation of a disk entry, or a failure.
extension ImageManager {
    func fetch(_ job: JobGraph.JobID, _ plan: LoadPlan, _ key: FetchKey, _ load: JobGraph.LoadID) {
        guard let priority = state.withLock({ $0.graph.jobs[job]?.priority }) else { return }  // no longer wanted
        let task = plan.loader.load(plan.request(key, priority)) { [self] event in
            receive(event, job, plan, load)
        }
        // Loads may have coalesced or left meanwhile, or bytes or the answer come.
        let (isWanted, latest, hasBytes) = state.withLock { state in
            let running = state.graph.jobs[job]
            if running?.bytes == nil { state.graph.jobs[job]?.task = task }
            return (running != nil, running?.priority ?? priority, running.map { $0.received > 0 } ?? false)
        }
        if !isWanted { task.cancel() }
        if latest != priority { prioritize(job, from: priority) }
        if hasBytes { change { $0.graph.feedPreviews(of: job) } }
    }

    /// Gives a fetch the priority of its job until both agree: two threads may do so at once, in any order. `applied`:
    /// the priority that it has.
    func prioritize(_ id: JobGraph.JobID, from applied: ImagePriority? = nil) {
        var applied = applied
        while true {
            let (task, priority) = state.withLock { ($0.graph.jobs[id]?.task, $0.graph.jobs[id]?.priority) }
            guard let task, let priority, priority != applied else { return }
            task.setPriority(priority)
            applied = priority
        }
    }

    private func receive(
        _ event: ImageLoaderEvent, _ job: JobGraph.JobID, _ plan: LoadPlan, _ load: JobGraph.LoadID
    ) {
        switch event {
        case .started:
            trace.record(TraceEvent(.request, load: load, url: plan.urlText))
        case .response(let head):
            trace.record(TraceEvent(.response, load: load, url: plan.urlText, status: head.status))
        case .restarted: change { $0.graph.didRestart(job) }
        case .progress(let received, let expected):
            if trace.isObserved {
                trace.record(TraceEvent(.progress, load: load, url: plan.urlText, bytes: received))
            }
            change { $0.graph.didReceive(job, received: received, expected: expected) }
        case .retrying(let error):
            trace.record(TraceEvent(.retry, load: load, url: plan.urlText, error: error.description))
        case .finished(.success(.fresh(let payload)), let metrics) where payload.body.inMemory == nil:
            // The digest reads the whole file, which must not block a thread that other transfers need.
            readExecutor.run { [self] in receiveEnd(of: job, .success(.fresh(payload)), metrics, plan, load) }
        case .finished(let result, let metrics): receiveEnd(of: job, result, metrics, plan, load)
        }
    }

    private func receiveEnd(
        of job: JobGraph.JobID, _ result: Result<Download, ImageError>, _ metrics: TransferMetrics?,
        _ plan: LoadPlan, _ load: JobGraph.LoadID
    ) {
        let fetched = result.flatMap { self.fetched($0, metrics, plan) }
        var mayBlockURL = false
        var count = metrics?.bytes
        switch fetched {
        case .success(.fresh(let bytes)):
            count = count ?? bytes.body.count
            // For a load of an image, this is asked when the decode fails.
            if let refusal = bytes.refusal, plan.needsKnownFormat, bytes.payload.origin == .network, bytes.mayBeStored {
                mayBlockURL = shouldBlockFailedURL(for: .badImageData(refusal), plan)
            }
        case .success(.notModified): break
        case .failure(let error): mayBlockURL = shouldBlockFailedURL(for: error, plan)
        }
        trace.record(TraceEvent(.downloaded, load: load, url: plan.urlText, bytes: count ?? 0))
        change { state in
            if case .success = fetched { state.failed.remove(plan.urlText) }
            state.graph.didFetch(job, fetched, mayBlockURL: mayBlockURL)
        }
    }

    /// Converts a download for the graph. `Vary` is matched against the headers of the load's context only, here and at
    /// lookup: headers that all requests of the program have do not distinguish images.
    private func fetched(
        _ download: Download, _ metrics: TransferMetrics?, _ plan: LoadPlan
    ) -> Result<JobGraph.Fetched, ImageError> {
        let now = time.secondsSince1970
        let requestedAt = metrics.map { now - $0.total.seconds }
        switch download {
        case .notModified(let headers): return .success(.notModified(headers, requestedAt: requestedAt))
        case .fresh(let payload):
            let metadata = payload.response.map { head in
                ResponseMetadata(
                    headers: head.headers, requestHeaders: plan.context.headers, receivedAt: now,
                    requestedAt: requestedAt)
            }
            let extended = payload.response.flatMap { plan.defaults.configuration.extendedData?($0) }
            var data = EncodedData(payload: payload, metadata: metadata, extended: extended)
            // The digest has read all bytes.
            if let reason = payload.body.failureDescription { return .failure(.unreadableFile(reason)) }
            data.refusal = coders.refusal(of: payload.body, hint: plan.hint)
            data.metrics = metrics
            return .success(.fresh(data))
        }
    }
}

// MARK: - Under the lock

extension JobGraph {
    /// Minimum time between two deliveries of progress of a fetch.
    private static let progressInterval = Duration.milliseconds(100)

    /// Handles the arrival of bytes. Delivers progress to the loads that wait for the fetch and want it: at first, at most
    /// ten times a second, and when all bytes are there.
    fileprivate mutating func didReceive(_ id: JobID, received: Int, expected: Int?) {
        guard let job = jobs[id] else { return }
        let isDue = received == expected || job.lastProgress.map { time.now - $0 >= Self.progressInterval } ?? true
        let waiting = isDue ? job.loads.filter { loads[$0]?.route?.wantsProgress == true } : []
        if !waiting.isEmpty { jobs[id]?.lastProgress = time.now }
        for load in waiting { effects.append(.deliver(load, .progress(received: received, expected: expected))) }
        jobs[id]?.received = received
        feedPreviews(of: id)
    }

    /// Handles the loss of all bytes so far; the next ones begin new previews.
    fileprivate mutating func didRestart(_ id: JobID) {
        endPreviews(of: id)
        jobs[id]?.received = 0
    }

    /// Handles the end of a fetch. `mayBlockURL`: whether a failure, or bytes that are no image, may put the URL on the
    /// failed list.
    mutating func didFetch(_ id: JobID, _ result: Result<Fetched, ImageError>, mayBlockURL: Bool = true) {
        endPreviews(of: id)
        retire(jobs[id]?.task)
        jobs[id]?.task = nil
        if let job = jobs[id] {
            switch result {
            case .success(.fresh(let bytes)):
                if mayBlockURL, let refusal = bytes.refusal { record(.badImageData(refusal), of: job, for: job.loads) }
                adopt(bytes, id)
            case .success(.notModified(let headers, let requestedAt)):
                remove(id)
                didConfirm(job, headers, requestedAt)
            case .failure(let error):
                remove(id)
                if mayBlockURL { record(error, of: job, for: job.loads) }
                for load in job.loads { failFetch(load, error) }
            }
        }
    }

    /// The successful answer of a loader.
    enum Fetched: Sendable {
        case fresh(EncodedData)
        case notModified(TransferHeaders, requestedAt: Double?)
    }

    /// Handles a 304 response: ends the loads that need no image; the others use the disk entry.
    private mutating func didConfirm(_ job: Job, _ headers: TransferHeaders, _ requestedAt: Double?) {
        var confirmed: Set<DiskEntryID> = []
        for load in job.loads.compactMap({ loads[$0] }) {
            guard let entryID = load.originalEntry, confirmed.insert(entryID).inserted else { continue }
            let request = load.plan.context.headers
            let metadata =
                load.entry?.metadata?.renewed(
                    by: headers, requestHeaders: request, receivedAt: time.wall, requestedAt: requestedAt)
                ?? ResponseMetadata(
                    headers: headers, requestHeaders: request, receivedAt: time.wall, requestedAt: requestedAt)
            guard entryID.cache.confirm(load.entry, under: entryID.key, metadata) else { continue }
            effects += [.trace(TraceEvent(.revalidate, url: entryID.key.source)), .write(entryID.cache)]
        }
        for id in job.loads {
            guard let load = loads[id] else { continue }
            if load.hasLostStoredBytes {
                restart(id)
            } else if load.needsNoImage {
                end(id, .unchanged, load.entry)
            } else {
                serveEntry(id, .notInCache)
            }
        }
    }

    /// Ends a load that has the fetched bytes already and needs no image of them: a server without validators sends
    /// unchanged bytes again. They count as an arrival, and the entry, whose body a serializer may have made, is stored
    /// with their metadata. Returns whether the load has ended.
    mutating func endIfUnchanged(_ id: LoadID, _ load: Load, by bytes: EncodedData, _ job: JobID) -> Bool {
        guard load.needsNoImage, let entry = load.entry, entry.revision.digest == bytes.revision.digest,
            !load.isEntrySuperseded
        else { return false }
        jobs[job]?.bytes?.metadata = bytes.metadata ?? entry.metadata?.renewed(at: time.wall)
        for cache in load.plan.caches { admit(job, in: cache, isWhole: true) }
        var result = ImageCache.StoreResult.staged
        if entry.isRead, let cache = load.originalEntry?.cache, bytes.mayBeStored {
            result = storeOriginal(of: job, in: cache, renewing: entry)
        }
        // A load that only brings bytes to disk has failed if the entry had to go.
        let isLost = load.plan.product == .entry && result == .hasNoRoom
        end(id, isLost ? .finished(.failure(.notInCache)) : .unchanged, entry)
        return true
    }

    /// Handles a failed fetch: ends the load or falls back to the disk entry.
    private mutating func failFetch(_ id: LoadID, _ error: ImageError) {
        guard let load = loads[id] else { return }
        let isServed = load.hasImage || !load.plan.wantsImage && load.entry != nil && !load.isEntrySuperseded
        let metadata = load.entry?.metadata
        let isForbidden = load.plan.product == .bytes && load.plan.decide(metadata, at: time.wall) == .revalidate
        if isServed, !isForbidden, load.plan.httpPolicy == .staleWhileRevalidate {
            let isCurrent = !load.isImageSuperseded || load.entry == nil || load.isEntrySuperseded
            return isCurrent ? end(id, .unchanged, load.entry) : serveEntry(id, error)
        }
        let mayServe =
            error.isServerOrNetworkError
            && (load.plan.context.staleIfError || metadata?.mayServeOnError(at: time.wall) == true)
            && load.entry != nil && metadata?.mustRevalidate(at: time.wall) != true
        if load.plan.product == .bytes, load.entry != nil,
            mayServe || load.plan.httpPolicy == .always && error != .cancelled
        {
            return load.hasLostStoredBytes ? readAgain(id, error) : end(id, .unchanged, load.entry)
        }
        guard !load.needsNoImage, mayServe else { return end(id, .finished(.failure(error))) }
        serveEntry(id, error)
    }

    /// Makes the image from the disk entry, without another request.
    private mutating func serveEntry(_ id: LoadID, _ failure: ImageError) {
        guard let load = loads[id], let entry = load.entry, entry.isRead, let entryID = load.originalEntry,
            let job = job(holding: entry, of: entryID, for: id)
        else { return readAgain(id, failure) }  // the entry is not at hand, or another load is reading it
        loads[id]?.remaining = load.sources.drop { if case .disk(let id) = $0 { !id.isOriginal } else { true } }
        use(job, for: id)
    }

    /// Puts a URL on the failed list, unless a waiting load has an image or a disk entry: a failed refresh must not
    /// take the image away.
    mutating func record(_ error: ImageError, of job: Job, for waiting: [LoadID]) {
        guard job.kind.isFetch, !waiting.contains(where: { loads[$0]?.hasImage == true || loads[$0]?.entry != nil })
        else { return }
        effects.append(.recordFailure(url: job.plan.urlText, error))
    }
}

extension ImageError {
    /// Whether the server or the network is at fault, so that a stale entry may be served instead (RFC 5861).
    fileprivate var isServerOrNetworkError: Bool {
        switch self {
        case .transfer(.cancelled): false
        case .transfer: true
        default: isTemporaryStatus
        }
    }
}
