import Basis
import ImageCoding

/// What goes into the caches.
///
/// The bytes go to disk as they came, once they have proved to be a picture, and once only. A picture with a part missing
/// is not kept there, because the next try may be whole. The final image goes to memory.
///
/// It goes to disk too, encoded, where that saves work: if it was transformed, or has at most so many of the pixels of
/// its picture (``ImageManager/Configuration/storedThumbnailPart``). It has a place of its own there; the original is never
/// written anew, and nothing small takes its place.
/// When many wait to be encoded, because more urgent work keeps coming, no more are added: they can be made again.
struct EncodeWork: Sendable {
    let image: Image
    let plan: LoadPlan
    /// What is known of the bytes it was made of, and for a serializer the bytes themselves; `nil` if it was made of an
    /// image in memory.
    var bytes: EncodedData?
    /// Where the encoded image goes.
    var images: [DiskEntryID]
    /// Where the serializer's bytes go in place of those that came.
    var originals: [DiskEntryID]

    /// Bytes as they are to be written, and where.
    typealias Entry = (entryID: DiskEntryID, body: StoredBytes)
}

// MARK: - At once

extension JobGraph {
    /// An image has been made: keeps it in memory, and its bytes as they came, on behalf of all that want it at this moment.
    /// Nothing is kept that no load wants any more, and nothing in a cache that has other bytes in force.
    mutating func store(_ image: Image, madeBy id: JobID, _ effects: inout [Effect]) {
        guard let job = jobs[id] else { return }
        let bytes = bytesJob(of: job)
        let waiting = tree(of: id).compactMap { loads[$0]?.plan }
        var asked: Set<ImageCache> = []
        for plan in waiting {
            for cache in plan.caches where asked.insert(cache).inserted {
                if let bytes { admit(bytes, in: cache, isWhole: image.hasAllPixels, &effects) }
            }
            if bytes == nil { admit(image, for: plan) }
        }
        var holders: Set<ImageCache> = []
        for plan in waiting {
            storeInMemory(image, job, bytes.flatMap { jobs[$0]?.bytes }, for: plan, &holders, &effects)
            if let bytes, plan.serializer == nil { storeOriginal(of: bytes, image, for: plan, &effects) }
        }
        if let bytes { jobs[bytes]?.inspection = .passed }
    }

    /// `holders`: the caches that have it by now.
    private mutating func storeInMemory(
        _ image: Image, _ job: Job, _ bytes: EncodedData?, for plan: LoadPlan, _ holders: inout Set<ImageCache>,
        _ effects: inout [Effect]
    ) {
        guard let key = job.image else { return }
        let (cache, tiers) = plan.place(of: key)
        guard tiers.contains(.memory), mayBeInMemory(bytes, plan), !holders.contains(cache),
            let leaving = cache.storeIfCurrent(image, for: key, begunAt: job.moment)
        else { return }
        holders.insert(cache)
        retire(.images(leaving))
        effects.append(
            .trace(
                TraceEvent(
                    .store, load: job.firstLoad, url: plan.source, tier: .memory, bytes: image.cost)))
    }

    /// What came with `no-store` is not even kept in memory by who asked for the rules of HTTP.
    private func mayBeInMemory(_ bytes: EncodedData?, _ plan: LoadPlan) -> Bool {
        guard bytes?.mayBeStored == false else { return true }
        return !plan.revalidation.dependsOnAge
    }

    /// Keeps the bytes of a job on disk as they came, if they are new and whole.
    private mutating func storeOriginal(
        of id: JobID, _ image: Image, for plan: LoadPlan, _ effects: inout [Effect]
    ) {
        guard let bytes = jobs[id]?.bytes, let place = placeOfBytes(bytes, image, for: plan) else { return }
        _ = storeOriginal(of: id, in: place, &effects)
    }

    /// Gives the bytes of a job to the disk of a cache as they came, once. Returns whether it has them.
    mutating func storeOriginal(of id: JobID, in cache: ImageCache, _ effects: inout [Effect]) -> Bool {
        guard let job = jobs[id], let bytes = job.bytes else { return false }
        guard !job.storedIn.contains(cache) else { return true }
        let entryID = DiskEntryID(cache: cache, key: DiskKey(source: job.plan.source))
        let entry = bytes.entry(bytes.body)
        guard cache.storeIfCurrent(entry, for: entryID.key, of: bytes.revision) else { return false }
        jobs[id]?.storedIn.insert(cache)
        noteStore(entry, entryID, &effects)
        return true
    }

