import ImageCoding

/// What goes into the caches.
///
/// The bytes go to disk as they came, once they have proved to be a picture, and once only. A picture with a part missing
/// is not kept there, because the next try may be whole. The final image goes to memory.
///
/// It goes to disk too, encoded, where that saves work: if it was transformed, or has at most a quarter of the pixels of
/// its picture. It has a place of its own there; the original is never written anew, and nothing small takes its place.
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
    /// The caches that must have written before a load ends.
    var awaited: [CacheReference]
}

/// What is kept at once when an image is there: memory, and bytes as they came.
struct Stores {
    var memory: [(cache: CacheReference, key: ImageKey)] = []
    var bytes: [(shelf: Shelf, bytes: Encoded)] = []
    /// Caches in which everything made of the picture's earlier bytes is outdated.
    var outdated: [(cache: CacheReference, extent: Outdating)] = []

    var isEmpty: Bool { memory.isEmpty && bytes.isEmpty && outdated.isEmpty }
}

/// What new bytes of a picture do to what a cache has of it.
enum Outdating: Sendable {
    /// They are the first, or not to be kept.
    case nothing
    /// The bytes before them had left; images that were made of those may be there still.
    case leftovers
    /// They take the place of others.
    case everything
}

extension JobGraph {
    /// An image has been made: what may be kept of it now?
    ///
    /// Asked before ``didMake(_:_:remembers:)``, so that whoever begins a load finds either the job or what it produced,
    /// and asked at the end, so that it counts what those want who joined meanwhile. Nothing is kept for nobody. If there is
    /// something to keep, a write begins (``beginWrite(_:of:from:removes:)``).
    mutating func claimStores(_ id: JobID, _ image: Image) -> Stores {
        var stores = Stores()
        guard let job = imageJobs[id], !tree(of: id).isEmpty, !isOutdated(job) else { return stores }
        defer {
            if !stores.isEmpty {
                beginWrite(id, of: job.request.source, from: job.bytes, removes: !stores.outdated.isEmpty)
            }
        }
        let bytes = job.bytes.flatMap { byteJobs[$0] }
        var kept: [CacheReference: Set<ImageKey>] = [:]
        for waiting in tree(of: id).compactMap({ loads[$0] }) {
            let load = waiting.request
            let isFinal = load.image == job.key.image
            let (cache, tiers) = isFinal ? (load.cache, load.stores) : load.placeOfStep(job.key.image)
            let audience =
                job.bytes == nil
                ? load.sourceAudience : Audience.name(of: load.headers, answeredWith: bytes?.bytes?.metadata)
            let key = job.key.image.sent(to: audience)
            if tiers.contains(.memory), mayBeInMemory(bytes, load), kept[cache, default: []].insert(key).inserted {
                stores.memory.append((cache, key))
            }
            guard let bytes, let place = placeOfBytes(bytes, image, for: load) else { continue }
            if let id = job.bytes { stores.outdated += outdate(by: id, for: waiting, isKept: place.isKept) }
            guard place.isKept, let id = job.bytes, byteJobs[id]?.storedIn.insert(place.cache).inserted == true
            else { continue }
            if let encoded = bytes.bytes, !load.serializes {
                stores.bytes.append((Shelf(cache: place.cache, key: DiskKey(source: load.source)), encoded))
            }
        }
        return stores
    }

    /// The caches from which everything must go that was made of earlier bytes than those of this job, on behalf of a load.
    /// Each is told once, and then ``outdate(_:by:)`` has been called.
    mutating func outdate(by newer: JobID, for load: Load, isKept: Bool) -> [(cache: CacheReference, extent: Outdating)]
    {
        let extent = outdating(by: newer, for: load, isKept: isKept)
        var outdated: [(cache: CacheReference, extent: Outdating)] = []
        for cache in load.request.cachesOfPicture where extent != .nothing {
            guard byteJobs[newer]?.hasOutdated.insert(cache).inserted == true else { continue }
            byteJobs[newer]?.storedIn.remove(cache)  // the bytes too, if somebody else had them stored
            outdate(load.request.source, by: newer)
            outdated.append((cache, extent))
        }
        return outdated
    }

    /// Whether ``outdate(by:for:isKept:)`` would name a cache, if the load's bytes are kept.
    func mustOutdate(by newer: JobID, for load: Load) -> Bool {
        guard outdating(by: newer, for: load, isKept: true) != .nothing else { return false }
        return byteJobs[newer].map { !$0.hasOutdated.isSuperset(of: load.request.cachesOfPicture) } == true
    }

    /// What the bytes of a fetch do to what a load's caches have.
    private func outdating(by bytes: JobID, for load: Load, isKept: Bool) -> Outdating {
        if load.replacesWhatIsKnown { return .everything }
        return isKept && byteJobs[bytes]?.isOfMissing == true ? .leftovers : .nothing
    }

    /// What came with `no-store` is not even kept in memory by who asked for the rules of HTTP.
    private func mayBeInMemory(_ bytes: ByteJob?, _ request: Request) -> Bool {
        guard bytes?.bytes?.mayBeStored == false else { return true }
        if case .whenStale = request.refresh { return false }
        if case .behindWhenStale = request.refresh { return false }
        return true
    }

