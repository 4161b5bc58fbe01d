import HalftoneCore
import ImageCoding

/// Asynchronous operations on chosen tiers of a cache. Each completion handler runs exactly once: before the call
/// returns if no disk is involved, else on the cache's executor.
extension ImageCache {
    // MARK: - Store

    /// Stores an image in memory before this returns, and its bytes on disk. Without `bytes` the executor encodes the
    /// image: an animation as its original bytes, else in its own format, else as `ImageCodersManager` chooses.
    ///
    /// The completion handler gets the encoding error, if any. A `nil` key stores nothing.
    public func store(
        _ image: Image?, bytes: [UInt8]? = nil, extended: [UInt8]? = nil, for key: ImageKey?,
        in type: CacheType = .all, coders: ImageCodersManager = .shared, encoding: EncodeOptions = EncodeOptions(),
        completion: @escaping @Sendable (ImageCodingError?) -> Void = { _ in }
    ) {
        guard let key else { return completion(nil) }
        // Other bytes than those it was made of may come with the image.
        if let image, type.contains(.memory) { store(bytes == nil ? image : image.withoutRevision, for: key) }
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

    /// Removes one image: from memory before this returns, and its bytes from disk. A `nil` key removes nothing.
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

    /// Reports which of these tiers has an image, the faster one if both.
    public func contains(
        _ key: ImageKey?, in type: CacheType = .all, completion: @escaping @Sendable (CacheType) -> Void
    ) {
        guard let key else { return completion(.none) }
        guard type.contains(.disk), tiers.contains(.disk) else { return completion(tier(of: key, in: type)) }
        executor.run { [self] in completion(tier(of: key, in: type)) }
    }

    /// Removes everything from these tiers, from memory before this returns.
    public func clear(_ type: CacheType, completion: @escaping @Sendable () -> Void = {}) {
        dropAll(from: type)
        guard type.contains(.disk), tiers.contains(.disk) else { return completion() }
        executor.run { [self] in
            flush()
            completion()
        }
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