    func noteStore(_ entry: DiskCache.Entry, _ entryID: DiskEntryID, _ effects: inout [Effect]) {
        let event = TraceEvent(.store, url: entryID.key.source, tier: .disk, bytes: entry.body.count)
        effects += [.trace(event), .write(entryID.cache)]
    }

    /// The cache that a load's bytes go into, if they are new and whole.
    private func placeOfBytes(_ bytes: EncodedData, _ image: Image, for plan: LoadPlan) -> ImageCache? {
        guard bytes.payload.origin == .network, image.hasAllPixels else { return nil }
        let (cache, tiers) = plan.placeOfBytes
        return tiers.contains(.disk) && bytes.mayBeStored ? cache : nil
    }
}

// MARK: - Which bytes are in force

extension JobGraph {
    /// The bytes of a job are known to be a picture: a cache judges them. What it has of others goes.
    ///
    /// `isWhole`: no part of the picture is missing. One with a part missing is admitted where nothing is known of the
    /// picture, and never fresh.
    mutating func admit(_ id: JobID, in cache: ImageCache, isWhole: Bool, _ effects: inout [Effect]) {
        guard let job = jobs[id], let bytes = job.bytes else { return }
        let isCleared = admit(bytes, job.kind, in: cache, isWhole: isWhole, of: job.plan.source, &effects)
        if isCleared { jobs[id]?.storedIn.remove(cache) }
    }

    /// Returns whether everything went from the disk of the cache.
    @discardableResult
    mutating func admit(
        _ bytes: EncodedData, _ kind: Job.Kind, in cache: ImageCache, isWhole: Bool, of source: String,
        _ effects: inout [Effect]
    ) -> Bool {
        guard let evidence = bytes.evidence, isWhole || !cache.knows(source) else { return false }
        // The rest may come under the same entity tag.
        let revision = isWhole ? bytes.revision : Revision(digest: bytes.revision.digest)
        let clearsDisk = isWhole && bytes.payload.origin == .network && cache.tiers.contains(.disk)
        let admitted = cache.admit(
            revision, of: source, by: evidence.seen(by: cache, kind),
            response: isWhole ? bytes.metadata : bytes.metadata?.stale, clearsStorage: clearsDisk)
        retire(.images(admitted.leaving))
        guard admitted.isAdopted, clearsDisk else { return false }
        if admitted.replacesAnother { effects.append(.trace(TraceEvent(.evict, url: source))) }
        effects.append(.write(cache))
        return admitted.replacesAnother
    }

    /// An image was made of one in the memory of another cache, which knows of which bytes that is.
    private mutating func admit(_ image: Image, for plan: LoadPlan) {
        let (source, other) = (plan.source, plan.originalCache)
        guard let revision = image.revision, !plan.cache.knows(source), other.mayStore(revision, of: source) else {
            return
        }
        let admitted = plan.cache.admit(
            revision, of: source, by: .read(begunAt: Editions.moment(), mayReplace: false),
            response: other.response(of: source), clearsStorage: false)
        retire(.images(admitted.leaving))
    }
}

extension Editions.Evidence {
    /// The evidence as a cache sees it: a read of the disk of another says nothing about what is newer.
    fileprivate func seen(by cache: ImageCache, _ kind: JobGraph.Job.Kind) -> Editions.Evidence {
        guard case .read(let begunAt, _) = self, case .read(let entryID) = kind else { return self }
        return .read(begunAt: begunAt, mayReplace: entryID.cache == cache)
    }
}

// MARK: - What is encoded first

extension JobGraph {
    /// Images that wait to be encoded hold their pixels: this is a screen or two of them.
    private static let maximumOptionalStores = 64

