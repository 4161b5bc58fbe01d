import Basis

/// Several loaders as one: the loader that was added last and can load a request gets it.
public final class ImageLoadersManager: ImageLoader {
    /// Names a loader that was added.
    public struct Registration: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State {
        var loaders: [(registration: Registration, loader: any ImageLoader)] = []
        var lastNumber = 0
    }

    private let state = Lock(State())

    public init(_ loaders: [any ImageLoader] = []) {
        for loader in loaders { add(loader) }
    }

    /// In the order in which they were added, which is the order from the last who is asked to the first.
    public var loaders: [any ImageLoader] { state.withLock { $0.loaders.map(\.loader) } }

    /// Adds a loader, which is asked before all others from now on.
    @discardableResult
    public func add(_ loader: any ImageLoader) -> Registration {
        state.withLock { state in
            state.lastNumber += 1
            let registration = Registration(number: state.lastNumber)
            state.loaders.append((registration, loader))
            return registration
        }
    }

    /// What it has begun goes on. Does nothing the second time.
    public func remove(_ registration: Registration) {
        let loaders = loaders  // so that the loader is let go of after the unlock
        withExtendedLifetime(loaders) {
            state.withLock { $0.loaders.removeAll { $0.registration == registration } }
        }
    }

    public func canLoad(_ request: ImageRequest) -> Bool { loader(for: request) != nil }

    /// Ends with ``ImageError/invalidURL``, before this returns, if no loader can load the request.
    public func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        if let loader = loader(for: request) { return loader.load(request, events: events) }
        let load = OneStepLoad(events)
        load.finish(.failure(.invalidURL))
        return load
    }

    /// Whether any of them does. An error no longer says whose it is.
    public func shouldBlockFailedURL(for error: ImageError) -> Bool {
        loaders.contains { $0.shouldBlockFailedURL(for: error) }
    }

    private func loader(for request: ImageRequest) -> (any ImageLoader)? { loaders.last { $0.canLoad(request) } }
}

/// A load that has nothing between its start and its end, which comes once: by the work or by a cancel.
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

    func cancel() { finish(.failure(.cancelled)) }

    /// There is nothing to overtake.
    func setPriority(_ priority: ImagePriority) {}
}
