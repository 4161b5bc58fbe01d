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
            case .progress: break
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
    public func events(
        for url: URL, options: ImageOptions = [], context: ImageContext = ImageContext()
    ) -> AsyncStream<ImageLoadEvent> {
        let id = makeLoadID()
        let (stream, continuation) = AsyncStream.makeStream(of: ImageLoadEvent.self)
        let sink: @Sendable (ImageLoadEvent) -> Void = { event in
            continuation.yield(event)
            switch event {
            case .finished, .unchanged: continuation.finish()
            case .progress, .cached: break
            }
        }
        continuation.onTermination = { [self] reason in
            guard case .cancelled = reason, leave(id) else { return }
            trace.record(TraceEvent(.cancel, load: id, url: url.absoluteString))
        }
        switch start(id, url, options, context, .anywhere(url, sink)) {
        case .failed(let error):
            trace.record(TraceEvent(.fail, load: id, url: url.absoluteString, error: error.description))
            sink(.finished(.failure(error)))
        case .hit(let image):
            trace.record(TraceEvent(.complete, load: id, url: url.absoluteString))
            sink(.finished(.success(LoadedImage(image: image, cacheType: .memory, url: url, isFinal: true))))
        case .refreshing(let image, let begin):
            sink(.cached(LoadedImage(image: image, cacheType: .memory, url: url, isFinal: false)))
            begin()
        case .started: break
        }
        return stream
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
