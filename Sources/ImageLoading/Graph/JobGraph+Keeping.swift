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
    /// The caches that must have written before a load ends.
    var awaited: [ImageCache]

    /// Bytes as they are to be written, and where.
    typealias Entry = (shelf: Shelf, body: StoredBytes)
}

/// What is kept at once when an image is there: memory, and bytes as they came.
struct Stores {
    var memory: [(cache: ImageCache, key: ImageKey)] = []
    var bytes: [(shelf: Shelf, bytes: Encoded)] = []
    /// Caches whose disk may have something of other bytes than these, which goes; and whether others were known.
    var replaced: [(cache: ImageCache, revision: Revision, wasKnown: Bool)] = []
    /// Caches that have judged the bytes.
    var judged: Set<ImageCache> = []
    /// Images that have left memory.
    var leaving: [Image] = []

    /// Whether nothing changes on a disk.
    var isInMemoryAlone: Bool { bytes.isEmpty && replaced.isEmpty }

    mutating func add(_ job: JobGraph.ByteJob, in cache: ImageCache) {
        guard let encoded = job.bytes else { return }
        bytes.append((Shelf(cache: cache, key: DiskKey(source: job.request.source)), encoded))
    }
}

extension JobGraph {
    /// An image has been made: what is kept of it, on behalf of all that want it at this moment? Nothing is kept for no
    /// load, and nothing in a cache that has other bytes in force. Memory has to be changed in the same critical section,
    /// and ``didMake(_:_:remembers:)`` follows in it: a load that begins finds either the job or what it produced. For the
    /// disks a write begins (``beginWrite(of:changing:)``). `nil`: not now; the job has given its place to others
    /// (``startNext()``) and comes again as an effect.
    mutating func claimStores(_ id: JobID, _ image: Image) -> Stores? {
        var stores = Stores()
        guard let job = imageJobs[id] else { return stores }
        let source = job.request.source
        let waiting = tree(of: id).compactMap { loads[$0]?.request }
        guard !waiting.isEmpty else { return stores }
        guard !holdBack(id, image, of: source) else { return nil }
        let bytes = job.bytes.flatMap { byteJobs[$0] }
        for load in waiting {
            if let bytes = job.bytes { admit(bytes, for: load, isWhole: image.hasAllPixels, &stores) }
            if job.bytes == nil { admit(image, for: load, &stores) }
            let isFinal = load.image == job.key.image
            let (cache, tiers) = isFinal ? (load.cache, load.stores) : load.placeOfStep(job.key.image)
            let key = job.key.image
            if tiers.contains(.memory), mayBeInMemory(bytes, load), cache.mayStore(image.revision, of: source),
                image.revision != nil || imageIndex[job.key] == id,
                !stores.memory.contains(where: { $0.cache == cache && $0.key == key })
            {
                stores.memory.append((cache, key))
            }
            guard let bytes, let id = job.bytes, let place = placeOfBytes(bytes, image, for: load), place.isKept,
                !load.serializes, place.cache.mayStore(image.revision, of: source),
                byteJobs[id]?.storedIn.insert(place.cache).inserted == true
            else { continue }
            stores.add(bytes, in: place.cache)
        }
        begin(stores, of: source)
        return stores
    }

    /// What is in these is now put on the disks.
    mutating func begin(_ stores: Stores, of source: String) {
        guard !stores.isInMemoryAlone else { return }
        beginWrite(of: source, changing: Set(stores.replaced.map(\.cache) + stores.bytes.map(\.shelf.cache)))
        // Of a read whose bytes turn out to be no picture, the entry must not be removed once others take its place.
        for (shelf, _) in stores.bytes { if let job = byteIndex[.disk(shelf)] { byteJobs[job]?.isEvicted = true } }
    }

    /// What came with `no-store` is not even kept in memory by who asked for the rules of HTTP.
    func mayBeInMemory(_ bytes: ByteJob?, _ request: Request) -> Bool {
        guard bytes?.bytes?.mayBeStored == false else { return true }
        return !request.refresh.dependsOnAge
    }

