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
struct KeepOrder: Sendable {
    let image: Image
    let request: LoadRequest
    /// What is known of the bytes it was made of, and for a serializer the bytes themselves; `nil` if it was made of an
    /// image in memory.
    var bytes: Encoded?
    /// Where the encoded image goes.
    var images: [Shelf]
    /// Where the serializer's bytes go in place of those that came.
    var originals: [Shelf]

    /// Bytes as they are to be written, and where.
    typealias Entry = (shelf: Shelf, body: StoredBytes)
}

// MARK: - At once

extension JobGraph {
    /// An image has been made: keeps it in memory, and its bytes as they came, on behalf of all that want it at this moment.
    /// Nothing is kept that no load wants any more, and nothing in a cache that has other bytes in force.
    mutating func keep(_ image: Image, of id: JobID, _ effects: inout [Effect]) {
        guard let job = jobs[id] else { return }
        let bytes = bytesJob(of: job)
        let waiting = tree(of: id).compactMap { loads[$0]?.request }
        var asked: Set<ImageCache> = []
        for request in waiting {
            for cache in request.caches where asked.insert(cache).inserted {
                if let bytes { admit(bytes, in: cache, isWhole: image.hasAllPixels, &effects) }
            }
            if bytes == nil { admit(image, for: request) }
        }
        var holders: Set<ImageCache> = []
        for request in waiting {
            keepInMemory(image, job, bytes.flatMap { jobs[$0]?.bytes }, for: request, &holders, &effects)
            if let bytes, !request.serializes { keep(bytes, image, for: request, &effects) }
        }
        if let bytes { jobs[bytes]?.inspection = .passed }
    }

    /// `holders`: the caches that have it by now.
    private mutating func keepInMemory(
        _ image: Image, _ job: Job, _ bytes: Encoded?, for request: Request, _ holders: inout Set<ImageCache>,
        _ effects: inout [Effect]
    ) {
        guard let key = job.image else { return }
        let (cache, tiers) = request.image == key ? (request.cache, request.stores) : request.placeOfStep(key)
        guard tiers.contains(.memory), mayBeInMemory(bytes, request), !holders.contains(cache),
            let leaving = cache.keep(image, for: key, begunAt: job.moment)
        else { return }
        holders.insert(cache)
        retire(.images(leaving))
        effects.append(
            .trace(
                TraceEvent(
                    .store, load: job.firstLoad, url: request.source, tier: .memory, bytes: image.cost)))
    }

    /// What came with `no-store` is not even kept in memory by who asked for the rules of HTTP.
    private func mayBeInMemory(_ bytes: Encoded?, _ request: Request) -> Bool {
        guard bytes?.mayBeStored == false else { return true }
        return !request.refresh.dependsOnAge
    }

    /// Keeps the bytes of a job on disk as they came, if they are new and whole.
    private mutating func keep(_ id: JobID, _ image: Image, for request: Request, _ effects: inout [Effect]) {
        guard let bytes = jobs[id]?.bytes, let place = placeOfBytes(bytes, image, for: request) else { return }
        _ = store(bytes: id, in: place, &effects)
    }

    /// Gives the bytes of a job to the disk of a cache as they came, once. Returns whether it has them.
    mutating func store(bytes id: JobID, in cache: ImageCache, _ effects: inout [Effect]) -> Bool {
        guard let job = jobs[id], let bytes = job.bytes else { return false }
        guard !job.storedIn.contains(cache) else { return true }
        let shelf = Shelf(cache: cache, key: DiskKey(source: job.request.source))
        let entry = bytes.entry(bytes.body)
        guard cache.keep(entry, for: shelf.key, of: bytes.revision) else { return false }
        jobs[id]?.storedIn.insert(cache)
        noteStore(entry, shelf, &effects)
        return true
    }

    func noteStore(_ entry: DiskCache.Entry, _ shelf: Shelf, _ effects: inout [Effect]) {
        let event = TraceEvent(.store, url: shelf.key.source, tier: .disk, bytes: entry.body.count)
        effects += [.trace(event), .write(shelf.cache)]
    }

    /// The cache that a load's bytes go into, if they are new and whole.
    private func placeOfBytes(_ bytes: Encoded, _ image: Image, for request: Request) -> ImageCache? {
        guard bytes.payload.origin == .network, image.hasAllPixels else { return nil }
        let (cache, tiers) = request.placeOfBytes
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
        let isCleared = admit(bytes, job.kind, in: cache, isWhole: isWhole, of: job.request.source, &effects)
        if isCleared { jobs[id]?.storedIn.remove(cache) }
    }

