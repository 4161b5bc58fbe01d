import HalftoneCore
import ImageCoding

/// The read of a disk entry: on a thread that may wait for the disk, or at once on the caller's.
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
            receipt: isLabeled ? .read(begunAt: begunAt, mayReplace: !entry.isAdditional) : nil)
        data.isVariant = !entryID.isOriginal
        data.refusal = coders.refusal(of: entry.body, hint: hint)
        return data
    }

    // MARK: - At once

    /// Returns the image from disk, read, decoded and transformed on the caller's thread
    /// (``ImageOptions/queryDiskDataSync``), and how it may be used; `nil` if the disk has no usable one,
    /// and the load continues as usual.
    func readNow(
        _ plan: LoadPlan, _ sources: [LoadSource], _ id: JobGraph.LoadID
    ) -> (hit: LoadedImage, bytes: EncodedData, decision: HTTPPolicy.Decision)? {
        for source in sources {
            guard case .disk(let entryID) = source else { return nil }
            let begunAt = entryID.cache.beginRead()
            guard let bytes = read(entryID, begunAt: begunAt, hint: plan.hint), plan.accepts(bytes) else { continue }
            let decision = plan.decide(bytes.metadata, at: time.secondsSince1970)
            guard decision != .revalidate else { return nil }
            trace.record(TraceEvent(.hit, load: id, url: plan.urlText, tier: .disk))
            guard let image = makeNow(bytes, plan, id) else { continue }
            if plan.requiresAnimation, image.animation == nil { return nil }
            storeInMemory(image, of: bytes, from: entryID, readAt: begunAt, plan)
            return (plan.loaded(image, .disk, of: bytes), bytes, decision)
        }
        return nil
    }

    /// Stores an image in memory, unless other bytes have replaced its own since they were read.
    private func storeInMemory(
        _ image: Image, of bytes: EncodedData, from entryID: DiskEntryID, readAt begunAt: Int, _ plan: LoadPlan
    ) {
        change { state in
            for cache in plan.caches {
                state.graph.admit(bytes, readFrom: entryID, in: cache, isWhole: image.hasAllPixels, of: plan.source)
            }
            if plan.context.storeCacheType.contains(.memory) {
                state.graph.retire(plan.cache.storeIfCurrent(image, for: plan.image, begunAt: begunAt) ?? [])
            }
        }
    }

    /// Makes the image. Its bytes count in the budget but do not wait for it, because the caller's thread is blocked.
    private func makeNow(_ bytes: EncodedData, _ plan: LoadPlan, _ id: JobGraph.LoadID) -> Image? {
        let options = plan.decodeOptions(isVariant: bytes.isVariant)
        let (header, working) = decodeEstimate(of: bytes, options, plan)
        let job = state.withLock { state in
            let job = state.graph.makeJobID()
            state.graph.budget.reserveUnchecked(working, for: job)
            return job
        }
        defer { change { $0.graph.budget.release(job) } }
        trace.record(TraceEvent(.decode, load: id, url: plan.source))
        guard let image = try? image(from: bytes, header, plan, options, id) else { return nil }
        return bytes.isVariant || !plan.transforms(image) ? image : transformed(image, plan, id)
    }
}

// MARK: - Under the lock

extension JobGraph {
    /// Handles the answer to a read. `found` is `nil` if the disk has no entry.
    mutating func didRead(_ id: JobID, _ found: EncodedData?) {
        disk.freeSlot(of: id)
        if let job = jobs[id], let entryID = job.entryID {
            if entryID.cache.hasChanged(entryID.key.source, found: found?.revision, since: job.logicalTime) {
                disk.enqueue(id, priority: job.priority)
            } else if let found {
                adopt(found, id)
            } else {
                remove(id)
                for load in job.loads { askNextSource(load, .notInCache) }
            }
        }
    }
}

extension ImageCodersManager {
    /// Returns why no coder accepts bytes, by their beginning; `nil` if one does.
    func refusal(of body: StoredBytes, hint: String?) -> ImageCodingError? {
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
