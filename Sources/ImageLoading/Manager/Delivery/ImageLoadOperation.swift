import HalftoneCore
import FoundationEssentials

/// The handle of one load.
///
/// The completion runs on the main actor and receives the end exactly once: an image, an error or `.cancelled`.
/// Previews, and a cached image that is being revalidated, come before it with `isFinal == false`. After a cached
/// image, the load ends silently if the image is unchanged or the load is cancelled; a failed revalidation is reported,
/// except with ``HTTPPolicy/staleWhileRevalidate``.
@MainActor
public final class ImageLoadOperation {
    /// Called with 0 and `nil` if the load does not end at once, then when bytes have arrived, at most ten times a second.
    /// `expected` is `nil` while the server has not stated the total.
    public typealias Progress = @MainActor (_ received: Int, _ expected: Int?) -> Void
    /// Called with an image or the end; see ``ImageLoadOperation`` for how often.
    public typealias Completion = @MainActor (Result<LoadedImage, ImageError>) -> Void

    /// The number of the load in the trace.
    public nonisolated let id: Int
    /// The URL as requested.
    public nonisolated let url: URL?
    /// Whether ``cancel()`` ended the load.
    public private(set) var isCancelled = false
    /// Whether the load has ended, in any way. Set before the completion runs.
    public private(set) var isFinished = false
    nonisolated let wantsProgress: Bool
    private let manager: ImageManager
    private var progress: Progress?
    private var completion: Completion?
    /// Called when the load ends unchanged; used by loads that only store bytes.
    private var whenUnchanged: (@MainActor () -> Void)?
    private var hasStarted = false
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
        wantsProgress = progress != nil
        self.completion = completion
        self.whenUnchanged = whenUnchanged
    }

    /// Ends the load with `.cancelled`; the completion runs before this returns, unless it has received a cached image.
    /// Stops work that no other load waits for. Does nothing after the end.
    public func cancel() {
        guard !isFinished, manager.leave(id) || !hasStarted else { return }
        isCancelled = true
        manager.trace.record(TraceEvent(.cancel, load: id, url: url?.absoluteString))
        complete(hasDelivered ? nil : .failure(.cancelled))
    }

    /// Changes the priority of the load, at whatever stage it is.
    public func setPriority(_ priority: ImagePriority) { manager.setPriority(priority, of: id) }

    // MARK: - From the manager

    /// Delivers the results that were available when the load was started.
    func follow(_ start: ImageManager.Start) {
        hasStarted = true
        guard !isFinished else {
            _ = manager.leave(id)  // the program has cancelled the load in a call that its start made
            return
        }
        switch start {
        case .ended(let result): return end(.finished(result))
        case .cached(let image): deliver(image)  // the completion may cancel the load
        case .started: break
        }
        progress?(0, nil)
    }

    /// Handles an event on the main actor. After the end, events are dropped, and results counted as late. A failure is no
    /// end if the load has another URL.
    func receive(_ event: ImageLoadEvent) {
        if let start = manager.startNext(id, after: event, .operation(self)) { return follow(start) }
        guard event.isEnd ? manager.claim(id) : manager.isAlive(id) else {
            if event.update == nil { manager.trace.record(TraceEvent(.late, load: id, url: url?.absoluteString)) }
            return
        }
        switch event {
        case .progress(let received, let expected): progress?(received, expected)
        case .preview(let image):
            guard let url else { return }  // an image always came from a URL
            completion?(.success(LoadedImage(image: image, cacheType: .none, url: url, isFinal: false)))
        case .cached(let image): deliver(image)
        case .finished, .unchanged: end(event)
        }
    }

    /// Delivers a cached image that is being revalidated.
    private func deliver(_ image: LoadedImage) {
        hasDelivered = true
        completion?(.success(image))
    }

    /// Ends the load with its last event.
    private func end(_ event: ImageLoadEvent) {
        manager.trace.record(TraceEvent(event, of: id, url: url?.absoluteString))
        guard case .finished(let result) = event else {
            let whenUnchanged = whenUnchanged
            complete(nil)
            whenUnchanged?()
            return
        }
        complete(result)
    }

    /// Ends the load; silently if `result` is `nil`.
    private func complete(_ result: Result<LoadedImage, ImageError>?) {
        isFinished = true
        // Released before the call: a completion often holds the view that holds this operation.
        let completion = completion
        self.completion = nil
        whenUnchanged = nil
        progress = nil
        if let result { completion?(result) }
    }
}
