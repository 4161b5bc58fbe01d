import FoundationEssentials

/// Loads images before they are asked for, at low priority. Main actor only.
@MainActor
public final class ImagePrefetcher {
    private let manager: ImageManager
    private var operations: [ImageKey: ImageLoadOperation] = [:]

    public init(manager: ImageManager) { self.manager = manager }

    /// URLs that are being prefetched.
    public var runningCount: Int { operations.count }

    /// Starts to load what is neither in memory nor being prefetched.
    public func startPrefetching(_ urls: [URL], context: ImageContext) {
        for url in urls {
            let key = manager.key(for: url, context: context)
            guard operations[key] == nil, !manager.memoryCache.contains(key) else { continue }
            manager.trace.record(TraceEvent(.prefetch, row: context.row, url: url.absoluteString))
            let operation = manager.loadImage(url, options: .lowPriority, context: context) { [weak self] _ in
                self?.operations[key] = nil
            }
            if !operation.isFinished { operations[key] = operation }
        }
    }

    /// Gives up what is still running of these. A view that waits for the same image keeps it coming.
    public func cancelPrefetching(_ urls: [URL], context: ImageContext) {
        for url in urls { operations.removeValue(forKey: manager.key(for: url, context: context))?.cancel() }
    }

    /// Gives up everything that is still running.
    public func cancelAll() {
        let running = operations.values
        operations = [:]
        for operation in running { operation.cancel() }
    }
}
