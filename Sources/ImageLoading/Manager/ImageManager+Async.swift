import Basis
import FoundationEssentials
import ImageCoding

extension ImageManager {
    /// The image of a URL, from anywhere. With ``ImageOptions/refreshCached`` it is the refreshed image, or the cached
    /// one if the refresh brought nothing.
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
                guard let cached else { throw .cancelled }  // it cannot be: only a cached image is unchanged
                return cached
            }
        }
        throw .cancelled  // the stream ends without an end only when its task is cancelled
    }

    /// What happens to a load, from anywhere; the stream ends with the load. Leaving the loop cancels it.
    ///
    /// Nothing piles up for a slow reader: of progress and of previews it gets the latest.
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
        switch start(id, url, options, context, .anywhere(url, buffer)) {
        case .failed(let error):
            trace.record(TraceEvent(.fail, load: id, url: url.absoluteString, error: error.description))
            buffer.send(.finished(.failure(error)))
        case .hit(let hit):
            trace.record(TraceEvent(.complete, load: id, url: url.absoluteString))
            buffer.send(
                .finished(
                    .success(
                        LoadedImage(
                            image: hit.image, cacheType: hit.cacheType, url: url, isFinal: true, body: hit.data))))
        case .refreshing(let hit, let begin):
            buffer.send(
                .cached(LoadedImage(image: hit.image, cacheType: hit.cacheType, url: url, isFinal: false)))
            begin()
        case .started: break
        }
        // The stream holds the canceller, and nobody else does: it is pulled when the stream is let go, or its task cancelled.
        return AsyncStream(
            unfolding: { await withExtendedLifetime(canceller) { buffer }.next() }, onCancel: { canceller.cancel() })
    }

    /// Loads an image and blocks until it is there. Never on the main thread of a program that has a main loop.
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