    /// The cache that a load's bytes belong into, if they are new and whole.
    func placeOfBytes(_ bytes: ByteJob, _ image: Image, for request: Request) -> (
        cache: ImageCache, isKept: Bool
    )? {
        guard let encoded = bytes.bytes, encoded.payload.origin == .network, image.hasAllPixels else { return nil }
        let (cache, tiers) = request.placeOfBytes
        return (cache, tiers.contains(.disk) && encoded.mayBeStored)
    }

    /// Images that wait to be encoded hold their pixels: this is a screen or two of them.
    private static let maximumOptionalKeeps = 64

    /// The job that writes what must be encoded first, or that somebody waits for; `nil` if there is nothing to do.
    mutating func keepJob(for image: Image, _ job: ImageJob, _ bytes: ByteJob?) -> JobID? {
        let requests = job.loads.compactMap { loads[$0]?.request }
        guard let first = requests.first else { return nil }
        var order = KeepOrder(image: image, request: first, bytes: bytes?.bytes, images: [], originals: [], awaited: [])
        for request in requests {
            if request.isWorthKeeping(image, bytes, storedPart),
                request.cache.mayStore(image.revision, of: request.source)
            {
                order.add(image: Shelf(cache: request.cache, key: request.image.diskKey))
            }
            if request.serializes, let bytes, let place = placeOfBytes(bytes, image, for: request), place.isKept,
                place.cache.mayStore(image.revision, of: request.source)
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
        keepJobs[id] = KeepJob(order: order, loads: [], timing: StageTiming(now))
        processors.enqueue(id, priority: order.awaited.isEmpty ? .low : job.priority)
        return id
    }

    /// When what a job has encoded may be written: now, until ``endWrite(of:)``; or never, because the caches have other
    /// bytes in force.
    mutating func claimWrite(_ id: JobID, _ order: KeepOrder, _ entries: [KeepOrder.Entry]) -> Turn {
        guard keepJobs[id] != nil else { return .never }
        let entries = entries.filter { $0.shelf.cache.mayStore(order.image.revision, of: order.request.source) }
        guard !entries.isEmpty else { return .never }
        guard !holdBack(id, entries, of: order.request.source) else { return .later }
        beginWrite(of: order.request.source)
        return .now(entries)
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

extension LoadRequest {
    /// Where an image on the way to the final one is kept: the picture as it came has a cache and tiers of its own.
    fileprivate func placeOfStep(_ key: ImageKey) -> (ImageCache, CacheType) {
        key.isOriginal ? (originalCache, originalStores) : (cache, stores)
    }

    /// See ``KeepOrder``.
    fileprivate func isWorthKeeping(_ image: Image, _ bytes: JobGraph.ByteJob?, _ storedPart: Double) -> Bool {
        // Who would let it play asks for the picture as it came, and never for what was encoded of it.
        guard stores.contains(.disk), !self.image.isOriginal, !self.image.variant.isAnimated, image.warning == nil,
            image.animation == nil, image.revision != nil,
            making.coder == nil, bytes?.bytes?.mayBeStored != false
        else { return false }
        // The entry could not say for which headers it is.
        if bytes == nil, cache.response(of: source).map({ $0.vary != Vary() }) == true { return false }
        switch bytes?.bytes?.payload.origin {
        case .file, .url: return false  // it is read as quickly from where it is
        case .disk: if case .disk(let shelf) = bytes?.key, shelf.key.variant != nil { return false }
        case .network, nil: break
        }
        return image.isTransformed || Double(image.size.area) <= storedPart * Double(image.sourceSize.area)
    }
}

extension KeepOrder {
    fileprivate mutating func add(image shelf: Shelf) { if !images.contains(shelf) { images.append(shelf) } }
    fileprivate mutating func add(original shelf: Shelf) { if !originals.contains(shelf) { originals.append(shelf) } }
    fileprivate mutating func await(_ caches: [ImageCache]) {
        for cache in caches where !awaited.contains(cache) { awaited.append(cache) }
    }
}

extension ImageKey {
    /// What the disk calls this image.
    var diskKey: DiskKey { DiskKey(source: source, variant: diskVariant) }
}
