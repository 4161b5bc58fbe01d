import Basis
import ImageCoding

/// The verbs of a cache, each with the tiers it is meant for. Every completion runs exactly once: before the call returns
/// where no disk is asked, else on the cache's thread.
extension ImageCache {
    // MARK: - Query

    /// Looks for an image: in memory at once, then on disk, where its own bytes come before the original it can be made
    /// from. What was decoded is kept in memory if `keptTypes` has it.
    ///
    /// The disk alone never answers with an image from memory. No key is a miss.
    @discardableResult
    public func query(
        _ key: ImageKey?, from type: CacheType = .all, options: ImageCacheQueryOptions = [],
        keepingIn keptTypes: CacheType = .all, coders: ImageCodersManager = .shared,
        completion: @escaping @Sendable (CachedImage) -> Void
    ) -> ImageCacheQuery {
        let query = ImageCacheQuery(key, completion)
        guard let key else {
            query.finish(.none)
            return query
        }
        let inMemory = type.contains(.memory) ? imageInMemory(key, options) : nil
        let asksDisk = type.contains(.disk) && tiers.contains(.disk)
        guard asksDisk, inMemory == nil || options.contains(.memoryData) else {
            query.finish(inMemory.map { CachedImage(image: $0, type: .memory) } ?? .none)
            return query
        }
        let reading = DiskQuery(
            key: key, inMemory: inMemory, asksMemoryAgain: type.contains(.memory), options: options,
            keepsInMemory: keptTypes.contains(.memory), coders: coders, token: query.token)
        if options.contains(.waits) {
            query.finish(reading.run(in: self))
        } else {
            executor.run { [self] in
                guard !query.token.isCancelled else { return }
                query.finish(reading.run(in: self))
            }
        }
        return query
    }

    private func imageInMemory(_ key: ImageKey, _ options: ImageCacheQueryOptions) -> Image? {
        image(for: key).flatMap { $0.shown(as: options) }
    }

    // MARK: - Store

