import Basis
import ImageCoding

/// The web and the files of this machine, for a manager that was given a downloader and nothing else.
struct DownloadsAndFiles: ImageLoader {
    let downloader: ImageDownloader
    let executor: any WorkExecutor

    func canLoad(_ request: ImageRequest) -> Bool { isFile(request) || downloader.canLoad(request) }

    func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        guard isFile(request) else { return downloader.load(request, events: events) }
        let token = CancellationToken()
        let reader = FileReader(limit: downloader.limits.bytes)
        executor.run {
            guard !token.isCancelled else { return events(.finished(.failure(.cancelled), nil)) }
            let path = request.url.path(percentEncoded: false)
            events(.finished(reader.read(path).map { .fresh($0) }, nil))
        }
        return Reading(token: token)
    }

    func remembersFailure(_ error: ImageError) -> Bool { downloader.remembersFailure(error) }

    private func isFile(_ request: ImageRequest) -> Bool { request.url.scheme?.lowercased() == "file" }

    private struct Reading: ImageLoaderTask {
        let token: CancellationToken
        func cancel() { token.cancel() }
        func setPriority(_ priority: ImagePriority) {}
    }
}

extension ImageManager {
    /// A manager for the web and for files.
    public convenience init(
        downloader: ImageDownloader, memoryCache: MemoryCache = MemoryCache(), diskCache: DiskCache? = nil,
        coders: ImageCodersManager = .shared, configuration: Configuration = Configuration(),
        trace: Trace = Trace(), time: any TimeSource = SystemTime(), deliveries: DeliveryQueue = DeliveryQueue(),
        readExecutor: (any WorkExecutor)? = nil, decodeExecutor: (any WorkExecutor)? = nil,
        cacheKeyFilter: @escaping CacheKeyFilter = ImageManager.standardCacheKey
    ) {
        let readExecutor = readExecutor ?? WorkerPool(threads: configuration.maxConcurrentReads)
        self.init(
            loader: DownloadsAndFiles(downloader: downloader, executor: readExecutor), memoryCache: memoryCache,
            diskCache: diskCache, coders: coders, configuration: configuration, trace: trace, time: time,
            deliveries: deliveries, readExecutor: readExecutor, decodeExecutor: decodeExecutor,
            cacheKeyFilter: cacheKeyFilter)
    }
}
