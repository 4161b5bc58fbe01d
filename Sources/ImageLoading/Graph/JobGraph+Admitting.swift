import ImageCoding

/// What becomes of work with other bytes when an edition takes their place in a cache (``Editions``): it is shown, and the
/// cache keeps nothing of it. Later loads do not join it.
extension JobGraph {
    /// Bytes are known to be a picture: the caches of a load judge them. What those have of others must go.
    ///
    /// `isWhole`: no part of the picture is missing. One with a part missing is admitted where nothing is known of the
    /// picture, and never fresh.
    mutating func admit(_ id: JobID, for request: Request, isWhole: Bool = true, _ stores: inout Stores) {
        guard let job = byteJobs[id], let bytes = job.bytes else { return }
        admit(bytes, job.key, of: id, for: request, isWhole: isWhole, &stores)
    }

    /// Bytes that need not be those of a job are known to be a picture.
    mutating func admit(
        _ bytes: Encoded, _ key: ByteKey, of id: JobID?, for request: Request, isWhole: Bool, _ stores: inout Stores
    ) {
        guard let evidence = bytes.evidence else { return }
        // The rest may come under the same entity tag.
        let revision = isWhole ? bytes.revision : Revision(digest: bytes.revision.digest)
        let response = isWhole ? bytes.metadata : bytes.metadata?.stale
        for cache in request.caches where !stores.judged.contains(cache) {
            stores.judged.insert(cache)
            guard isWhole || !cache.knows(request.source) else { continue }
            let admitted = cache.admit(
                revision, of: request.source, by: evidence.seen(by: cache, key), response: response)
            stores.leaving += admitted.leaving
            guard case .adopted = admitted.admission else { continue }
            outdate(request.source, in: cache, by: revision, of: id)
            if isWhole, bytes.payload.origin == .network, cache.tiers.contains(.disk) {
                stores.replaced.append((cache, bytes.revision, admitted.replacesAnother))
            }
        }
    }

    /// An image was made of one in the memory of another cache, which knows of which bytes that is.
    mutating func admit(_ image: Image, for request: Request, _ stores: inout Stores) {
        let (source, other) = (request.source, request.originalCache)
        guard let revision = image.revision, !request.cache.knows(source), other.mayStore(revision, of: source) else {
            return
        }
        let admitted = request.cache.admit(
            revision, of: source, by: .read(begunAt: Editions.moment(), mayReplace: false),
            response: other.response(of: source))
        stores.leaving += admitted.leaving
    }

    /// `newer`: the job of the bytes that take the place, if they have one.
    private mutating func outdate(
        _ source: String, in cache: ImageCache, by revision: Revision, of newer: JobID?
    ) {
        guard jobCounts[source] != nil else { return }
        let arrival = newer.flatMap { byteJobs[$0]?.arrival } ?? .max
        for (id, job) in byteJobs where id != newer && job.request.source == source {
            if job.bytes?.revision.isSame(as: revision) == true { continue }
            if job.isOlder(than: arrival, in: cache) { outdate(bytes: id, job) }
        }
        for (id, job) in imageJobs where job.bytes == nil && job.request.source == source {
            if imageIndex[job.key] == id { imageIndex[job.key] = nil }
        }
    }

    /// Later loads are for the newer bytes: these cannot be joined any more, and nor can what is made of them.
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
}

extension JobGraph.ByteJob {
    /// Whether its bytes came before others that come into a cache, or may be those that are there.
    fileprivate func isOlder(than arrival: Int, in cache: ImageCache) -> Bool {
        guard case .disk(let shelf) = key else { return bytes != nil && self.arrival < arrival }
        return bytes != nil || isRunning && shelf.cache == cache
    }
}

extension Editions.Evidence {
    /// The evidence as a cache sees it: a read of the disk of another says nothing about what is newer.
    fileprivate func seen(by cache: ImageCache, _ key: ByteKey) -> Editions.Evidence {
        guard case .read(let begunAt, let mayReplace) = self, case .disk(let shelf) = key else { return self }
        return .read(begunAt: begunAt, mayReplace: mayReplace && shelf.cache == cache)
    }
}
