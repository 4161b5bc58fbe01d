import HalftoneCore
import Transfer

/// A loader that combines several: of those that can load a request, the one added last gets it.
public final class ImageLoadersManager: ImageLoader {
    /// An identifier of an added loader.
    public struct Registration: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State {
        var loaders: [(registration: Registration, loader: any ImageLoader)] = []
        var lastNumber = 0
    }

    private let state = Lock(State())

    /// Creates a loader from others, in order of addition: the last one is tried first.
    public init(_ loaders: [any ImageLoader] = []) {
        for loader in loaders { add(loader) }
    }

    /// The loaders in order of addition. The last one is tried first.
    public var loaders: [any ImageLoader] { state.withLock { $0.loaders.map(\.loader) } }

    /// Adds a loader, which is tried before all others from now on.
    @discardableResult
    public func add(_ loader: any ImageLoader) -> Registration {
        state.withLock { state in
            state.lastNumber += 1
            let registration = Registration(number: state.lastNumber)
            state.loaders.append((registration, loader))
            return registration
        }
    }

    /// Removes a loader, whose running loads continue. A second call does nothing.
    public func remove(_ registration: Registration) {
        let loaders = loaders  // so that the loader is released after the unlock
        withExtendedLifetime(loaders) {
            state.withLock { $0.loaders.removeAll { $0.registration == registration } }
        }
    }

    public func canLoad(_ request: ImageRequest) -> Bool { loader(for: request) != nil }

    /// Starts a load. Without a suitable loader, it ends with ``ImageError/invalidURL`` before this returns.
    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        if let loader = loader(for: request) { return loader.load(request, events: events) }
        let load = OneStepLoad(events)
        load.finish(.failure(.invalidURL))
        return load
    }

    /// Returns whether any loader would block the URL: an error does not tell which loader it came from.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool {
        loaders.contains { $0.shouldBlockFailedURL(for: error) }
    }

    private func loader(for request: ImageRequest) -> (any ImageLoader)? { loaders.last { $0.canLoad(request) } }
}

extension MemoryAllowance {
    /// The memory of the bytes that loaders have made or decrypted, beside that of downloads, until they are decoded.
    static let loaders = MemoryAllowance(ImageDownloader.Limits().memory)
}

extension StoredBytes {
    /// Stores bytes in memory if the allowance has room for them, else in a temporary file, if one can be written.
    /// Blocking.
    init(_ bytes: [UInt8], within allowance: MemoryAllowance) {
        var buffer = SpillBuffer(allowance)
        _ = buffer.appendAndSpill(bytes)
        self = buffer.stored
    }
}

/// A load without intermediate steps. It ends exactly once: with a result or by `cancel`.
final class OneStepLoad: ImageLoaderTask {
    private let events: Lock<(@Sendable (ImageLoaderEvent) -> Void)?>

    init(_ events: @escaping @Sendable (ImageLoaderEvent) -> Void) { self.events = Lock(events) }

    var isOver: Bool { events.withLock { $0 == nil } }

    func finish(_ result: Result<Download, ImageError>) {
        let events = events.withLock { events in
            defer { events = nil }
            return events
        }
        events?(.finished(result, nil))
    }

    /// Ends the load with these bytes, decrypted on an executor if the request has a decryptor.
    func finish(
        _ picture: Result<Payload, ImageError>, decryptedFor request: ImageRequest, on executor: any WorkExecutor
    ) {
        guard let decryptor = request.decryptor, case .success(let payload) = picture else {
            return finish(picture.map(Download.fresh))
        }
        let head = TransferResponse(url: request.urlText, status: 200, expectedBytes: payload.body.count)
        executor.run { [self] in
            guard !isOver else { return }
            let decrypted = decryptor.decrypted(payload, payload.response ?? head, within: .loaders)
            // What was decrypted of a file that cannot be read is not the image.
            let failure = payload.body.failureDescription.map(ImageError.unreadableFile)
            finish((failure.map { .failure($0) } ?? decrypted).map(Download.fresh))
        }
    }

    func cancel() { finish(.failure(.cancelled)) }

    /// Does nothing: there is no queue to reorder.
    func setPriority(_ priority: ImagePriority) {}
}