    /// The cache that a load's bytes belong into, if they are new and whole.
    private func placeOfBytes(_ bytes: ByteJob, _ image: Image, for request: Request) -> (
        cache: CacheReference, isKept: Bool
    )? {
        guard let encoded = bytes.bytes, encoded.payload.origin == .network, image.warning == nil else { return nil }
        let (cache, tiers) = request.placeOfBytes
        return (cache, tiers.contains(.disk) && encoded.mayBeStored)
    }

    /// Images that wait to be encoded hold their pixels: this is a screen or two of them.
    private static let maximumOptionalKeeps = 64

    /// The job that writes what must be encoded first, or that somebody waits for; `nil` if there is nothing to do.
    mutating func keepJob(for image: Image, _ job: ImageJob, _ bytes: ByteJob?) -> JobID? {
        let requests = job.loads.compactMap { loads[$0]?.request }
        guard let first = requests.first else { return nil }
        let isOutdated = self.isOutdated(job)
        var order = KeepOrder(image: image, request: first, bytes: bytes?.bytes, images: [], originals: [], awaited: [])
        for request in requests {
            if !isOutdated, request.isWorthKeeping(image, bytes) {
                order.add(image: Shelf(cache: request.cache, key: request.image.diskKey))
            }
            if !isOutdated, request.serializes, let bytes, let place = placeOfBytes(bytes, image, for: request),
                place.isKept
            {
                order.add(original: Shelf(cache: place.cache, key: DiskKey(source: request.source)))
            }
            if request.waitsForStore { order.await([request.cache, request.originalCache]) }
        }
        if order.awaited.isEmpty, keepJobs.count >= Self.maximumOptionalKeeps { order.images = [] }
        guard !order.images.isEmpty || !order.originals.isEmpty || !order.awaited.isEmpty else { return nil }
        // A fling must not hold the bytes of all that it passed.
        if order.originals.isEmpty { order.bytes?.payload.bytes = [] }
        let id = makeJobID()
        keepJobs[id] = KeepJob(order: order, bytes: job.bytes, loads: [], timing: StageTiming(now))
        processors.enqueue(id, priority: order.awaited.isEmpty ? .low : job.priority)
        return id
    }

    /// What a job has encoded may be written, until ``endWrite(_:)``. `false`: newer bytes have come since it began.
    mutating func mayWrite(_ id: JobID) -> Bool {
        guard let job = keepJobs[id], !job.isOutdated else { return false }
        beginWrite(id, of: job.order.request.source, from: job.bytes)
        return true
    }

    /// Everything has been encoded; its place is free. What somebody waits for is still being written.
    mutating func didEncode(_ id: JobID) -> [Effect] {
        var effects: [Effect] = []
        processors.finish(id)
        startWhatMayStart(&effects)
        return effects
    }

    /// Everything that somebody waits for is on disk.
    mutating func didKeep(_ id: JobID) -> [Effect] {
        var effects: [Effect] = []
        guard let job = keepJobs.removeValue(forKey: id) else { return [] }
        retire(.keep(job))
        for id in job.loads {
            loads[id]?.stages.append(job.timing.stage(.store, isShared: false, end: now))
            if let delivery = loads[id]?.held { end(id, delivery, &effects) }
        }
        return effects
    }
}

extension JobGraph.Load {
    /// Whether other images of the picture may be there, made of bytes that are older than those it fetched.
    var replacesWhatIsKnown: Bool { request.reloads || hasImage || cached != nil }
}

extension LoadRequest {
    /// Images may be kept in another cache than the bytes that they are made of.
    fileprivate var cachesOfPicture: [CacheReference] { [placeOfBytes.cache, cache] }

    /// Where an image on the way to the final one is kept: the picture as it came has a cache and tiers of its own.
    fileprivate func placeOfStep(_ key: ImageKey) -> (CacheReference, CacheType) {
        key.isOriginal ? (originalCache, originalStores) : (cache, stores)
    }

    /// See ``KeepOrder``.
    fileprivate func isWorthKeeping(_ image: Image, _ bytes: JobGraph.ByteJob?) -> Bool {
        // Who would let it play asks for the picture as it came, and never for what was encoded of it.
        guard stores.contains(.disk), !self.image.isOriginal, !self.image.variant.isAnimated, image.warning == nil,
            image.animation == nil,
            making.coder == nil, bytes?.bytes?.mayBeStored != false
        else { return false }
        if bytes == nil, isSourceVarying { return false }  // the entry could not say whom it is for
        switch bytes?.bytes?.payload.origin {
        case .file, .url: return false  // it is read as quickly from where it is
        case .disk: if case .disk(let shelf) = bytes?.key, shelf.key.variant != nil { return false }
        case .network, nil: break
        }
        return image.isTransformed || 4 * image.size.area <= image.sourceSize.area
    }
}

extension KeepOrder {
    fileprivate mutating func add(image shelf: Shelf) { if !images.contains(shelf) { images.append(shelf) } }
    fileprivate mutating func add(original shelf: Shelf) { if !originals.contains(shelf) { originals.append(shelf) } }
    fileprivate mutating func await(_ caches: [CacheReference]) {
        for cache in caches where !awaited.contains(cache) { awaited.append(cache) }
    }
}

extension ImageKey {
    /// What the disk calls this image.
    var diskKey: DiskKey { DiskKey(source: source, variant: diskVariant) }
}
