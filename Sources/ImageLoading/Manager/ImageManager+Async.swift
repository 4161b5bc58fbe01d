import Basis
import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// Returns the image of a URL. Callable from any thread. If a cached image is revalidated, as with
    /// ``ImageOptions/refreshCached``, returns the new image, else the cached one.
    ///
    /// Cancelling the task cancels the load, which then throws ``ImageError/cancelled``.
    public func image(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) async throws(ImageError) -> LoadedImage {
        var cached: LoadedImage?
        for await event in events(for: url, options: options, context: context) {
            switch event {
            case .progress, .preview: break
            case .cached(let image): cached = image
            case .finished(.success(let image)): return image
            case .finished(.failure(.cancelled)): throw .cancelled
            case .finished(.failure(let error)):
                guard let cached else { throw error }
                return cached
            case .unchanged:
                guard let cached else { throw .cancelled }  // impossible: `.unchanged` follows `.cached`
                return cached
            }
        }
        throw .cancelled  // only a cancelled task ends the stream without an end event
    }

    /// Returns the events of a load as a stream that ends with the load. Callable from any thread. Leaving the loop
    /// cancels the load.
    ///
    /// The stream is bounded: a slow reader gets only the latest progress and the latest preview.
    public func events(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> AsyncStream<ImageLoadEvent> {
        let id = makeLoadID()
        let buffer = EventBuffer()
        let canceller = LoadCanceller { [self] in
            buffer.close()
            guard leave(id) else { return }
            trace.record(TraceEvent(.cancel, load: id, url: url.absoluteString))
        }
        switch start(id, url, options, context, .stream(url, buffer)) {
        case .ended(let result):
            trace.record(TraceEvent(.finished(result), of: id, url: url.absoluteString))
            buffer.send(.finished(result))
        case .refreshing(let image, let begin):
            buffer.send(.cached(image))
            begin()
        case .started: break
        }
        // Only the stream holds the canceller: releasing the stream, or cancelling its task, cancels the load.
        return AsyncStream(
            unfolding: { await withExtendedLifetime(canceller) { buffer }.next() }, onCancel: { canceller.cancel() })
    }

    /// Loads an image and blocks until the load ends. Must not be called on the main thread of a program with a main
    /// loop.
    public func waitForImage(
        _ url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> Result<LoadedImage, ImageError> {
        let done = DispatchFlag()
        let result = Lock<Result<LoadedImage, ImageError>>(.failure(.cancelled))
        Task {
            do throws(ImageError) {
                let image = try await image(for: url, options: options, context: context)
                result.withLock { $0 = .success(image) }
            } catch {
                result.withLock { $0 = .failure(error) }
            }
            done.set()
        }
        done.wait()
        return result.withLock { $0 }
    }
}
