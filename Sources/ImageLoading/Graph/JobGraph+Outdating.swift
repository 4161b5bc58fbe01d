import ImageCoding

/// What new bytes of a picture do to what a cache has of it.
enum Outdating: Sendable {
    /// They are the first, or not to be kept.
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
        for load in waiting.sorted().compactMap({ loads[$0] }) {
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
        return !job.hasOutdated.isEmpty || job.comparisons.values.contains { $0.isSame }
    }

    /// Names the caches from which everything must go that was made of earlier bytes than those of this job, on behalf of a
    /// load. Each is named once. If somebody else had the bytes stored there they go too, and are stored once more.
    mutating func outdate(
        by newer: JobID, for load: Load, isKept: Bool, mayRevive: Bool = false, _ stores: inout Stores
    ) {
        var extent = outdating(by: newer, for: load, isKept: isKept)
        if mayRevive, extent == .nothing, !load.request.storesUnasked { extent = .leftovers }
        for cache in load.request.cachesOfPicture where extent != .nothing {
            guard byteJobs[newer]?.hasOutdated.insert(cache).inserted == true, let bytes = byteJobs[newer]
            else { continue }
            outdate(load.request.source, by: newer)
            stores.outdated.append((cache, extent))
            if bytes.storedIn.contains(cache) { stores.add(bytes, in: cache) }
        }
    }

    /// Whether ``outdate(by:for:isKept:mayRevive:_:)`` would name a cache, if the load's bytes are kept.
    func mustOutdate(by newer: JobID, for load: Load) -> Bool {
        guard outdating(by: newer, for: load, isKept: true) != .nothing else { return false }
        return byteJobs[newer].map { !$0.hasOutdated.isSuperset(of: load.request.cachesOfPicture) } == true
    }

    /// What the bytes of a fetch do to what a load's caches have.
    private func outdating(by bytes: JobID, for load: Load, isKept: Bool) -> Outdating {
        if load.replacesWhatIsKnown { return .everything }
        if load.request.storesUnasked {
            guard case .done(let outdating) = byteJobs[bytes]?.comparisons[load.request.placeOfBytes.cache] else {
                return .everything
            }
            return outdating
        }
        return isKept && byteJobs[bytes]?.isOfMissing == true ? .leftovers : .nothing
    }
}

// MARK: - Where nobody asked

/// Of bytes that go to a disk that was not asked for them it is not known whether they are new: were they always taken for
/// that, the sizes of one picture would drive each other out for ever. So the disk is asked after all, once they are there
/// and before anything made of them is kept.
extension JobGraph {
    enum Comparison {
        case running
        case done(Outdating)

        /// Whether the cache has these very bytes.
        var isSame: Bool { if case .done(.nothing) = self { true } else { false } }
    }

    /// The entries that bytes from the loader have to be compared with. Answered with ``didCompare(_:in:_:)``.
    mutating func beginComparing(_ id: JobID) -> (bytes: Encoded, with: [Shelf])? {
        guard let job = byteJobs[id], let bytes = job.bytes, bytes.payload.origin == .network, !job.isOutdated,
            !isBeingReplaced(job.request.source)
        else { return nil }
        var shelves: [Shelf] = []
        for id in job.loads + job.images.flatMap({ imageJobs[$0]?.loads ?? [] }) {
            guard let request = loads[id]?.request, request.storesUnasked else { continue }
            let shelf = Shelf(cache: request.placeOfBytes.cache, key: DiskKey(source: request.source))
            if case .done = job.comparisons[shelf.cache] { continue }
            if !shelves.contains(shelf) { shelves.append(shelf) }
        }
        guard !shelves.isEmpty else { return nil }
        for shelf in shelves { byteJobs[id]?.comparisons[shelf.cache] = .running }
        return (bytes, shelves)
    }

    /// Does nothing if other bytes have come meanwhile.
    mutating func didCompare(_ id: JobID, in cache: CacheReference, _ outdating: Outdating) {
        if case .running = byteJobs[id]?.comparisons[cache] { byteJobs[id]?.comparisons[cache] = .done(outdating) }
    }
}

// MARK: - On its way

extension JobGraph {
    /// New bytes have come, which are those of the job `newer`: what is being made of those that the disk had, or that were
    /// fetched before, is shown, but not kept any more, and nor is what waits to be encoded. Only a claim does that, so
    /// that nothing of it is on its way into a cache.
    private mutating func outdate(_ source: String, by newer: JobID) {
        if jobCounts[source] ?? 0 > 1 { outdateJobs(of: source, by: newer) }
        for (id, reading) in readingNow where reading.source == source { readingNow[id]?.isOutdated = true }
        for (id, job) in keepJobs where job.bytes != newer && job.order.request.source == source { giveUp(keep: id) }
    }

    private mutating func outdateJobs(of source: String, by newer: JobID) {
        let arrival = byteJobs[newer]?.arrival ?? 0
        for (id, job) in byteJobs where job.request.source == source {
            if id != newer { byteJobs[id]?.comparisons = [:] }
            let isOlder = job.isFetch ? job.bytes != nil && job.arrival < arrival : job.isRunning || job.bytes != nil
            if isOlder { outdate(bytes: id, job) }
        }
        for (id, job) in imageJobs where job.bytes == nil && job.request.source == source {
            imageJobs[id]?.isOutdated = true
            if imageIndex[job.key] == id { imageIndex[job.key] = nil }
        }
        for (id, load) in loads where load.request.source == source {
            if load.cached != nil {
                loads[id]?.isCachedOutdated = true
            } else if load.hasImage {
                loads[id]?.isImageOutdated = true
            }
        }
    }

    /// Who comes now wants the newer bytes: those that are there cannot be joined any more, and nor can what is made of
    /// them.
    private mutating func outdate(bytes id: JobID, _ job: ByteJob) {
        byteJobs[id]?.isOutdated = true
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

    /// What a job was to keep is outdated. Those who wait until the disk has everything still wait for that.
    private mutating func giveUp(keep id: JobID) {
        keepJobs[id]?.isOutdated = true
        keepJobs[id]?.order.images = []
        keepJobs[id]?.order.originals = []
        guard let job = keepJobs[id], !processors.isRunning(id), job.order.awaited.isEmpty else { return }
        processors.withdraw(id)
        keepJobs[id] = nil
        retire(.keep(job))
    }

    /// Whether what this job makes is made of bytes that newer ones have taken the place of.
    func isOutdated(_ job: ImageJob) -> Bool {
        job.isOutdated || job.bytes.flatMap { byteJobs[$0]?.isOutdated } == true
    }
}

extension JobGraph.Load {
    /// Whether other images of the picture may be there, made of bytes that are older than those it fetched.
    var replacesWhatIsKnown: Bool { request.reloads || hasImage || cached != nil }
}

extension LoadRequest {
    /// Images may be kept in another cache than the bytes that they are made of.
    fileprivate var cachesOfPicture: [CacheReference] { [placeOfBytes.cache, cache] }
}