    /// Returns whether everything went from the disk of the cache.
    @discardableResult
    mutating func admit(
        _ bytes: Encoded, _ kind: Job.Kind, in cache: ImageCache, isWhole: Bool, of source: String,
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
    private mutating func admit(_ image: Image, for request: Request) {
        let (source, other) = (request.source, request.originalCache)
        guard let revision = image.revision, !request.cache.knows(source), other.mayStore(revision, of: source) else {
            return
        }
        let admitted = request.cache.admit(
            revision, of: source, by: .read(begunAt: Editions.moment(), mayReplace: false),
            response: other.response(of: source), clearsStorage: false)
        retire(.images(admitted.leaving))
    }
}

extension Editions.Evidence {
    /// The evidence as a cache sees it: a read of the disk of another says nothing about what is newer.
    fileprivate func seen(by cache: ImageCache, _ kind: JobGraph.Job.Kind) -> Editions.Evidence {
        guard case .read(let begunAt, _) = self, case .read(let shelf) = kind else { return self }
        return .read(begunAt: begunAt, mayReplace: shelf.cache == cache)
    }
}

// MARK: - What is encoded first

extension JobGraph {
    /// Images that wait to be encoded hold their pixels: this is a screen or two of them.
    private static let maximumOptionalStores = 64

    /// The job that writes what must be encoded first, or that somebody waits for; `nil` if there is nothing to do.
    mutating func storeJob(
        for image: Image, _ job: Job, _ bytes: Encoded?, _ effects: inout [Effect]
    ) -> JobID? {
        let requests = job.loads.compactMap { loads[$0]?.request }
        guard let first = requests.first else { return nil }
        var order = KeepOrder(image: image, request: first, bytes: bytes, images: [], originals: [])
        var awaited: [ImageCache] = []
        let isKept = bytesJob(of: job).map { jobs[$0]?.kind.isOfVariant == true } ?? false
        for request in requests {
            if !isKept, request.isWorthKeeping(image, bytes, storedPart),
                request.cache.mayStore(image.revision, of: request.source)
            {
                order.images.addOnce(Shelf(cache: request.cache, key: request.image.diskKey))
            }
            if request.serializes, let bytes, let cache = placeOfBytes(bytes, image, for: request),
                cache.mayStore(image.revision, of: request.source)
            {
                order.originals.addOnce(Shelf(cache: cache, key: DiskKey(source: request.source)))
            }
            if request.waitsForStore {
                awaited.addOnce(request.cache)
                awaited.addOnce(request.originalCache)
            }
        }
        if awaited.isEmpty, storeCount >= Self.maximumOptionalStores { order.images = [] }
        var store = Job(.store, first, for: job.firstLoad, at: now)
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
    mutating func flushJob(_ cache: ImageCache, for load: LoadID, _ request: Request, _ effects: inout [Effect])
        -> JobID
    {
        var store = Job(.store, request, for: load, at: now)
        store.awaited = [cache]
        return flush(store, &effects)
    }

    private mutating func flush(_ store: Job, _ effects: inout [Effect]) -> JobID {
        let id = add(store, isJoinable: false)
        jobs[id]?.timing.started = now
        effects.append(.flush(id, store.awaited))
        return id
    }

    /// An image has been encoded; its place is free. It is kept where its bytes are still in force.
    mutating func didEncode(_ id: JobID, _ entries: [KeepOrder.Entry]) -> [Effect] {
        var effects: [Effect] = []
        processors.finish(id)
        if let job = jobs[id], let order = job.order {
            jobs[id]?.order = nil
            for (shelf, body) in entries {
                let entry = order.entry(body)
                if shelf.cache.keep(entry, for: shelf.key, of: order.image.revision) {
                    noteStore(entry, shelf, &effects)
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
            loads[id]?.stages.append(job.timing.stage(.store, isShared: false, end: now))
            if let delivery = loads[id]?.held { end(id, delivery, &effects) }
        }
        return effects
    }
}

extension LoadRequest {
    /// Where an image on the way to the final one is kept: the picture as it came has a cache and tiers of its own.
    fileprivate func placeOfStep(_ key: ImageKey) -> (ImageCache, CacheType) {
        key.isOriginal ? (originalCache, originalStores) : (cache, stores)
    }

    /// See ``KeepOrder``.
    fileprivate func isWorthKeeping(_ image: Image, _ bytes: Encoded?, _ storedPart: Double) -> Bool {
        // Who would let it play asks for the picture as it came, and never for what was encoded of it.
        guard stores.contains(.disk), !self.image.isOriginal, !self.image.variant.isAnimated, image.warning == nil,
            image.animation == nil, image.revision != nil,
            making.coder == nil, bytes?.mayBeStored != false
        else { return false }
        // The entry could not say for which headers it is.
        if bytes == nil, cache.response(of: source).map({ $0.vary != Vary() }) == true { return false }
        switch bytes?.payload.origin {
        case .file, .url: return false  // it is read as quickly from where it is
        case .disk, .network, nil: break
        }
        return image.isTransformed || Double(image.size.area) <= storedPart * Double(image.sourceSize.area)
    }
}

extension KeepOrder {
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
