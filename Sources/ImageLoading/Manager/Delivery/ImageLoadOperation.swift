import Basis
import FoundationEssentials
import ImageCoding

/// A load that is under way, for the one who asked for it.
///
/// Its completion runs on the main actor and says its end exactly once: image, error or `.cancelled`. With
/// ``ImageOptions/refreshCached`` a cached image comes before that, with `isFinal == false`; then the end is said only if
/// the remote changed or the refresh failed, and the load ends silently if it is unchanged or cancelled.
@MainActor
public final class ImageLoadOperation {
    /// Hears of bytes that arrived; `expected` is `nil` while the server has not said how many there will be.
    public typealias Progress = @MainActor (_ received: Int, _ expected: Int?) -> Void
    /// Gets an image or the end; see the type for how often.
    public typealias Completion = @MainActor (Result<LoadedImage, ImageError>) -> Void

    /// The number of the load in the trace.
    public nonisolated let id: Int
    /// The URL as it was requested.
    public nonisolated let url: URL?
    /// Whether ``cancel()`` ended the load.
    public private(set) var isCancelled = false
    /// Whether the load has ended, in whatever way. Set before the completion hears of it.
    public private(set) var isFinished = false
    /// Where the time went, once it has ended; `nil` for what was there at once, and for a load that was cancelled.
    public private(set) var metrics: LoadMetrics?
    private let manager: ImageManager
    private var progress: Progress?
    private var completion: Completion?
    /// Hears of an end that has nothing to show; of use only where that is news.
    private var whenUnchanged: (@MainActor () -> Void)?
    /// Whether a cached image has been delivered: a cancelled refresh then ends silently.
    private var hasDelivered = false

    init(
        id: Int, url: URL?, manager: ImageManager, progress: Progress?, completion: @escaping Completion,
        whenUnchanged: (@MainActor () -> Void)? = nil
    ) {
        self.id = id
        self.url = url
        self.manager = manager
        self.progress = progress
        self.completion = completion
        self.whenUnchanged = whenUnchanged
    }

    /// Ends the load with `.cancelled`; the completion runs before this returns, unless it has had a cached image. Work
    /// that nobody else waits for stops. After the end it does nothing.
    public func cancel() {
        guard !isFinished, manager.leave(id) else { return }
        isCancelled = true
        manager.trace.record(TraceEvent(.cancel, load: id, url: url?.absoluteString))
        finish(hasDelivered ? nil : .failure(.cancelled))
    }

    /// Moves the load before or behind others, at whatever stage it is.
    public func setPriority(_ priority: ImagePriority) { manager.setPriority(priority, of: id) }

    // MARK: - From the manager

    /// Something for this load arrived on the main actor. What comes after its end is dropped and counted.
    func receive(_ delivery: JobGraph.Delivery) {
        guard isStillWanted(delivery) else {
            if delivery.isResult { manager.trace.record(TraceEvent(.late, load: id, url: url?.absoluteString)) }
            return
        }
        switch delivery {
        case .progress(let received, let expected): progress?(received, expected)
        case .preview(let image): show(image)
        case .cached(let image, let cacheType): deliver(image, cacheType)
        case .image(let image, let cacheType, let data): complete(with: image, cacheType, data: data)
        case .unchanged:
            manager.trace.record(TraceEvent(.complete, load: id, url: url?.absoluteString))
            let whenUnchanged = whenUnchanged
            finish(nil)
            whenUnchanged?()
        case .failure(let error): fail(error)
        }
    }

    private func isStillWanted(_ delivery: JobGraph.Delivery) -> Bool {
        guard delivery.isEnd else { return manager.isAlive(id) }
        metrics = manager.claim(id, url)
        return metrics != nil
    }

    /// Delivers a cached image that is being refreshed.
    func deliver(_ image: Image, _ cacheType: CacheType) {
        hasDelivered = true
        show(image, cacheType)
    }

    private func show(_ image: Image, _ cacheType: CacheType = .none) {
        guard let url else { return }
        completion?(.success(LoadedImage(image: image, cacheType: cacheType, url: url, isFinal: false)))
    }

    func fail(_ error: ImageError) {
        manager.trace.record(
            TraceEvent(.fail, load: id, url: url?.absoluteString, error: error.description))
        finish(.failure(error))
    }

    func complete(with image: Image, _ cacheType: CacheType, data: StoredBytes?) {
        guard let url else { return }  // an image always came from a URL
        manager.trace.record(TraceEvent(.complete, load: id, url: url.absoluteString))
        finish(
            .success(
                LoadedImage(
                    image: image, cacheType: cacheType, url: url, isFinal: true, body: data, metrics: metrics)))
    }

    /// `nil`: the end brings nothing new.
    private func finish(_ result: Result<LoadedImage, ImageError>?) {
        isFinished = true
        // Released before the call: a completion often holds the view that holds this operation.
        let completion = completion
        self.completion = nil
        whenUnchanged = nil
        progress = nil
        if let result { completion?(result) }
    }
}
