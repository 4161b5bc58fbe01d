import Glibc
import HalftoneCore
import ImageCoding
import Transfer

extension ImageManager {
    /// The concurrency, the limits, and the settings of loads that set nothing else.
    public struct Configuration: Sendable {
        /// Maximum number of concurrent disk reads. One thread keeps reads in the order of priority; a ``DiskCache`` reads
        /// one entry at a time.
        public var maxConcurrentReads = 1
        /// Maximum number of concurrent decodes. Default: one per core.
        public var maxConcurrentDecodes = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        /// Maximum number of bytes that all running decodes hold together. A larger decode runs alone. A progressive
        /// JPEG of about 40 megapixels takes half of the default.
        public var maxDecodeBytes = 256_000_000
        /// Limits for decoding one image, unless its request has limits of its own.
        public var decodeLimits = DecodeLimits()
        /// Maximum bytes of pixels with ``ImageOptions/scaleDownLargeImages``. The default is SDWebImage's on a phone.
        public var scaleDownBytes = 60 << 20
        /// Minimum time between two previews of one image. More are hardly visible, and each costs a decode of the
        /// received bytes.
        public var previewInterval = Duration.milliseconds(120)
        /// Returns the cache key of a URL. Images cached under other keys are not found any more.
        public var cacheKeyFilter: CacheKeyFilter = ImageManager.standardCacheKey
        /// The transformer of requests that bring none.
        public var transformer: (any ImageTransformer)?
        /// Returns the bytes to store on disk, unless a request has a serializer of its own. `nil` (default) stores the
        /// received bytes, or those of the encoder.
        public var cacheSerializer: CacheSerializer?
        /// Returns the program's own data about a response, stored beside the bytes on disk
        /// (``DiskCache/Entry/extended``). Images made of the bytes have it in `ImageMetadata.extended`, wherever the
        /// bytes are stored. Called on any thread; must be quick. `nil` stores nothing.
        public var extendedData: (@Sendable (TransferResponse) -> [UInt8]?)?
        /// Changes the options and context of every load before anything else happens.
        public var optionsProcessor: OptionsProcessor?

        /// The clock, and the threads that read and decode. Default: pools of their own.
        package var time: any TimeSource = SystemTime()
        package var readExecutor: (any WorkExecutor)?
        package var decodeExecutor: (any WorkExecutor)?

        /// Creates the default configuration.
        public init() {}
    }
}
