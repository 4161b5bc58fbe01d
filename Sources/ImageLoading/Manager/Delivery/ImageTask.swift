import Dispatch
import FoundationEssentials
import HalftoneCore
import ImageCoding

/// The handle of a load that is awaited. Safe from any thread.
///
/// ```swift
/// let task = manager.task(for: url, options: .progressiveLoad)
/// for await case .preview(let image) in task.events { show(image) }
/// show(try await task.value)
/// ```
///
/// The load is cancelled when its handle and its events are released before its end.
public final class ImageTask: Sendable {
    /// The number of the load in the trace.
    public let id: Int
    /// The URL as requested.
    public let url: URL
    private let manager: ImageManager
    private let buffer: EventBuffer

    init(_ id: Int, _ url: URL, _ manager: ImageManager, _ buffer: EventBuffer) {
        (self.id, self.url, self.manager, self.buffer) = (id, url, manager, buffer)
    }

    deinit { cancel() }

    /// The events from the start to the end of the load, for one reader. A slow reader gets only the latest progress and
    /// the latest preview. Leaving the loop while nothing holds the task cancels the load, and so does cancelling the
    /// Swift task that reads.
    public var events: AsyncStream<ImageLoadEvent> {
        AsyncStream(unfolding: { [self] in await buffer.next() }, onCancel: { [self] in cancel() })
    }

    /// The image. If a cached one is revalidated, as with ``ImageOptions/refreshCached``, the new image, else the cached
    /// one. Can be awaited more than once, and beside ``events``. Cancelling a Swift task that awaits it cancels the
    /// load. Throws `CancellationError` if the load was cancelled by that or by ``cancel()``; otherwise ``ImageError``,
    /// which is ``ImageError/cancelled`` if ``ImageManager/cancelAll()`` ended the load.
    public var value: LoadedImage { get async throws { try await value(nil) } }

    /// Changes the priority of the load, at whatever stage it is.
    public func setPriority(_ priority: ImagePriority) { manager.setPriority(priority, of: id) }

    /// Cancels the load: its events end without a result. Stops work that no other load waits for. Does nothing after
    /// the end.
    public func cancel() {
        buffer.close()
        guard manager.leave(id) else { return }
        manager.trace.record(TraceEvent(.cancel, load: id, url: url.absoluteString))
    }

    // MARK: - For the manager

    func value(_ progress: ImageManager.DownloadProgress?) async throws -> LoadedImage {
        guard let image = try await end(progress) else { throw ImageError.cancelled }  // impossible: it loads an image
        return image
    }

    /// Returns the bytes of a load that makes no image.
    func bytes(_ progress: ImageManager.DownloadProgress?) async throws -> [UInt8] {
        _ = try await end(progress)
        guard let body = buffer.bytes else { throw ImageError.notInCache }
        return body.all
    }

    private func end(_ progress: ImageManager.DownloadProgress?) async throws -> LoadedImage? {
        await withTaskCancellationHandler {
            while let progress, let event = await buffer.next() {
                if case .progress(let received, let expected) = event { progress(received, expected) }
            }
            await buffer.waitForEnd()
        } onCancel: {
            cancel()
        }
        switch buffer.result {
        case .success(let image): return image
        case .failure(let error) where error != .cancelled || !Task.isCancelled: throw error
        case .failure, nil: throw CancellationError()
        }
    }

    /// Blocks until the load ends.
    @available(*, noasync)
    func wait() -> Result<LoadedImage, ImageError> {
        let done = DispatchSemaphore(value: 0)
        Task { [buffer] in
            await buffer.waitForEnd()
            done.signal()
        }
        withExtendedLifetime(self) { done.wait() }  // its release would cancel the load
        switch buffer.result {
        case .success(let image?): return .success(image)
        case .failure(let error): return .failure(error)
        case .success(nil), nil: return .failure(.cancelled)
        }
    }
}
