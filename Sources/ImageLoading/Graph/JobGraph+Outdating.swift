import ImageCoding

/// What new bytes of a picture do to what a cache has of it.
enum Outdating: Sendable {
    /// They are the first, or not to be kept.
    ///
    /// Where only memory keeps anything, sizes of earlier and of later bytes may stand side by side: a size that is missing
    /// is fetched, and nobody asked whether the others changed. Each is shown for as long as the rules of its loads say,
    /// which count from the oldest that may be there, and all go as soon as somebody has the server asked.
    case nothing
    /// The bytes before them had left; images that were made of those may be there still.
    case leftovers
    /// They take the place of others.
    case everything
}

// MARK: - In the caches

extension JobGraph {
    /// An image of these bytes has been made: on behalf of all who share them, what must go?
    mutating func outdate(by newer: JobID, _ image: Image, isKnownFresh: Bool, _ stores: inout Stores) {
        guard let bytes = byteJobs[newer] else { return }
        let waiting = bytes.loads + bytes.images.flatMap { imageJobs[$0]?.loads ?? [] }
        for load in waiting.sorted().compactMap({ loads[$0] }) where !bytes.isOutdated(for: load.request) {
            guard let place = placeOfBytes(bytes, image, for: load.request) else { continue }
            // Where no disk knows of earlier bytes, what is said of the new ones would make images of those fresh again.
            let mayRevive =
                !isKnownFresh && load.request.refresh.dependsOnAge && load.request.stores.contains(.memory)
                && mayBeInMemory(bytes, load.request)
            outdate(by: newer, for: load, isKept: place.isKept, mayRevive: mayRevive, &stores)
        }
    }

    /// Whether what was made of other bytes than those of this job has been dropped, or there was nothing of the kind.
    func isAlone(_ bytes: JobID) -> Bool {
        guard let job = byteJobs[bytes] else { return false }
        return !job.hasOutdated.isEmpty || job.comparisons.values.contains { $0 == .nothing }
    }

    /// Names the caches from which everything must go that was made of earlier bytes than those of this job, on behalf of a
    /// load. Each is named once. If somebody else had the bytes stored there they go too, and are stored once more.
    mutating func outdate(
        by newer: JobID, for load: Load, isKept: Bool, mayRevive: Bool = false, _ stores: inout Stores
    ) {
        var extent = outdating(by: newer, for: load, isKept: isKept)
        if mayRevive, extent == .nothing, !load.request.storesUnasked { extent = .leftovers }
        for cache in [load.request.placeOfBytes.cache, load.request.cache] where extent != .nothing {
            guard byteJobs[newer]?.hasOutdated.insert(cache).inserted == true, let bytes = byteJobs[newer]
            else { continue }
            outdate(load.request.source, in: cache, by: newer)
            stores.outdated.append((cache, extent))
            if bytes.storedIn.contains(cache) { stores.add(bytes, in: cache) }
        }
    }

    /// Whether ``outdate(by:for:isKept:mayRevive:_:)`` would name a cache, if the load's bytes are kept.
    func mustOutdate(by newer: JobID, for load: Load) -> Bool {
        guard outdating(by: newer, for: load, isKept: true) != .nothing else { return false }
        return byteJobs[newer].map { !$0.hasOutdated.isSuperset(of: load.request.caches) } == true
    }

    /// What the bytes of a fetch do to what a load's caches have.
    private func outdating(by bytes: JobID, for load: Load, isKept: Bool) -> Outdating {
        if load.replacesWhatIsKnown { return .everything }
        let cache = load.request.placeOfBytes.cache
        if load.request.storesUnasked { return byteJobs[bytes]?.comparisons[cache] ?? .everything }
        return isKept && byteJobs[bytes]?.isMissingIn.contains(cache) == true ? .leftovers : .nothing
    }
}

// MARK: - Where nobody asked

/// Of bytes that go to a disk that was not asked for them it is not known whether they are new: were they always taken for
/// that, the sizes of one picture would drive each other out for ever. So the disk is asked after all, once they are there
/// and before anything made of them is kept.
extension JobGraph {
    /// What bytes from the loader have to be compared with, and how often it had changed by then.
    struct Comparing {
        let bytes: Encoded
        var shelves: [(shelf: Shelf, changes: Int)] = []
    }

    /// The entries that bytes from the loader have to be compared with. Answered with ``didCompare(_:in:after:_:)``.
    func beginComparing(_ id: JobID) -> Comparing? {
        guard let job = byteJobs[id], let bytes = job.bytes, bytes.payload.origin == .network else { return nil }
        var comparing = Comparing(bytes: bytes)
        for id in job.loads + job.images.flatMap({ imageJobs[$0]?.loads ?? [] }) {
            guard let request = loads[id]?.request, request.storesUnasked, !job.isOutdated(for: request),
                !isBeingReplaced(request)
            else { continue }
            let shelf = Shelf(cache: request.placeOfBytes.cache, key: DiskKey(source: request.source))
            guard job.comparisons[shelf.cache] == nil, !comparing.shelves.contains(where: { $0.shelf == shelf })
            else { continue }
            comparing.shelves.append((shelf, job.changes[shelf.cache, default: 0]))
        }
        return comparing.shelves.isEmpty ? nil : comparing
    }

