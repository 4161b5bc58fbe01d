import HalftoneCore
import ImageCoding
import Transfer

// MARK: - Bytes that have arrived

extension JobGraph {
    /// Gives a job its bytes, and continues the loads that wait for them, in order of arrival.
    mutating func adopt(_ bytes: EncodedData, _ id: JobID) {
        guard let job = jobs[id] else { return }
        jobs[id]?.bytes = bytes
        if job.kind.isFetch {
            let arrival = PictureIndex.nextTime()
            jobs[id]?.logicalTime = arrival
            // A `data:` URL always has the same bytes, and a record of it would keep its whole text.
            if bytes.payload.origin != .url { jobs[id]?.bytes?.receipt = .fetched(arrival: arrival) }
        }
        jobs[id]?.loads = []
        for load in job.loads { proceed(load, with: id) }
        dropIfUnwanted(id)
    }

    /// Continues a load whose bytes have arrived: makes an image, stores, revalidates, tries the next source or ends.
    mutating func proceed(_ id: LoadID, with job: JobID) {
        guard let load = loads[id], let kind = jobs[job]?.kind, let bytes = jobs[job]?.bytes else { return }
        if let hit = load.hit {
            // Other bytes may have been stored since the image was found.
            let own = hit.image.isMade(of: bytes.revision) ? bytes : nil
            return end(id, .finished(.success(load.plan.loaded(hit.image, .memory, body: own?.body))), own)
        }
        if kind.isFetch {
            if endIfUnchanged(id, load, by: bytes, job) { return }
            guard load.plan.wantsImage else { return endWithBytes(of: job, id) }
            return subscribe(id, toImageOf: job, revalidating: load.entry)
        }
        guard load.plan.accepts(bytes) else { return askNextSource(id, .notInCache) }
        if let refusal = bytes.refusal, load.plan.needsKnownFormat {
            return askNextSource(id, .badImageData(refusal))
        }
        for cache in load.plan.caches { cache.note(bytes.metadata, ofRead: load.plan.source, bytes.revision) }
        // A load that shows an image of superseded bytes gets at most one more: that of the revalidated entry, or a
        // newer one. Without a loader, everything is used.
        switch load.loaderKey == nil ? .use : load.plan.decide(bytes.metadata, at: time.wall) {
        case .use where load.needsNoImage:
            if !load.plan.wantsImage { note(.hit, of: id, tier: .disk) }
            // The entry may be staged by another load, and not written yet.
            if load.plan.product == .entry { endStored(id, .unchanged, bytes) } else { end(id, .unchanged, bytes) }
        case .use:
            use(job, for: id)
        case .useAndRevalidate where load.plan.wantsImage && !load.hasImage:
            use(job, for: id, revalidating: bytes)
        case .useAndRevalidate, .revalidate:
            revalidate(id, bytes)
        }
    }

    /// Makes the image from a disk entry, which is revalidated then if it is given.
    mutating func use(_ job: JobID, for id: LoadID, revalidating entry: EncodedData? = nil) {
        note(.hit, of: id, tier: .disk)
        subscribe(id, toImageOf: job, revalidating: entry)
    }
}
