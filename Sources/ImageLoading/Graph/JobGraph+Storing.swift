import HalftoneCore
import ImageCoding

// MARK: - Registering bytes in a cache

extension JobGraph {
    /// Registers the bytes of a job, which are known to be an image, in a cache. If they become current, the cache drops
    /// images of others.
    ///
    /// `isWhole`: no pixels are missing. Incomplete bytes are registered only for an unknown picture, and never fresh.
    mutating func admit(_ id: JobID, in cache: ImageCache, isWhole: Bool) {
        guard let job = jobs[id], let bytes = job.bytes else { return }
        let isCleared = admit(bytes, readFrom: job.entryID, in: cache, isWhole: isWhole, of: job.plan.source)
        if isCleared { jobs[id]?.storedIn.remove(cache) }
    }

    /// Registers bytes in a cache. Returns whether other bytes were removed from its storage.
    @discardableResult
    mutating func admit(
        _ bytes: EncodedData, readFrom entryID: DiskEntryID?, in cache: ImageCache, isWhole: Bool, of source: String
    ) -> Bool {
        guard let receipt = bytes.receipt, isWhole || !cache.hasCurrentBytes(of: source) else { return false }
        // The complete bytes may come under the same entity tag.
        let revision = isWhole ? bytes.revision : Revision(digest: bytes.revision.digest)
        let clearsDisk = isWhole && bytes.payload.origin == .network && cache.tiers.contains(.disk)
        let (outcome, leaving) = cache.register(
            revision, of: source, by: receipt.seen(by: cache, entryID),
            response: isWhole ? bytes.metadata : bytes.metadata?.stale, clearsStorage: clearsDisk)
        retire(leaving)
        guard case .becameCurrent(let replacesAnother) = outcome, clearsDisk else { return false }
        if replacesAnother { effects.append(.trace(TraceEvent(.evict, url: source))) }
        effects.append(.write(cache))
        return replacesAnother
    }
}

extension PictureIndex.Receipt {
    /// Returns the receipt as it counts in a cache: a read from another cache's disk does not show which bytes are newer.
    fileprivate func seen(by cache: ImageCache, _ entryID: DiskEntryID?) -> PictureIndex.Receipt {
        guard case .read(let begunAt, let mayReplace) = self, let entryID else { return self }
        return .read(begunAt: begunAt, mayReplace: mayReplace && entryID.cache == cache)
    }
}

// MARK: - Storing without encoding

extension JobGraph {
    /// Stores the image that a job has decoded or transformed in memory, and the original on disk, for all loads that
    /// need the image now. Stores nothing if no load is waiting, and nothing in a cache where other bytes are current.
    mutating func store(_ image: Image, as key: ImageKey, madeBy id: JobID) {
        guard let job = jobs[id], let bytes = job.input else { return }
        let waiting = job.loads.compactMap { loads[$0]?.plan }
        var asked: Set<ImageCache> = []
        for plan in waiting {
            for cache in plan.caches where asked.insert(cache).inserted {
                admit(bytes, in: cache, isWhole: image.hasAllPixels)
            }
        }
        var holders: Set<ImageCache> = []
        for plan in waiting {
            storeInMemory(image, as: key, job, jobs[bytes]?.bytes, for: plan, &holders)
            guard plan.serializer == nil, image.hasAllPixels, let original = jobs[bytes]?.bytes,
                let cache = bytesDestination(original, for: plan)
            else { continue }
            _ = storeOriginal(of: bytes, in: cache)
        }
    }

    /// Stores an image in memory, once per cache. `holders`: the caches that have the image already.
    private mutating func storeInMemory(
        _ image: Image, as key: ImageKey, _ job: Job, _ bytes: EncodedData?, for plan: LoadPlan,
        _ holders: inout Set<ImageCache>
    ) {
        let (cache, tiers) = plan.destination(of: key)
        // Not after `no-store` if the load follows what the server says.
        guard tiers.contains(.memory), bytes?.mayBeStored != false || !plan.httpPolicy.followsServer,
            !holders.contains(cache), let leaving = cache.storeIfCurrent(image, for: key, begunAt: job.logicalTime)
        else { return }
        holders.insert(cache)
        retire(leaving)
        effects.append(
            .trace(
                TraceEvent(
                    .store, load: job.firstLoad, url: plan.source, tier: .memory, bytes: image.cost)))
    }

