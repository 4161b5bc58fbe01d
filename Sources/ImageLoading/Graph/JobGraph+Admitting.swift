import ImageCoding

// MARK: - Admitting bytes to the editions of a cache

extension JobGraph {
    /// Submits the bytes of a job, which are known to be an image, to the editions of a cache. If the bytes are
    /// adopted, the cache drops those of others.
    ///
    /// `isWhole`: no pixels are missing. Incomplete bytes are submitted only for an unknown picture, and never fresh.
    mutating func admit(_ id: JobID, in cache: ImageCache, isWhole: Bool) {
        guard let job = jobs[id], let bytes = job.bytes else { return }
        let isCleared = admit(bytes, job.kind, in: cache, isWhole: isWhole, of: job.plan.source)
        if isCleared { jobs[id]?.storedIn.remove(cache) }
    }

    /// Submits bytes to the editions of a cache. Returns whether other bytes were removed from its storage.
    @discardableResult
    mutating func admit(
        _ bytes: EncodedData, _ kind: Job.Kind, in cache: ImageCache, isWhole: Bool, of source: String
    ) -> Bool {
        guard let evidence = bytes.evidence, isWhole || !cache.hasEdition(of: source) else { return false }
        // The complete bytes may come under the same entity tag.
        let revision = isWhole ? bytes.revision : Revision(digest: bytes.revision.digest)
        let clearsDisk = isWhole && bytes.payload.origin == .network && cache.tiers.contains(.disk)
        let admitted = cache.admit(
            revision, of: source, by: evidence.seen(by: cache, kind),
            response: isWhole ? bytes.metadata : bytes.metadata?.stale, clearsStorage: clearsDisk)
        retire(admitted.leaving)
        guard admitted.isAdopted, clearsDisk else { return false }
        if admitted.replacesAnother { effects.append(.trace(TraceEvent(.evict, url: source))) }
        effects.append(.write(cache))
        return admitted.replacesAnother
    }
}

extension Editions.Evidence {
    /// Returns the evidence as a cache sees it: a read from another cache's disk does not show which bytes are newer.
    fileprivate func seen(by cache: ImageCache, _ kind: JobGraph.Job.Kind) -> Editions.Evidence {
        guard case .read(let begunAt, let mayReplace) = self, case .read(let entryID) = kind else { return self }
        return .read(begunAt: begunAt, mayReplace: mayReplace && entryID.cache == cache)
    }
}