    /// Does nothing if other bytes have come meanwhile: what was read then is not what is there now.
    mutating func didCompare(_ id: JobID, in cache: ImageCache, after changes: Int, _ outdating: Outdating) {
        guard let job = byteJobs[id], job.changes[cache, default: 0] == changes, job.comparisons[cache] == nil
        else { return }
        byteJobs[id]?.comparisons[cache] = outdating
    }
}

// MARK: - On its way

extension JobGraph {
    /// New bytes have come into a cache, which are those of the job `newer`: what is being made of those that the disk had,
    /// or that were fetched before, is shown, but not kept there any more, and nor is what waits to be encoded. Only a claim
    /// does that, so that nothing of it is on its way into a cache. Loads that use other caches are not concerned.
    private mutating func outdate(_ source: String, in cache: ImageCache, by newer: JobID) {
        if jobCounts[source] ?? 0 > 1 { outdateJobs(of: source, in: cache, by: newer) }
        for (id, reading) in readingNow where reading.request.source == source && reading.request.usesAny(of: [cache]) {
            readingNow[id]?.isOutdated = true
        }
        for (id, job) in keepJobs where job.bytes != newer && job.order.request.source == source {
            giveUp(keep: id, in: cache)
        }
    }

    private mutating func outdateJobs(of source: String, in cache: ImageCache, by newer: JobID) {
        let arrival = byteJobs[newer]?.arrival ?? 0
        for (id, job) in byteJobs where job.request.source == source {
            if id != newer {
                byteJobs[id]?.comparisons[cache] = nil
                byteJobs[id]?.changes[cache, default: 0] += 1
            }
            if job.isOlder(than: arrival, in: cache) { outdate(bytes: id, job, in: cache) }
        }
        for (id, job) in imageJobs where job.bytes == nil && job.request.source == source {
            imageJobs[id]?.outdatedIn.insert(cache)
            if imageIndex[job.key] == id { imageIndex[job.key] = nil }
        }
        for (id, load) in loads where load.request.source == source && load.request.usesAny(of: [cache]) {
            if load.cached != nil {
                loads[id]?.isCachedOutdated = true
            } else if load.hasImage {
                loads[id]?.isImageOutdated = true
            }
        }
    }

    /// Who comes now wants the newer bytes: those that are there cannot be joined any more, and nor can what is made of
    /// them.
    private mutating func outdate(bytes id: JobID, _ job: ByteJob, in cache: ImageCache) {
        byteJobs[id]?.outdatedIn.insert(cache)
        guard job.bytes != nil else { return }
        if byteIndex[job.key] == id { byteIndex[job.key] = nil }
        for image in job.images {
            if let key = imageJobs[image]?.key, imageIndex[key] == image { imageIndex[key] = nil }
        }
    }

    /// A job that ``jobCounts`` counts is over.
    mutating func uncount(_ source: String) {
        jobCounts[source, default: 1] -= 1
        if jobCounts[source] == 0 { jobCounts[source] = nil }
    }

    /// What a job was to keep is outdated, as far as it concerns loads that use the cache. Those who wait until the disk has
    /// everything still wait for that.
    private mutating func giveUp(keep id: JobID, in cache: ImageCache) {
        keepJobs[id]?.outdatedIn.insert(cache)
        guard var job = keepJobs[id] else { return }
        job.order.leaveOut { [job] in job.isOutdated(in: $0) }
        keepJobs[id] = job
        let isIdle = job.order.images.isEmpty && job.order.originals.isEmpty && job.order.awaited.isEmpty
        guard isIdle, !processors.isRunning(id) else { return }
        processors.withdraw(id)
        keepJobs[id] = nil
        retire(.keep(job))
    }

    /// The caches in which newer bytes have taken the place of those that this job makes its image of.
    func outdatedIn(_ job: ImageJob) -> Set<ImageCache> {
        job.bytes.map { byteJobs[$0]?.outdatedIn ?? [] } ?? job.outdatedIn
    }

    /// Whether they have done so in one that a load uses, so that nothing of it is kept on its behalf.
    func isOutdated(_ job: ImageJob, for request: Request) -> Bool {
        request.usesAny(of: outdatedIn(job))
    }
}

extension JobGraph.ByteJob {
    var isOutdated: Bool { !outdatedIn.isEmpty }
    func isOutdated(for request: LoadRequest) -> Bool { request.usesAny(of: outdatedIn) }

    /// Whether its bytes came before others that come into a cache, or may be those that are there.
    fileprivate func isOlder(than arrival: Int, in cache: ImageCache) -> Bool {
        guard case .disk(let shelf) = key else { return bytes != nil && self.arrival < arrival }
        return bytes != nil || isRunning && shelf.cache == cache
    }
}

extension JobGraph.KeepJob {
    func isOutdated(in cache: ImageCache) -> Bool { !outdatedIn.isDisjoint(with: users[cache] ?? [cache]) }
}

extension JobGraph.Load {
    /// Whether other images of the picture may be there, made of bytes that are older than those it fetched.
    var replacesWhatIsKnown: Bool { request.reloads || hasImage || cached != nil }
}