    /// The job that writes what must be encoded first, or that somebody waits for; `nil` if there is nothing to do.
    mutating func storeJob(
        for image: Image, _ job: Job, _ bytes: EncodedData?, _ effects: inout [Effect]
    ) -> JobID? {
        let waiting = job.loads.compactMap { loads[$0] }
        guard let first = waiting.first else { return nil }
        var order = EncodeWork(image: image, plan: first.plan, bytes: bytes, images: [], originals: [])
        var awaited: [ImageCache] = []
        let isKept = bytesJob(of: job).map { jobs[$0]?.kind.isOfVariant == true } ?? false
        for plan in waiting.map(\.plan) {
            if !isKept, plan.isWorthKeeping(image, bytes),
                plan.cache.mayStore(image.revision, of: plan.source)
            {
                order.images.addOnce(DiskEntryID(cache: plan.cache, key: plan.image.diskKey))
            }
            if plan.serializer != nil, let bytes, let cache = placeOfBytes(bytes, image, for: plan),
                cache.mayStore(image.revision, of: plan.source)
            {
                order.originals.addOnce(DiskEntryID(cache: cache, key: DiskKey(source: plan.source)))
            }
            if plan.waitsForStore {
                awaited.addOnce(plan.cache)
                awaited.addOnce(plan.originalCache)
            }
        }
        if awaited.isEmpty, storeCount >= Self.maximumOptionalStores { order.images = [] }
        var store = Job(.store, for: job.firstLoad, first, at: time.now)
        (store.awaited, store.priority) = (awaited, awaited.isEmpty ? .low : job.priority)
        guard !order.images.isEmpty || !order.originals.isEmpty else {
            return awaited.isEmpty ? nil : flush(store, &effects)
        }
        // A fling must not hold the bytes of all that it passed.
        if order.originals.isEmpty { order.bytes?.payload.bytes = [] }
        store.order = order
        let id = add(store, isJoinable: false)
        processors.enqueue(id, priority: store.priority)
        return id
    }

    /// A job that only waits until the disk of a cache has written.
    mutating func flushJob(_ cache: ImageCache, for id: LoadID, _ load: Load, _ effects: inout [Effect]) -> JobID {
        var store = Job(.store, for: id, load, at: time.now)
        store.awaited = [cache]
        return flush(store, &effects)
    }

    private mutating func flush(_ store: Job, _ effects: inout [Effect]) -> JobID {
        let id = add(store, isJoinable: false)
        jobs[id]?.timing.started = time.now
        effects.append(.flush(id, store.awaited))
        return id
    }

    /// An image has been encoded; its place is free. It is kept where its bytes are still in force.
    mutating func didEncode(_ id: JobID, _ entries: [EncodeWork.Entry]) -> [Effect] {
        var effects: [Effect] = []
        processors.finish(id)
        if let job = jobs[id], let order = job.order {
            jobs[id]?.order = nil
            for (entryID, body) in entries {
                let entry = order.entry(body)
                if entryID.cache.storeIfCurrent(entry, for: entryID.key, of: order.image.revision) {
                    noteStore(entry, entryID, &effects)
                }
            }
            if job.awaited.isEmpty { remove(id, &effects) } else { effects.append(.flush(id, job.awaited)) }
        }
        startWhatMayStart(&effects)
        return effects
    }

    /// Everything that somebody waits for is on disk.
    mutating func didFlush(_ id: JobID) -> [Effect] {
        var effects: [Effect] = []
        guard let job = forget(id) else { return [] }
        for id in job.loads {
            loads[id]?.timing.stages.append(job.timing.stage(.store, isShared: false, end: time.now))
            if let delivery = loads[id]?.held { end(id, delivery, &effects) }
        }
        return effects
    }
}

extension LoadPlan {
    /// See ``EncodeWork``.
    fileprivate func isWorthKeeping(_ image: Image, _ bytes: EncodedData?) -> Bool {
        // Who would let it play asks for the picture as it came, and never for what was encoded of it.
        guard context.storeCacheType.contains(.disk), !self.image.isOriginal, !self.image.variant.isAnimated,
            image.warning == nil,
            image.animation == nil, image.revision != nil,
            context.imageCoder == nil, bytes?.mayBeStored != false
        else { return false }
        // The entry could not say for which headers it is.
        if bytes == nil, cache.response(of: source).map({ $0.vary != Vary() }) == true { return false }
        switch bytes?.payload.origin {
        case .file, .url: return false  // it is read as quickly from where it is
        case .disk, .network, nil: break
        }
        let storedPart = defaults.configuration.storedThumbnailPart
        return image.isTransformed || Double(image.size.area) <= storedPart * Double(image.sourceSize.area)
    }
}

extension EncodeWork {
    /// What is kept on disk of bytes that were made of the image.
    fileprivate func entry(_ body: StoredBytes) -> DiskCache.Entry {
        bytes?.entry(body)
            ?? DiskCache.Entry(
                body: body, validators: Validators(entityTag: image.revision?.entityTag),
                fetchedDigest: image.revision?.digest)
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func addOnce(_ element: Element) { if !contains(element) { append(element) } }
}

extension ImageKey {
    /// What the disk calls this image.
    var diskKey: DiskKey { DiskKey(source: source, variant: diskVariant) }
}
