import ImageCoding

extension ImageManager.State {
    /// What may be kept of an image that has been made, which is known of from now on; see
    /// ``JobGraph/claimStores(_:_:isKnownFresh:)``. `now` is in seconds since 1970.
    mutating func claimStores(_ id: JobGraph.JobID, _ image: Image, at now: Double) -> Stores? {
        guard let job = graph.imageJobs[id] else { return Stores() }
        let known = freshness[job.request.source]
        let isKnownFresh = known?.state(at: now) == .fresh
        let claim = graph.claimStores(id, image, isKnownFresh: isKnownFresh)
        let isAlone = known == nil || isKnownFresh || job.bytes.map { graph.isAlone($0) } == true
        record(claim, of: job.bytes, isFresh: isAlone && image.warning == nil)
        return claim
    }

    /// The same for bytes without an image.
    mutating func claimStore(
        _ id: JobGraph.JobID, _ request: LoadRequest, _ shelf: Shelf, _ bytes: Encoded
    ) -> Stores? {
        let claim = graph.claimStore(id, request, shelf, bytes)
        record(claim, of: id, isFresh: true)
        return claim
    }

    /// What HTTP says about new bytes holds from the moment at which something that is made of them is kept: until then
    /// memory may have images of others. Unless `isFresh` it may have such images still, or what is kept is not the whole
    /// picture: then nothing of it counts as fresh.
    private mutating func record(_ stores: Stores?, of job: JobGraph.JobID?, isFresh: Bool) {
        guard stores?.isEmpty == false, let job = job.flatMap({ graph.byteJobs[$0] }), let bytes = job.bytes,
            bytes.payload.origin != .disk
        else { return }
        freshness.record(isFresh ? bytes.metadata : bytes.metadata?.stale, for: job.request.source)
    }
}

extension ResponseMetadata {
    /// The same for those who ask whom the answer is for, and stale for those who ask for how long it holds.
    fileprivate var stale: ResponseMetadata {
        var result = self
        result.noCache = true
        return result
    }
}
