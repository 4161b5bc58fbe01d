import ImageCoding

/// Loads that want no image of their bytes, only that the disk has them: ``LoadRequest/endsWithBytes``.
///
/// They walk the same ways and share the same fetches as others. On the disk they look whether the bytes are there, and
/// perhaps have the server asked about them; what the loader brings is stored undecoded, as soon as it is whole. Who shares
/// the fetch and wants an image goes on to decode, and finds the bytes stored.
extension JobGraph {
    /// The bytes that such a load waited for have come from the loader.
    mutating func store(bytes job: JobID, for id: LoadID, _ effects: inout [Effect]) {
        guard let load = loads[id], let bytes = byteJobs[job]?.bytes else { return }
        // A file, and a URL that is its own picture, are as near as the disk.
        guard bytes.payload.origin == .network else { return end(id, .unchanged, &effects) }
        let (cache, tiers) = load.request.placeOfBytes
        guard bytes.mayBeStored, tiers.contains(.disk) else { return end(id, .failure(.notInCache), &effects) }
        guard byteJobs[job]?.isOutdated == false else { return end(id, .unchanged, &effects) }  // newer ones are there
        let isStored = byteJobs[job]?.storedIn.contains(cache) == true
        // They may still be on their way into the cache: then they are waited for, as by who wants them written.
        let isThere = isStored && writes[load.request.source] == nil && !load.request.waitsForStore
        // Who looks at the bytes will see what all of these loads want.
        if !isThere, byteJobs[job]?.toBeLookedAt.insert(cache).inserted == true {
            byteJobs[job]?.storing.insert(cache)
            let shelf = Shelf(cache: cache, key: DiskKey(source: load.request.source))
            effects.append(.storeBytes(job, load.request, shelf, bytes))
        }
        guard byteJobs[job]?.storing.contains(cache) == true else { return end(id, .unchanged, &effects) }
        byteJobs[job]?.loads.append(id)
        loads[id]?.waitsFor = .bytes(job)
    }

    /// The bytes look like a picture: what of them is to be stored, and what do they make outdated? Then a write begins
    /// (``beginWrite(of:changing:)``). Nothing, if no load wants it any more, or if newer ones are there. `nil`: not now; the
    /// same comes again as an effect.
    ///
    /// Not asked before that look: an answer that is refused makes nothing outdated.
    mutating func claimStore(_ id: JobID, _ request: Request, _ shelf: Shelf, _ bytes: Encoded) -> Stores? {
        guard !holdBack(.storeBytes(id, request, shelf, bytes), of: request.source) else { return nil }
        var stores = Stores()
        byteJobs[id]?.toBeLookedAt.remove(shelf.cache)
        guard let job = byteJobs[id] else { return stores }
        for load in loadsToStore(job, in: shelf.cache).compactMap({ loads[$0] }) {
            admit(id, for: load.request, &stores)
            guard shelf.cache.mayStore(bytes.revision, of: request.source) else { continue }
            if byteJobs[id]?.storedIn.insert(shelf.cache).inserted == true { stores.add(job, in: shelf.cache) }
        }
        begin(stores, of: request.source)
        return stores
    }

    /// Whether somebody ends only when the disk has written the bytes.
    func isWrittenFor(_ id: JobID, _ cache: ImageCache) -> Bool {
        byteJobs[id].map { loadsToStore($0, in: cache).contains { loads[$0]?.request.waitsForStore == true } } == true
    }

    private func loadsToStore(_ job: ByteJob, in cache: ImageCache) -> [LoadID] {
        job.loads.filter { loads[$0]?.request.placeOfBytes.cache == cache }
    }

    /// Looks for the bytes once more, because what there was has gone.
    mutating func beginAnew(_ id: LoadID, _ effects: inout [Effect]) {
        guard let load = loads[id] else { return }
        loads[id]?.waitsFor = .nothing
        loads[id]?.ways = load.request.ways[...]
        loads[id]?.cached = nil
        takeWay(id, &effects)
    }

    /// The bytes are on disk; or they look like no picture, and were not stored. `remembers`: that says something about
    /// the URL.
    mutating func didStore(
        _ id: JobID, in cache: ImageCache, _ error: ImageCodingError?, remembers: Bool = true
    ) -> [Effect] {
        var effects: [Effect] = []
        guard let job = byteJobs[id] else { return [] }  // whoever wanted it has left
        // Somebody joined who knows of what must go first: all end with that.
        if error == nil, job.toBeLookedAt.contains(cache) { return [] }
        byteJobs[id]?.storing.remove(cache)
        let waiting = loadsToStore(job, in: cache)
        byteJobs[id]?.loads.removeAll { waiting.contains($0) }
        if let error {
            byteJobs[id]?.toBeLookedAt.remove(cache)
            if remembers { record(.badImageData(error), of: job, for: waiting, &effects) }
            for load in waiting { end(load, .failure(.badImageData(error)), &effects) }
        } else if !job.storedIn.contains(cache) {
            // Others are in force, and may be kept nowhere.
            for load in waiting { beginAnew(load, &effects) }
        } else {
            readAgain(after: byteJobs[id])
            for load in waiting { end(load, .unchanged, &effects) }
        }
        dropIfUnwanted(bytes: id, &effects)
        startWhatMayStart(&effects)
        return effects
    }
}

extension JobGraph.Load {
    /// Whether what it found on disk has gone from one of its caches, because other bytes have come.
    var isCachedOutdated: Bool {
        guard let cached, case .read(let begunAt, _) = cached.evidence else { return false }
        return request.caches.contains { $0.hasReplaced(cached.revision, of: request.source, since: begunAt) }
    }

    /// Whether other bytes have come than those of the image that it shows, or were found on the disk.
    var isImageOutdated: Bool {
        guard hasImage, let shown else { return false }
        return cached.map { !$0.revision.isSame(as: shown) } ?? false
            || request.cache.hasReplaced(shown, of: request.source)
    }

    /// Whether it needs no image of what the disk has: it shows one already, or wants none.
    var onlyAsks: Bool { hasImage && !isImageOutdated || request.endsWithBytes }

    /// Whether it wants the disk to have bytes, and those that it found there have gone.
    var lacksWhatItHad: Bool { request.endsWithBytes && isCachedOutdated }
}
