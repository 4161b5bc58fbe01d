import FoundationEssentials
import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Called when bytes have arrived, at most ten times a second; `expected` is `nil` while the server has not stated the
    /// total.
    public typealias DownloadProgress = @Sendable (_ received: Int, _ expected: Int?) -> Void

    /// Returns the image of a URL. Callable from any thread. If a cached image is revalidated, as with
    /// ``ImageOptions/refreshCached``, returns the new image, else the cached one.
    ///
    /// - Parameters:
    ///   - url: The address of the image.
    ///   - options: The options of the load. Default: none.
    ///   - context: The values that replace the manager's. Default: none.
    ///   - progress: Called with the bytes received and the total, `nil` while the server has not stated it, on any
    ///     thread, in order. `nil` by default.
    /// - Throws: `CancellationError` if the task was cancelled, which cancels the load; otherwise ``ImageError``, which
    ///   is ``ImageError/cancelled`` if ``cancelAll()`` ended the load.
    public func image(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: DownloadProgress? = nil
    ) async throws -> LoadedImage {
        var cached: LoadedImage?
        let (events, _) = stream(of: .image, for: url, options, context, wantsProgress: progress != nil)
        for await event in events {
            switch event {
            case .progress(let received, let expected): progress?(received, expected)
            case .preview: break
            case .cached(let image): cached = image
            case .finished(.success(let image)): return image
            case .finished(.failure(let error)):
                if error == .cancelled, Task.isCancelled { throw CancellationError() }
                guard let cached, error != .cancelled else { throw error }
                return cached
            case .unchanged:
                guard let cached else { throw ImageError.cancelled }  // impossible: `.unchanged` follows `.cached`
                return cached
            }
        }
        throw CancellationError()  // only a cancelled task ends the stream without an end event
    }

    /// Returns the events of a load as a stream that ends with the load. Callable from any thread. Leaving the loop
    /// cancels the load.
    ///
    /// The stream is bounded: a slow reader gets only the latest progress and the latest preview.
    public func events(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> AsyncStream<ImageLoadEvent> {
        stream(of: .image, for: url, options, context).events
    }

    /// Starts a load. Returns its events, and the buffer in which they wait.
    func stream(
        of product: LoadPlan.Product, for url: URL, _ options: ImageOptions, _ context: ImageContext,
        wantsProgress: Bool = true
    ) -> (events: AsyncStream<ImageLoadEvent>, buffer: EventBuffer) {
        let id = makeLoadID()
        let buffer = EventBuffer(wantsProgress: wantsProgress)
        let canceller = LoadCanceller { [self] in
            buffer.close()
            guard leave(id) else { return }
            trace.record(TraceEvent(.cancel, load: id, url: url.absoluteString))
        }
        switch start(id, url, options, context, .stream(url, buffer), product: product) {
        case .ended(let result):
            trace.record(TraceEvent(.finished(result), of: id, url: url.absoluteString))
            buffer.send(.finished(result))
        case .cached, .started: break
        }
        // Only the stream holds the canceller: releasing the stream, or cancelling its task, cancels the load.
        let events = AsyncStream<ImageLoadEvent>(
            unfolding: { await withExtendedLifetime(canceller) { buffer }.next() }, onCancel: { canceller.cancel() })
        return (events, buffer)
    }

    /// Loads an image and blocks until the load ends. Must not be called on the main thread of a program with a main
    /// loop, nor from a task, whose thread the load may need.
    @available(*, noasync, message: "await image(for:) instead")
    public func waitForImage(
        _ url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> Result<LoadedImage, ImageError> {
        let done = DispatchFlag()
        let result = Lock<Result<LoadedImage, ImageError>>(.failure(.cancelled))
        Task {
            do {
                let image = try await image(for: url, options: options, context: context)
                result.withLock { $0 = .success(image) }
            } catch let error as ImageError {
                result.withLock { $0 = .failure(error) }
            } catch {}  // cancelled, as the result says already
            done.set()
        }
        done.wait()
        return result.withLock { $0 }
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
