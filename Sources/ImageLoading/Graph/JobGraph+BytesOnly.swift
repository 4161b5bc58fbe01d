import ImageCoding

/// Loads that make no image: their product is the bytes of the original, or the original on disk.
///
/// These loads use the same sources and share the same fetches as others. They check whether the disk has the bytes,
/// and possibly revalidate them. Bytes from the loader that begin like an image are stored undecoded. A load that
/// shares the fetch and requests an image then decodes the bytes and finds them stored.
extension JobGraph {
    /// Stores the fetched bytes that a load waited for, and ends the load.
    mutating func store(bytes job: JobID, for id: LoadID) {
        guard let load = loads[id], let bytes = jobs[job]?.bytes else { return }
        let (plan, place) = (load.plan, load.plan.bytesDestination)
        let mustStore = plan.product == .entry
        loads[id]?.cached = bytes
        // A file or a `data:` URL needs no disk entry: it is as quick to read.
        guard bytes.payload.origin == .network, place.cache.tiers.contains(.disk) else {
            return end(id, .unchanged)
        }
        guard bytes.mayBeStored, place.tiers.contains(.disk) else {
            return end(id, mustStore ? .finished(.failure(.notInCache)) : .unchanged)
        }
        if let refusal = bytes.refusal, plan.context.imageCoder == nil {
            return end(id, .finished(.failure(.badImageData(refusal))))
        }
        for cache in plan.caches { admit(job, in: cache, isWhole: true) }
        switch storeOriginal(of: job, in: place.cache) {
        case .staged: break
        case .hasNoRoom where mustStore: return end(id, .finished(.failure(.notInCache)))
        case .isNotCurrent where mustStore:
            // Other bytes may be current and not on disk: start over without this job.
            if let kind = jobs[job]?.kind, index[kind] == job { index[kind] = nil }
            return restart(id)
        case .hasNoRoom, .isNotCurrent: return end(id, .unchanged)
        }
        guard plan.waitsForStore else { return end(id, .unchanged) }
        loads[id]?.held = .unchanged
        wait(id, for: flushJob(place.cache, for: id, load))
    }

    /// Starts a load over from its first source, because the bytes it had are superseded.
    mutating func restart(_ id: LoadID) {
        guard let load = loads[id] else { return }
        loads[id]?.waitsFor = nil
        loads[id]?.remaining = load.sources[...]
        loads[id]?.cached = nil
        askSource(id)
    }
}

extension JobGraph.Load {
    /// Whether the disk entry that the load found is superseded in one of its caches.
    var isCachedSuperseded: Bool {
        guard let cached, let evidence = cached.evidence else { return false }
        return plan.caches.contains { $0.isSuperseded(cached.revision, of: plan.source, evidence: evidence) }
    }

    /// Whether the shown image was made of other bytes than its disk entry or the current ones.
    var isImageSuperseded: Bool {
        guard case .image(let shown?) = shown else { return false }
        return cached.map { !$0.revision.isSame(as: shown) } ?? false
            || plan.cache.hasOther(than: shown, of: plan.source)
    }

    /// Whether the load needs no image of the disk entry: it shows a current one, or requests only bytes.
    var needsNoImage: Bool { hasImage && !isImageSuperseded || !plan.wantsImage }

    /// Whether the load makes no image, and the bytes it found are superseded.
    var hasLostStoredBytes: Bool { !plan.wantsImage && isCachedSuperseded }
}
