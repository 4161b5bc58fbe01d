import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// Returns the encoded bytes of the original image of a URL, from the disk cache or the loader, without decoding
    /// them. Callable from any thread. Bytes that no registered coder accepts are fetched anew if the disk had them, and
    /// an error if the loader has brought them. Loads of the same image share the fetch.
    ///
    /// The bytes are those received, and are stored on disk, in ``ImageContext/originalImageCache`` if there is one.
    /// With a cache serializer, the disk has the serializer's bytes: these are returned, but bytes from the loader are not
    /// stored, because the serializer needs the decoded image.
    ///
    /// - Parameters:
    ///   - url: The address of the image.
    ///   - options: The options of the load. Default: none.
    ///   - context: The values that replace the manager's. Default: none.
    ///   - progress: As for ``image(for:options:context:progress:)``.
    /// - Throws: `CancellationError` if the task was cancelled; otherwise ``ImageError``.
    public func data(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: DownloadProgress? = nil
    ) async throws -> [UInt8] {
        let (events, buffer) = stream(of: .bytes, for: url, options, context, wantsProgress: progress != nil)
        for await event in events {
            switch event {
            case .progress(let received, let expected): progress?(received, expected)
            case .preview, .cached, .finished(.success): break  // of loads of images
            case .finished(.failure(let error)):
                if error == .cancelled, Task.isCancelled { throw CancellationError() }
                throw error
            case .unchanged:
                guard let body = buffer.bytes else { throw ImageError.notInCache }
                return body.all
            }
        }
        throw CancellationError()  // only a cancelled task ends the stream without an end event
    }
}

extension ImageContext {
    /// Changes the context to that of a load of the encoded bytes of the original: nothing is looked up or stored in
    /// memory, nor on disk what a serializer would have to make. `serializer`: the manager's.
    mutating func makeForBytes(serializer: ImageManager.CacheSerializer?) {
        if let cache = originalImageCache {
            (imageCache, originalImageCache) = (cache, nil)
            (queryCacheType, storeCacheType) = (originalQueryCacheType, originalStoreCacheType)
        }
        variant = ImageVariant()
        animation = .firstFrame
        (transformer, imageCoder, ignoresManagerTransformer) = (nil, nil, true)
        queryCacheType = queryCacheType.intersection(.disk)
        storeCacheType = cacheSerializer ?? serializer == nil ? storeCacheType.intersection(.disk) : []
    }
}
