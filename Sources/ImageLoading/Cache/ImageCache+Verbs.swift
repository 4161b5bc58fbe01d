import HalftoneCore
import ImageCoding

/// Asynchronous operations, by default on both tiers of a cache. Operations with SDWebImage's names also take a
/// completion handler, which runs exactly once: before the call returns if no disk is involved, else on the cache's
/// executor.
extension ImageCache {
    // MARK: - Store

    /// Stores an image in memory before this returns, and its bytes on disk. Without `bytes` the executor encodes the
    /// image: an animation as its original bytes, else in its own format, else as `ImageCodersManager` chooses.
    ///
    /// The completion handler gets the encoding error, if any. A `nil` key stores nothing.
    public func store(
        _ image: Image?, bytes: [UInt8]? = nil, extended: [UInt8]? = nil, for key: ImageKey?,
        in type: CacheType = .all, coders: ImageCodersManager = .shared, encoding: EncodeOptions = EncodeOptions(),
        completion: @escaping @Sendable (ImageCodingError?) -> Void
    ) {
        guard let key else { return completion(nil) }
        // Other bytes than those it was made of may come with the image.
        if let image, type.contains(.memory) { self[key] = bytes == nil ? image : image.withoutRevision }
        guard type.contains(.disk), tiers.contains(.disk), image != nil || bytes != nil else { return completion(nil) }
        executor.run { [self] in
            do throws(ImageCodingError) {
                let kept = if let bytes { bytes } else { try image?.bytesToStore(coders, encoding) ?? [] }
                let digest = bytes == nil ? image?.revision?.digest : nil
                write(DiskCache.Entry(bytes: kept, extended: extended, fetchedDigest: digest), for: key.diskKey)
                completion(nil)
            } catch {
                completion(error)
            }
        }
    }

    /// Stores an image in memory and its bytes on disk, where they are when this returns. Throws the encoding error; see
    /// ``store(_:bytes:extended:for:in:coders:encoding:completion:)``.
    public func store(
        _ image: Image?, bytes: [UInt8]? = nil, extended: [UInt8]? = nil, for key: ImageKey,
        in type: CacheType = .all, coders: ImageCodersManager = .shared, encoding: EncodeOptions = EncodeOptions()
    ) async throws(ImageCodingError) {
        let error = await withCheckedContinuation { end in
            store(image, bytes: bytes, extended: extended, for: key, in: type, coders: coders, encoding: encoding) {
                end.resume(returning: $0)
            }
        }
        if let error { throw error }
    }

    /// Stores an entry and waits until it is written, at first for earlier writes if these leave no room.
    private func write(_ entry: DiskCache.Entry, for key: DiskKey) {
        var attempts = 1
        while writes?.stage(entry, for: key) == false, attempts < 3 {
            flush()
            attempts += 1
        }
        flush()
    }

    // MARK: - Remove, contains, clear

    /// Removes one image: from memory, and its bytes from disk.
    public func remove(for key: ImageKey, from type: CacheType = .all) async {
        if type.contains(.memory) { self[key] = nil }
        guard type.contains(.disk) else { return }
        await runBlocking {
            $0.remove(key.diskKey)
            $0.flush()
        }
    }

    /// Returns which of these tiers has an image, the faster one if both, or `none`.
    public func contains(_ key: ImageKey, in type: CacheType = .all) async -> CacheType {
        let found = tier(of: key, in: type.intersection(.memory))
        guard found == .none, type.contains(.disk) else { return found }
        return await runBlocking { $0.tier(of: key, in: .disk) }
    }

    /// Removes everything from these tiers, from memory before this returns.
    public func clear(_ type: CacheType, completion: @escaping @Sendable () -> Void) {
        dropAll(from: type)
        guard type.contains(.disk), tiers.contains(.disk) else { return completion() }
        executor.run { [self] in
            flush()
            completion()
        }
    }

    /// Removes everything from these tiers.
    public func clear(_ type: CacheType = .all) async {
        await withCheckedContinuation { end in clear(type) { end.resume() } }
    }

    // MARK: - The disk

    /// Counts the entries of the disk cache and their bytes; zeros for another storage.
    public func calculateSize(completion: @escaping @Sendable (_ count: Int, _ bytes: Int) -> Void) {
        executor.run { [self] in
            let totals = diskTotals()
            completion(totals.count, totals.bytes)
        }
    }

    /// Returns the number of entries in the disk cache and their bytes; zeros for another storage.
    public func calculateSize() async -> (count: Int, bytes: Int) {
        await withCheckedContinuation { end in calculateSize { end.resume(returning: ($0, $1)) } }
    }

    /// Removes expired and surplus entries from the disk cache, as every write does; does nothing for another storage.
    public func deleteOldEntries() async { await runBlocking { $0.disk?.trim() } }

    private func runBlocking<Result: Sendable>(_ work: @escaping @Sendable (ImageCache) -> Result) async -> Result {
        await withCheckedContinuation { end in executor.run { [self] in end.resume(returning: work(self)) } }
    }
}

extension Image {
    fileprivate var withoutRevision: Image { revision == nil ? self : with(revision: nil) }

    fileprivate func bytesToStore(
        _ coders: ImageCodersManager, _ options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        if let animation, !isTransformed, !animation.bytes.isEmpty { return animation.bytes }
        let ownFormat = format.flatMap { coders.encoder(for: $0) == nil ? nil : $0 }
        return try coders.encode(self, as: ownFormat, options: options)
    }
}