    /// Stores the original of an image that cannot be decoded now on disk, so that the next load needs no request.
    /// It does not replace an image that was decoded.
    mutating func storeUndecoded(_ id: JobID, for waiting: [LoadID]) {
        guard let bytes = jobs[id]?.bytes else { return }
        for plan in waiting.compactMap({ loads[$0]?.plan }) where plan.serializer == nil {
            guard let cache = bytesDestination(bytes, for: plan), !cache.hasCurrentBytes(of: plan.source) else {
                continue
            }
            admit(id, in: cache, isWhole: true)
            _ = storeOriginal(of: id, in: cache)
        }
    }

    /// Stores the fetched bytes that a load waited for, and ends the load.
    mutating func endWithBytes(of job: JobID, _ id: LoadID) {
        guard let load = loads[id], let bytes = jobs[job]?.bytes else { return }
        let (plan, place) = (load.plan, load.plan.bytesDestination)
        let mustStore = plan.product == .entry
        if let refusal = bytes.refusal, plan.needsKnownFormat {
            return end(id, .finished(.failure(.badImageData(refusal))))
        }
        // A file or a `data:` URL needs no disk entry: it is as quick to read.
        guard bytes.payload.origin == .network, place.cache.tiers.contains(.disk) else {
            return end(id, .unchanged, bytes)
        }
        guard bytes.mayBeStored, place.tiers.contains(.disk) else {
            return end(id, mustStore ? .finished(.failure(.notInCache)) : .unchanged, bytes)
        }
        for cache in plan.caches { admit(job, in: cache, isWhole: true) }
        switch storeOriginal(of: job, in: place.cache) {
        case .staged: break
        case .hasNoRoom where mustStore: return end(id, .finished(.failure(.notInCache)))
        case .isNotCurrent where mustStore:
            // Other bytes may be current and not on disk: start over without this job.
            if let kind = jobs[job]?.kind, index[kind] == job { index[kind] = nil }
            return restart(id)
        case .hasNoRoom, .isNotCurrent: return end(id, .unchanged, bytes)
        }
        endStored(id, .unchanged, bytes)
    }

    /// Stores the original in the storage of a cache, once. `known`: the entry there, made of the same bytes.
    mutating func storeOriginal(
        of id: JobID, in cache: ImageCache, renewing known: EncodedData? = nil
    ) -> ImageCache.StoreResult {
        guard let job = jobs[id], var bytes = job.bytes else { return .isNotCurrent }
        guard !job.storedIn.contains(cache) else { return .staged }
        let entryID = DiskEntryID(cache: cache, key: DiskKey(source: job.plan.source))
        bytes.extended = bytes.extended ?? known?.extended
        let result = stage(
            bytes.entry(known?.body ?? bytes.body), entryID, of: bytes.revision)
        if case .staged = result { jobs[id]?.storedIn.insert(cache) }
        return result
    }

    /// Stages an entry for the disk where its bytes are current.
    mutating func stage(
        _ entry: DiskCache.Entry, _ entryID: DiskEntryID, of revision: Revision?
    ) -> ImageCache.StoreResult {
        let result = entryID.cache.storeIfCurrent(entry, for: entryID.key, of: revision)
        switch result {
        case .staged:
            let event = TraceEvent(.store, url: entryID.key.source, tier: .disk, bytes: entry.body.count)
            effects += [.trace(event), .write(entryID.cache)]
        case .hasNoRoom: effects.append(.write(entryID.cache))  // an earlier entry is removed
        case .isNotCurrent: break
        }
        return result
    }

    /// Returns the cache for the original, or `nil` if it is not new or may not be stored.
    func bytesDestination(_ bytes: EncodedData, for plan: LoadPlan) -> ImageCache? {
        guard bytes.payload.origin == .network else { return nil }
        let (cache, tiers) = plan.bytesDestination
        return tiers.intersection(cache.tiers).contains(.disk) && bytes.mayBeStored ? cache : nil
    }
}

extension ImageKey {
    /// The key of this image on disk.
    var diskKey: DiskKey { DiskKey(source: source, variant: diskVariant) }
}
