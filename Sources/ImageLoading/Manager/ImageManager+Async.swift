import FoundationEssentials
import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Called with 0 and `nil` if the load does not end at once, then when bytes have arrived, at most ten times a second.
    /// `expected` is `nil` while the server has not stated the total.
    public typealias DownloadProgress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    /// Starts a load and returns its handle. Callable from any thread.
    public func task(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> ImageTask {
        task(of: .image, for: url, options, context) { _, _ in }  // the events have the progress
    }

    private func task(
        of product: LoadPlan.Product, for url: URL, _ options: ImageOptions, _ context: ImageContext,
        _ progress: DownloadProgress?
    ) -> ImageTask {
        let id = makeLoadID()
        let buffer = EventBuffer(wantsProgress: progress != nil)
        switch start(id, url, options, context, .stream(url, buffer), product: product) {
        case .ended(let result):
            trace.record(TraceEvent(.finished(result), of: id, url: url.absoluteString))
            buffer.send(.finished(result))
        case .cached, .started: progress?(0, nil)
        }
        return ImageTask(id, url, self, buffer)
    }

    /// Returns the image of a URL: the ``ImageTask/value`` of a new task. Callable from any thread.
    ///
    /// Progress is reported on any thread, in order.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; otherwise ``ImageError``.
    public func image(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: DownloadProgress? = nil
    ) async throws -> LoadedImage {
        try await task(of: .image, for: url, options, context, progress).value(progress)
    }

    /// Loads an image and blocks until the load ends. Must not be called on the main thread of a program with a main
    /// loop, nor from a task, whose thread the load may need.
    @available(*, noasync, message: "await image(for:) instead")
    public func waitForImage(
        _ url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> Result<LoadedImage, ImageError> {
        task(of: .image, for: url, options, context, nil).wait()
    }

    // MARK: - Bytes

    /// Returns the encoded bytes of the original image of a URL, from the disk cache or the loader, without decoding
    /// them. Callable from any thread. Bytes that no registered coder accepts are fetched anew if the disk had them, and
    /// an error if the loader has brought them. Loads of the same image share the fetch.
    ///
    /// The bytes are those received, and are stored on disk, in ``ImageContext/originalImageCache`` if there is one.
    /// With a cache serializer, the disk has the serializer's bytes: these are returned, but bytes from the loader are not
    /// stored, because the serializer needs the decoded image.
    ///
    /// Progress is reported on any thread, in order.
    ///
    /// - Throws: `CancellationError` if the task was cancelled; otherwise ``ImageError``.
    public func data(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: DownloadProgress? = nil
    ) async throws -> [UInt8] {
        try await task(of: .bytes, for: url, options, context, progress).bytes(progress)
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
