import HalftoneCore
import ImageCoding

extension ImageManager {
    /// Creates a manager for the web, for local files and for `data:` URLs.
    public convenience init(
        downloader: ImageDownloader, memoryCache: MemoryCache = MemoryCache(), diskCache: DiskCache? = nil,
        coders: ImageCodersManager = .shared, configuration: Configuration = Configuration(),
        trace: Trace = Trace(), time: any TimeSource = SystemTime(), deliveries: DeliveryQueue = DeliveryQueue(),
        readExecutor: (any WorkExecutor)? = nil, decodeExecutor: (any WorkExecutor)? = nil,
        cacheKeyFilter: @escaping CacheKeyFilter = ImageManager.standardCacheKey
    ) {
        // Files are read on the disk cache's executor: both wait for a disk.
        let readExecutor = readExecutor ?? WorkerPool(threads: configuration.maxConcurrentReads)
        let decodeExecutor = decodeExecutor ?? WorkerPool(threads: configuration.maxConcurrentDecodes)
        let files = FileLoader(
            limit: downloader.configuration.limits.bytes, executor: readExecutor, decryptions: decodeExecutor)
        let inside = DataURLLoader(executor: decodeExecutor)
        self.init(
            loader: ImageLoadersManager([files, inside, downloader]), memoryCache: memoryCache,
            diskCache: diskCache, coders: coders, configuration: configuration, trace: trace, time: time,
            deliveries: deliveries, readExecutor: readExecutor, decodeExecutor: decodeExecutor,
            cacheKeyFilter: cacheKeyFilter)
    }
}
