import HalftoneCore
import ImageCoding

/// An image to encode for the disk, and the entries to write.
///
/// The storing of loads:
/// - The original goes to disk as fetched and only once, after it proved to be an image, or lacks its decoder. An image
///   with missing pixels is not stored on disk, because the next attempt may be complete.
/// - The final image goes to memory.
/// - The final image also goes to disk, encoded, if that saves work: it was transformed, or has at most a quarter of the
///   pixels of its source, so that reading and decoding it is much cheaper. It has an entry of its own; the original is
///   never encoded anew or replaced by a smaller image.
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

extension ImageManager {
    /// Encodes what goes to disk, on a pool thread with a processor slot.
    func encode(_ id: JobGraph.JobID, _ work: EncodeWork) {
        let entries = encodedEntries(work)
        change { $0.graph.didEncode(id, entries) }
    }

    /// Returns the bytes to write, and where.
    private func encodedEntries(_ work: EncodeWork) -> [EncodeWork.Entry] {
        let plan = work.plan
        var entries: [EncodeWork.Entry] = []
        for entryID in work.originals {
            let made = plan.serializer.flatMap { $0(work.image, work.bytes.body.all, plan.url) }
            entries.append((entryID, made.map { StoredBytes($0) } ?? work.bytes.body))
        }
        if !work.images.isEmpty, let bytes = encodedImage(work) {
            entries += work.images.map { ($0, StoredBytes(bytes)) }
        }
        return entries
    }

    /// Returns the serializer's bytes, else the encoder's; `nil` if the image cannot be encoded and must be made each
    /// time.
    private func encodedImage(_ work: EncodeWork) -> [UInt8]? {
        let plan = work.plan
        if let bytes = plan.serializer?(work.image, nil, plan.url) { return bytes }
        return try? plan.defaults.coders.encode(work.image, as: nil, options: plan.context.encodeOptions)
    }
}

// MARK: - Under the lock

extension JobGraph {
    /// The most encoding jobs to which optional ones are added: 64 are a screen or two.
    private static let maxOptionalEncodings = 64
    /// The most bytes of pixels that wait for encoding, to which optional images are added.
    private static let maxOptionalBytes = 64_000_000

    /// Returns a job that encodes for the disk; `nil` if there is nothing to encode.
    mutating func encodingJob(
        for image: Image, _ job: Job, _ bytes: EncodedData
    ) -> JobID? {
        let waiting = job.loads.compactMap { loads[$0] }
        guard let first = waiting.first else { return nil }
        var work = EncodeWork(
            image: image, cost: image.cost, plan: first.plan, bytes: bytes, images: [], originals: [])
        for plan in waiting.map(\.plan) {
            let isFirst = work.images.isEmpty && work.originals.isEmpty
            if !bytes.isVariant, plan.isWorthStoring(image, bytes),
                plan.cache.mayStore(image.revision, of: plan.source)
            {
                work.images.appendIfAbsent(DiskEntryID(cache: plan.cache, key: plan.image.diskKey))
            }
            if plan.serializer != nil, image.hasAllPixels, let cache = bytesDestination(bytes, for: plan),
                cache.mayStore(image.revision, of: plan.source)
            {
                work.originals.appendIfAbsent(DiskEntryID(cache: cache, key: DiskKey(source: plan.source)))
            }
            if isFirst { work.plan = plan }
        }
        let isAwaited = waiting.contains(where: \.plan.waitsForStore)
        if !isAwaited, !mayAddEncoding(of: work.cost) { work.images = [] }
        guard !work.images.isEmpty || !work.originals.isEmpty else { return nil }
        var encoding = Job(.encoding, for: job.firstLoad, first)
        encoding.priority = isAwaited ? job.priority : .low
        // During a fast scroll, the images that were passed must not keep all their bytes.
        if work.originals.isEmpty { work.bytes.payload.body = [] }
        encoding.work = work
        let id = add(encoding, isShareable: false)
        encodingBytes += work.cost
        budget.reserveUnchecked(work.cost, for: id)
        processors.enqueue(id, priority: encoding.priority)
        return id
    }

    /// Returns whether an image of this many bytes may wait for encoding although no load waits for its store.
    private func mayAddEncoding(of bytes: Int) -> Bool {
        encodingCount < Self.maxOptionalEncodings
            && (encodingBytes == 0 || encodingBytes + bytes <= Self.maxOptionalBytes)
    }

    /// Handles an encoded image: frees its slot, stores it where its source bytes are still current, and has the loads
    /// that wait for it wait for the disks.
    mutating func didEncode(_ id: JobID, _ entries: [EncodeWork.Entry]) {
        processors.freeSlot(of: id)
        guard let job = forget(id), let work = job.work else { return }
        encodingBytes -= work.cost
        budget.release(id)
        for (entryID, body) in entries { _ = stage(work.bytes.entry(body), entryID, of: work.image.revision) }
        for load in job.loads {
            if case .encode(_, let event) = loads[load]?.state { flush(load, event) }
        }
    }

    /// Ends a load whose result is stored: with `.waitStoreCache` once the disks have written. `bytes`: its product, if
    /// that is not an image.
    mutating func endStored(_ id: LoadID, _ event: ImageLoadEvent, _ bytes: EncodedData? = nil) {
        guard loads[id]?.plan.waitsForStore == true else { return end(id, event, bytes) }
        flush(id, event, bytes)
    }

    private mutating func flush(_ id: LoadID, _ event: ImageLoadEvent, _ bytes: EncodedData? = nil) {
        guard let plan = loads[id]?.plan else { return }
        loads[id]?.state = .flush(event, bytes)
        effects.append(.flush(id, plan.caches))
    }

    /// Ends a load that waited for the disks.
    mutating func didFlush(_ id: LoadID) {
        guard case .flush(let event, let bytes) = loads[id]?.state else { return }
        end(id, event, bytes)
    }
}

extension LoadPlan {
    /// Returns whether an image is worth encoding for the disk; see ``EncodeWork``.
    fileprivate func isWorthStoring(_ image: Image, _ bytes: EncodedData) -> Bool {
        guard context.storeCacheType.intersection(cache.tiers).contains(.disk), !self.image.isOriginal, mayReadVariant,
            image.warning == nil, image.animation == nil, image.revision != nil, bytes.mayBeStored
        else { return false }
        switch bytes.payload.origin {
        case .file, .url: return false  // as quick to read from its source
        case .disk, .network: break
        }
        return image.isTransformed || 4 * image.size.area <= image.sourceSize.area
    }
}

extension Array where Element: Equatable {
    fileprivate mutating func appendIfAbsent(_ element: Element) { if !contains(element) { append(element) } }
}