    /// Keeps an image in memory before this returns, and its bytes on disk. Without `bytes` the image is encoded there:
    /// an animation as it came, else in its own format, else as ``ImageCodersManager`` chooses.
    ///
    /// The completion gets what went wrong with the encoding. No key keeps nothing.
    public func store(
        _ image: Image?, bytes: [UInt8]? = nil, extended: [UInt8]? = nil, for key: ImageKey?,
        in type: CacheType = .all, coders: ImageCodersManager = .shared, encoding: EncodeOptions = EncodeOptions(),
        completion: @escaping @Sendable (ImageCodingError?) -> Void = { _ in }
    ) {
        guard let key else { return completion(nil) }
        if let image, type.contains(.memory) { store(image, for: key) }
        guard type.contains(.disk), tiers.contains(.disk), image != nil || bytes != nil else { return completion(nil) }
        executor.run { [self] in
            do throws(ImageCodingError) {
                let kept = if let bytes { bytes } else { try image?.bytesToKeep(coders, encoding) ?? [] }
                let digest = bytes == nil ? image?.revision?.digest : nil
                store(DiskCache.Entry(bytes: kept, extended: extended, fetchedDigest: digest), for: key.diskKey)
                flush()
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }

    // MARK: - Remove, contains, clear

    /// Forgets one image: in memory before this returns, on disk its bytes. No key forgets nothing.
    public func remove(
        _ key: ImageKey?, from type: CacheType, completion: @escaping @Sendable () -> Void
    ) {
        guard let key else { return completion() }
        if type.contains(.memory) { remove(key) }
        guard type.contains(.disk), tiers.contains(.disk) else { return completion() }
        executor.run { [self] in
            remove(key.diskKey)
            flush()
            completion()
        }
    }

    /// Says which of these tiers has an image, the faster one if both.
    public func contains(
        _ key: ImageKey?, in type: CacheType = .all, completion: @escaping @Sendable (CacheType) -> Void
    ) {
        guard let key else { return completion(.none) }
        guard type.contains(.disk), tiers.contains(.disk) else { return completion(tier(of: key, in: type)) }
        executor.run { [self] in completion(tier(of: key, in: type)) }
    }

    /// Forgets everything in these tiers.
    public func clear(_ type: CacheType, completion: @escaping @Sendable () -> Void = {}) {
        guard type.contains(.disk), tiers.contains(.disk) else {
            removeAll(from: type)
            return completion()
        }
        removeAll(from: type.intersection(.memory))  // memory at once
        executor.run { [self] in
            removeAll(from: .disk)
            completion()
        }
    }
}

/// The part of a query that blocks. A value: it does what it says where it is run.
private struct DiskQuery {
    let key: ImageKey
    /// What memory had, when only the bytes are wanted besides.
    let inMemory: Image?
    /// Somebody else may have decoded it while this waited.
    let asksMemoryAgain: Bool
    let options: ImageCacheQueryOptions
    let keepsInMemory: Bool
    let coders: ImageCodersManager
    let token: CancellationToken

    func run(in cache: ImageCache) -> CachedImage {
        if inMemory == nil, asksMemoryAgain,
            let image = cache.memory.look(key, isSecond: true).image?.shown(as: options)
        {
            return CachedImage(image: image, type: .memory)
        }
        let begunAt = cache.beginRead()
        let own = cache.entry(for: key.diskKey)
        // What a transformer makes cannot be made here.
        let canBeMade = key.transformer == nil && !key.isOriginal
        let entry = own ?? (canBeMade ? cache.entry(for: DiskKey(source: key.source)) : nil)
        guard let entry else { return inMemory.map { CachedImage(image: $0, type: .memory) } ?? .none }
        var result = CachedImage(bytes: entry.bytes, extended: entry.extended, type: .memory)
        if let inMemory {
            result.image = inMemory
            return result
        }
        guard !token.isCancelled, var image = decoded(entry.bytes, isFinal: own != nil) else {
            result.type = .none
            return result
        }
        let facts = entry.extended.map {
            PictureFacts(header: nil, exif: ExifFields(of: entry.bytes), extended: $0)
        }
        let isLabelled = own == nil || key.isOriginal || entry.fetchedDigest != nil
        image = image.with(facts, revision: isLabelled ? entry.revision : nil)
        (result.image, result.type) = (image, .disk)
        if keepsInMemory, !token.isCancelled, !options.contains(.firstFrameOnly) {
            keep(image, of: entry, readAt: begunAt, in: cache)
        }
        return result
    }

    /// Keeps an image in memory, unless other bytes than its own have come since they were read.
    private func keep(_ image: Image, of entry: DiskCache.Entry, readAt begunAt: Int, in cache: ImageCache) {
        if let revision = image.revision, image.hasAllPixels {
            _ = cache.admit(
                revision, of: key.source, by: .read(begunAt: begunAt, mayReplace: true), response: entry.response,
                clearsStorage: false)
        }
        _ = cache.storeIfCurrent(image, for: key, begunAt: begunAt)
    }

    /// `isFinal`: the bytes are those of the finished image, which is not reduced again. `nil`: they are no picture.
    private func decoded(_ bytes: [UInt8], isFinal: Bool) -> Image? {
        var decoding = isFinal && !key.isOriginal ? DecodeOptions() : key.variant.decodeOptions(limits: DecodeLimits())
        decoding.cancellation = token
        decoding.animation = options.contains(.animatedOnly) ? .frames : decoding.animation
        if options.contains(.firstFrameOnly) { decoding.animation = .firstFrame }
        return try? coders.decode(bytes, options: decoding)
    }
}

extension Image {
    /// The image as a query wants it; `nil` if it will not do.
    fileprivate func shown(as options: ImageCacheQueryOptions) -> Image? {
        if options.contains(.animatedOnly), animation == nil { return nil }
        return options.contains(.firstFrameOnly) ? still : self
    }

    fileprivate func bytesToKeep(
        _ coders: ImageCodersManager, _ options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        if let animation, !isTransformed { return animation.bytes }
        let ownFormat = format.flatMap { coders.encoder(for: $0) == nil ? nil : $0 }
        return try coders.encode(self, as: ownFormat, options: options)
    }
}
