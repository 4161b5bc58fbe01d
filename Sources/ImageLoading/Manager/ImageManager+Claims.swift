import ImageCoding

extension ImageManager.State {
    /// Changes what memory has: what new bytes make outdated goes before anything takes its place. In the critical section
    /// of the claim; what leaves is let go of after it.
    mutating func keepInMemory(_ stores: Stores, of source: String, _ image: Image? = nil) {
        for (cache, _) in stores.outdated { retire(images: cache.memory.drop(source)) }
        guard let image else { return }
        for (cache, key) in stores.memory { retire(images: cache.memory.keep(image, for: key)) }
    }

    /// What may be kept of an image that has been made, which is known of from now on; see
    /// ``JobGraph/claimStores(_:_:isKnownFresh:)``. `now` is in seconds since 1970.
    mutating func claimStores(_ id: JobGraph.JobID, _ image: Image, at now: Double) -> Stores? {
        guard let job = graph.imageJobs[id] else { return Stores() }
        let known = freshness[job.request.source]
        let isKnownFresh = known?.state(at: now) == .fresh
        let claim = graph.claimStores(id, image, isKnownFresh: isKnownFresh)
        let isAlone = known == nil || job.bytes.map { graph.isAlone($0) } == true
        let isWhole = image.hasAllPixels
        if isKnownFresh, !isAlone, isWhole, let known {
            record(claim, of: job.bytes) { $0.lastingNoLonger(than: known, at: now) }
        } else {
            record(claim, of: job.bytes) { isAlone && isWhole ? $0 : $0.stale }
        }
        return claim
    }

    /// The same for bytes without an image.
    mutating func claimStore(
        _ id: JobGraph.JobID, _ request: LoadRequest, _ shelf: Shelf, _ bytes: Encoded
    ) -> Stores? {
        let claim = graph.claimStore(id, request, shelf, bytes)
        record(claim, of: id) { $0 }
        return claim
    }

    /// What HTTP says about new bytes holds from the moment at which something that is made of them is kept: until then
    /// memory may have images of others. If it may have such images still, `limited` says what holds for those too: nothing
    /// is fresh for longer than they are. Nor is what is not the whole picture.
    private mutating func record(
        _ stores: Stores?, of job: JobGraph.JobID?, limited: (ResponseMetadata) -> ResponseMetadata
    ) {
        guard let stores, !stores.memory.isEmpty || !stores.isInMemoryAlone,
            let job = job.flatMap({ graph.byteJobs[$0] }), let bytes = job.bytes,
            bytes.payload.origin != .disk
        else { return }
        freshness.record(bytes.metadata.map(limited), for: job.request.source)
    }
}

extension ResponseMetadata {
    /// The same for those who ask whom the answer is for, and stale for those who ask for how long it holds.
    fileprivate var stale: ResponseMetadata {
        var result = self
        result.noCache = true
        return result
    }

    /// The same for those who ask whom the answer is for; fresh, or usable, for no longer than another.
    fileprivate func lastingNoLonger(than other: ResponseMetadata, at now: Double) -> ResponseMetadata {
        var result = self
        result.lifetime = max(0, min(lifetime, age(at: now) + other.lifetime - other.age(at: now)))
        result.staleWhileRevalidate = min(staleWhileRevalidate, other.staleWhileRevalidate)
        result.staleIfError = min(staleIfError, other.staleIfError)
        if other.mustRevalidate { result.mustRevalidate = true }
        return result
    }
}
