import Glibc
import ImageCoding
import Transfer

extension ImageManager {
    /// How much is done at once, what a picture may cost, and what holds for every load that says nothing else.
    public struct Configuration: Sendable {
        /// Disk reads at once. One disk thread keeps reads in the order of priority.
        public var maxConcurrentReads = 1
        /// Decodes at once: one a core.
        public var maxConcurrentDecodes = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        /// Bytes that all decodes in flight may hold together. What is larger runs alone. Half of it is a progressive
        /// JPEG of some 40 megapixels.
        public var maxDecodeBytes = 256_000_000
        /// What a picture may ask of the decoder.
        public var decodeLimits = DecodeLimits()
        /// Bytes of pixels with ``ImageOptions/scaleDownLargeImages``; what SDWebImage has on a telephone.
        public var scaleDownBytes = 60 << 20
        /// The shortest time between two previews of one picture. The eye has nothing of more, and each costs a decode
        /// of what has arrived.
        public var previewInterval = Duration.milliseconds(120)
        /// How long a URL that failed fails at once instead of being tried again, unless a load has
        /// ``ImageOptions/retryFailed``. SDWebImage does so until it is told otherwise.
        public var failurePeriods = FailurePeriods()
        /// A reduced image goes to disk, encoded, beside the bytes it was made of, if it has at most this part of the
        /// pixels of its picture: reading and decoding it must be much less work than decoding the picture anew. 0 keeps
        /// none, 1 all. What a transformer made is kept in any case.
        public var storedThumbnailPart = 0.25
        /// Pictures of which is remembered what HTTP said about them, so that an image in memory can be judged without a
        /// look at the disk. 10,000 are some megabytes, and several times the images that the memory cache holds; the
        /// disk knows about all the others.
        public var maxRememberedResponses = 10_000
        /// Runs on every picture whose request brings none.
        public var transformer: (any ImageTransformer)?
        /// Makes the bytes that go to disk.
        public var cacheSerializer: CacheSerializer?
        /// Makes, of the head of an answer, what lies beside the picture's bytes on disk: ``DiskCache/Entry/extended``. The
        /// images that are made of the bytes have it too, in ``PictureFacts/extended``, wherever the bytes are kept. It is
        /// called on any thread and must be quick; `nil` keeps nothing.
        public var extendedData: (@Sendable (TransferResponse) -> [UInt8]?)?
        /// Changes options and context of every load before anything else happens.
        public var optionsProcessor: OptionsProcessor?

        public init() {}
    }
}

extension ImageManager {
    /// What a picture may ask for, where a request brings no limits of its own: ``Configuration/decodeLimits``.
    public var decodeLimits: DecodeLimits { configuration.decodeLimits }
}
