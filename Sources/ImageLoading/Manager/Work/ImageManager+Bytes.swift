import HalftoneCore
import FoundationEssentials
import ImageCoding
import Transfer

// MARK: - The disk

extension ImageManager {
    func read(_ job: JobGraph.JobID, _ entryID: DiskEntryID) {
        readExecutor.run { [self] in
            // The disk is not read if no load is waiting.
            let plan = state.withLock { $0.graph.jobs[job]?.plan }
            let bytes = plan.flatMap { read(entryID, begunAt: entryID.cache.beginRead(), hint: $0.hint) }
            change { $0.graph.didRead(job, bytes) }
        }
    }

    /// Returns an entry of a storage; `nil` if there is none. Blocks. `begunAt`: ``ImageCache/beginRead()``.
    func read(_ entryID: DiskEntryID, begunAt: Int, hint: String?) -> EncodedData? {
        guard let entry = entryID.cache.entry(for: entryID.key) else { return nil }
        let isLabeled = entryID.isOriginal || entry.fetchedDigest != nil
        let payload = Payload(body: entry.body, validators: entry.validators, origin: .disk)
        var data = EncodedData(
            payload: payload, metadata: entry.response, extended: entry.extended, revision: entry.revision,
            evidence: isLabeled ? .read(begunAt: begunAt, mayReplace: !entry.isAdditional) : nil)
        data.isVariant = !entryID.isOriginal
        data.refusal = coders.refusal(of: entry.body, hint: hint)
        return data
    }
}

// MARK: - The loader

extension ImageManager {
    func fetch(_ job: JobGraph.JobID, _ plan: LoadPlan, _ key: FetchKey, _ load: JobGraph.LoadID) {
        guard let priority = state.withLock({ $0.graph.jobs[job]?.priority }) else { return }  // no longer wanted
        let task = plan.loader.load(plan.request(key, priority, load: load)) { [self] event in
            receive(event, job, plan, load)
        }
        // Loads may have coalesced or left meanwhile, or the answer come.
        let (isWanted, latest, wantsPreviews) = state.withLock { state in
            let running = state.graph.jobs[job]
            if running?.bytes == nil { state.graph.jobs[job]?.task = task }
            return (running != nil, running?.priority ?? priority, state.graph.wantsPreviews(of: job))
        }
        if !isWanted { task.cancel() }
        if latest != priority { prioritize(job, from: priority) }
        if wantsPreviews { task.startDeliveringBytes() }
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

    /// Sends an event to the readers of ``downloadEvents(buffering:)``: local files and `data:` URLs are no downloads.
    private func announce(_ event: @autoclosure () -> DownloadEvent, _ plan: LoadPlan) {
        if downloads.isObserved, !plan.isLocal { downloads.send(event()) }
    }

    private func receive(
        _ event: ImageLoaderEvent, _ job: JobGraph.JobID, _ plan: LoadPlan, _ load: JobGraph.LoadID
    ) {
        switch event {
        case .queued: break
        case .started:
            trace.record(TraceEvent(.request, load: load, url: plan.urlText))
            announce(.started(plan.url), plan)
            change { $0.graph.didStartFetch(job) }
        case .response(let head):
            trace.record(TraceEvent(.response, load: load, url: plan.urlText, status: head.status))
            announce(.receivedResponse(plan.url, head), plan)
        case .bytes(let bytes): feedPreviews(of: job, bytes)
        case .bytesFollow(let count): beginPreviews(of: job, after: count)
        case .restarted: change { $0.graph.endPreviews(of: job) }  // the next bytes begin new ones
        case .progress(let received, let expected):
            if trace.isObserved {
                trace.record(TraceEvent(.progress, load: load, url: plan.urlText, bytes: received))
            }
            let now = time.now
            let isDue = state.withLock {
                $0.graph.isProgressDue(job, received: received, expected: expected, at: now)
            }
            if isDue { change { $0.graph.didReceive(job, received: received, expected: expected) } }
        case .retrying(let error, _, _):
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
        // A custom loader that retries by itself may report only the last attempt.
        var count = metrics.map { max($0.bytes, $0.bytesOfAllAttempts) }
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
        announce(DownloadEvent(endOf: plan.url, result, bytes: count ?? 0), plan)
        change { state in
            if case .success = fetched { state.failed.remove(plan.urlText) }
            state.graph.didFetch(job, fetched, metrics: metrics, mayBlockURL: mayBlockURL)
        }
    }

    /// Converts a download for the graph. `Vary` is matched against the headers of the load's context only, here and at
    /// lookup: headers that all requests of the program have do not distinguish images.
    private func fetched(
        _ download: Download, _ metrics: TransferMetrics?, _ plan: LoadPlan
    ) -> Result<JobGraph.Fetched, ImageError> {
        switch download {
        case .notModified(let headers): return .success(.notModified(headers))
        case .fresh(let payload):
            let now = time.secondsSince1970
            let metadata = payload.response.map { head in
                ResponseMetadata(
                    headers: head.headers, requestHeaders: plan.context.headers, receivedAt: now,
                    requestedAt: metrics.map { now - $0.total.seconds })
            }
            let extended = payload.response.flatMap { plan.defaults.configuration.extendedData?($0) }
            var data = EncodedData(payload: payload, metadata: metadata, extended: extended)
            // The digest has read all bytes.
            if let reason = payload.body.failureDescription { return .failure(.unreadableFile(reason)) }
            data.refusal = coders.refusal(of: payload.body, hint: plan.hint)
            return .success(.fresh(data))
        }
    }
}

extension ImageCodersManager {
    /// Returns why no coder accepts bytes, by their beginning; `nil` if one does.
    fileprivate func refusal(of body: StoredBytes, hint: String?) -> ImageCodingError? {
        let head = body.head(ImageCodersManager.longestSignature)
        guard coder(for: head, hint: hint) == nil else { return nil }
        do throws(ImageCodingError) {
            _ = try header(of: head)  // throws an error that says what they look like
            return nil
        } catch {
            return error
        }
    }
}
