import HalftoneCore
import ImageCoding

/// An image to encode for the disk, and the entries to write.
///
/// The storing of loads:
/// - The original goes to disk as fetched and only once, after it proved to be an image, or lacks its decoder. An image
///   with missing pixels is not stored on disk, because the next attempt may be complete.
/// - The final image goes to memory.
/// - The final image also goes to disk, encoded, if that saves work: it was transformed, or has at most
///   ``ImageManager/Configuration/maxStoredThumbnailFraction`` of the pixels of its source. It has an entry of its own;
///   the original is never encoded anew or replaced by a smaller image.
///
/// Images that wait for encoding count in the memory budget of decodes. Further ones are not added while many wait behind
/// more urgent work: they can be made again.
struct EncodeWork: Sendable {
    let image: Image
    /// The cost of the image when it began to wait; that of an animation varies.
    let cost: Int
    /// The plan of the first load that stores something: its serializer or encode options are used.
    var plan: LoadPlan
    /// The bytes' metadata and, for a serializer, the bytes.
    var bytes: EncodedData
    /// The entries for the encoded image.
    var images: [DiskEntryID]
    /// The entries for the serializer's bytes, which replace the original.
    var originals: [DiskEntryID]

    /// Encoded bytes, and the entry for them.
    typealias Entry = (entryID: DiskEntryID, body: StoredBytes)
}

// MARK: - Encoding

extension JobGraph {
    /// The most store jobs to which optional ones are added: 64 are a screen or two.
    private static let maximumOptionalStores = 64
    /// The most bytes of pixels that wait for encoding, to which optional images are added.
    private static let maximumOptionalBytes = 64_000_000

    /// Returns a job that encodes for the disk, or waits for it to write; `nil` if there is nothing to do.
    mutating func storeJob(
        for image: Image, _ job: Job, _ bytes: EncodedData
    ) -> JobID? {
        let waiting = job.loads.compactMap { loads[$0] }
        guard let first = waiting.first else { return nil }
        var work = EncodeWork(
            image: image, cost: image.cost, plan: first.plan, bytes: bytes, images: [], originals: [])
        var awaited: [ImageCache] = []
        for plan in waiting.map(\.plan) {
            let isFirst = work.images.isEmpty && work.originals.isEmpty
            if !bytes.isVariant, plan.isWorthStoring(image, bytes),
                plan.cache.mayStore(image.revision, of: plan.source)
            {
                work.images.appendIfAbsent(DiskEntryID(cache: plan.cache, key: plan.image.diskKey))
            }
            if plan.serializer != nil, let cache = bytesDestination(bytes, image, for: plan),
                cache.mayStore(image.revision, of: plan.source)
            {
                work.originals.appendIfAbsent(DiskEntryID(cache: cache, key: DiskKey(source: plan.source)))
            }
            if isFirst { work.plan = plan }
            if plan.waitsForStore {
                awaited.appendIfAbsent(plan.cache)
                awaited.appendIfAbsent(plan.originalCache)
            }
        }
        if awaited.isEmpty, !mayAddStore(of: work.cost) { work.images = [] }
        var store = Job(.store, for: job.firstLoad, first, at: time.now)
        (store.awaited, store.priority) = (awaited, awaited.isEmpty ? .low : job.priority)
        guard !work.images.isEmpty || !work.originals.isEmpty else {
            return awaited.isEmpty ? nil : flush(store)
        }
        // During a fast scroll, the images that were passed must not keep all their bytes.
        if work.originals.isEmpty { work.bytes.payload.bytes = [] }
        store.work = work
        let id = add(store, isShareable: false)
        storeBytes += work.cost
        budget.reserveUnchecked(work.cost, for: id)
        processors.enqueue(id, priority: store.priority)
        return id
    }

    /// Returns whether an image of this many bytes may wait for encoding although no load waits for its store.
    private func mayAddStore(of bytes: Int) -> Bool {
        storeCount < Self.maximumOptionalStores && (storeBytes == 0 || storeBytes + bytes <= Self.maximumOptionalBytes)
    }

    /// Returns a new job that only waits until the storage of a cache has written.
    mutating func flushJob(_ cache: ImageCache, for id: LoadID, _ load: Load) -> JobID {
        var store = Job(.store, for: id, load, at: time.now)
        store.awaited = [cache]
        return flush(store)
    }

    private mutating func flush(_ store: Job) -> JobID {
        let id = add(store, isShareable: false)
        jobs[id]?.timing.started = time.now
        effects.append(.flush(id, store.awaited))
        return id
    }

    /// Handles an encoded image: frees its slot, and stores it where its source bytes are still current.
    mutating func didEncode(_ id: JobID, _ entries: [EncodeWork.Entry]) {
        processors.finish(id)
        if let job = jobs[id], let work = job.work {
            jobs[id]?.work = nil
            storeBytes -= work.cost
            budget.release(id)
            for (entryID, body) in entries {
                _ = store(work.bytes.entry(body), entryID, of: work.image.revision)
            }
            if job.awaited.isEmpty { remove(id) } else { effects.append(.flush(id, job.awaited)) }
        }
    }

    /// Handles a completed flush: ends the loads that waited for it.
    mutating func didFlush(_ id: JobID) {
        guard let job = forget(id) else { return }
        for id in job.loads {
            loads[id]?.stages.append(job.timing.stage(isShared: false, end: time.now))
            if case .store(_, let event, let bytes) = loads[id]?.state { end(id, event, bytes) }
        }
    }
}

extension LoadPlan {
    /// Returns whether an image is worth encoding for the disk; see ``EncodeWork``.
    fileprivate func isWorthStoring(_ image: Image, _ bytes: EncodedData) -> Bool {
        // A load of the animation reads the original, never an encoded variant.
        guard context.storeCacheType.intersection(cache.tiers).contains(.disk), !self.image.isOriginal,
            !self.image.variant.isAnimated,
            image.warning == nil,
            image.animation == nil, image.revision != nil,
            context.imageCoder == nil, bytes.mayBeStored
        else { return false }
        switch bytes.payload.origin {
        case .file, .url: return false  // as quick to read from its source
        case .disk, .network: break
        }
        let storedPart = defaults.configuration.maxStoredThumbnailFraction
        return image.isTransformed || Double(image.size.area) <= storedPart * Double(image.sourceSize.area)
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func appendIfAbsent(_ element: Element) { if !contains(element) { append(element) } }
}
