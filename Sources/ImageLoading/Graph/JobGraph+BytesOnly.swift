import ImageCoding

/// Loads that want no image of their bytes, only that the disk has them: those without ``LoadPlan/wantsImage``.
///
/// They ask the same sources and share the same fetches as others. On the disk they look whether the bytes are there, and
/// perhaps have the server asked about them; what the loader brings is stored undecoded, as soon as it is whole. Who shares
/// the fetch and wants an image goes on to decode, and finds the bytes stored.
extension JobGraph {
    /// The bytes that such a load waited for have come from the loader.
    mutating func store(bytes job: JobID, for id: LoadID, _ effects: inout [Effect]) {
        guard let load = loads[id], let inspection = jobs[job]?.inspection, let bytes = jobs[job]?.bytes else { return }
        // A file, and a URL that is its own picture, are as near as a disk; and they need none.
        let place = load.plan.placeOfBytes
        guard bytes.payload.origin == .network, place.cache.tiers.contains(.disk) else {
            return end(id, .unchanged, &effects)
        }
        guard bytes.mayBeStored, place.tiers.contains(.disk) else {
            return end(id, .failure(.notInCache), &effects)
        }
        if inspection == .passed { return storeInspected(job, for: id, &effects) }
        if inspection == .notAsked {
            jobs[job]?.inspection = .running
            effects.append(.inspect(job, load.plan, bytes))
        }
        wait(id, for: job)
    }

    /// The bytes begin like a picture, or like none. `remembers`: that says something about the URL.
    mutating func didInspect(_ id: JobID, _ error: ImageCodingError?, remembers: Bool = true) -> [Effect] {
        var effects: [Effect] = []
        guard let job = jobs[id] else { return [] }  // no load wants it any more
        jobs[id]?.inspection = error == nil ? .passed : .notAsked
        jobs[id]?.loads = []
        for load in job.loads { loads[load]?.waitsFor = nil }
        if let error {
            if remembers { record(.badImageData(error), of: job, for: job.loads, &effects) }
            for load in job.loads { end(load, .failure(.badImageData(error)), &effects) }
        } else {
            for load in job.loads { storeInspected(id, for: load, &effects) }
        }
        dropIfUnwanted(id, &effects)
        startWhatMayStart(&effects)
        return effects
    }

    private mutating func storeInspected(_ job: JobID, for id: LoadID, _ effects: inout [Effect]) {
        guard let load = loads[id] else { return }
        let plan = load.plan
        for cache in plan.caches { admit(job, in: cache, isWhole: true, &effects) }
        let cache = plan.placeOfBytes.cache
        guard storeOriginal(of: job, in: cache, &effects) else {
            // Others are in force, and may be kept nowhere.
            if let kind = jobs[job]?.kind, index[kind] == job { index[kind] = nil }
            return restart(id, &effects)
        }
        guard plan.waitsForStore else { return end(id, .unchanged, &effects) }
        loads[id]?.held = .unchanged
        wait(id, for: flushJob(cache, for: id, load, &effects))
    }

    /// Looks for the bytes once more, because what there was has gone.
    mutating func restart(_ id: LoadID, _ effects: inout [Effect]) {
        guard let load = loads[id] else { return }
        loads[id]?.waitsFor = nil
        loads[id]?.remaining = load.sources[...]
        loads[id]?.cached = nil
        askSource(id, &effects)
    }
}

extension JobGraph.Load {
    /// Whether what it found on disk has gone from one of its caches, because other bytes have come.
    var isCachedOutdated: Bool {
        guard let cached, let evidence = cached.evidence else { return false }
        return plan.caches.contains { $0.hasReplaced(cached.revision, of: plan.source, by: evidence) }
    }

    /// Whether other bytes have come than those of the image that it shows, or were found on the disk.
    var isImageOutdated: Bool {
        guard case .image(let shown?) = shown else { return false }
        return cached.map { !$0.revision.isSame(as: shown) } ?? false
            || plan.cache.hasOther(than: shown, of: plan.source)
    }

    /// Whether it needs no image of what the disk has: it shows one already, or wants none.
    var onlyAsks: Bool { hasImage && !isImageOutdated || !plan.wantsImage }

    /// Whether it wants the disk to have bytes, and those that it found there have gone.
    var lacksWhatItHad: Bool { !plan.wantsImage && isCachedOutdated }
}
