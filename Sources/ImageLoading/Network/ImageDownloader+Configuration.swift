import HalftoneCore
import Transfer

extension ImageDownloader {
    /// Limits on the bytes and the memory of downloads.
    public struct Limits: Sendable, Equatable {
        /// Maximum bytes of one image. Default 200 MB; the largest photographs are below 100 MB.
        public var bytes = 200_000_000
        /// Maximum bytes of one image held in memory; a larger one goes to a temporary file. Default 4 MB: nearly every
        /// web image is smaller.
        public var memoryBytesOfOne = 4_000_000
        /// Maximum bytes of all downloads held in memory until their images are decoded; further ones go to temporary
        /// files. Default 24 MB: six of the largest.
        public var memoryBytes = 24_000_000

        var memory: MemoryAllowance.Limits { MemoryAllowance.Limits(one: memoryBytesOfOne, all: memoryBytes) }

        /// Creates the default limits.
        public init() {}
    }

    /// The settings of a downloader.
    public struct Configuration: Sendable {
        /// The number of concurrent downloads, and their order.
        public var queue = QueueLimits()

        /// Limits on bytes and memory.
        public var limits = Limits()

        /// Maximum time to connect, and then maximum time without received data. The clock starts with the transfer,
        /// not with the wait for a slot. Default 15 s, the usual value; zero or less restores it.
        public var timeout: Duration = .seconds(15) { didSet { if timeout <= .zero { timeout = .seconds(15) } } }

        /// Maximum time of one transfer. Default 10 minutes, enough for a large photograph over the slowest network in
        /// use.
        public var totalTimeout: Duration = .seconds(600)

        /// When a failed download is tried again. Default: never.
        public var retry = RetryPolicy.none

        /// Minimum fraction of an image, from 0 to 1, between progress reports, after which previews are made. Default 0:
        /// every piece is reported.
        public var minimumProgressInterval = 0.0 {
            didSet { minimumProgressInterval = min(max(0, minimumProgressInterval), 1) }
        }

        /// Accepted status codes; `nil` accepts any. The 304 that answers a conditional request is always accepted.
        public var acceptableStatusCodes: Set<Int>? = Set(200..<300)

        /// Accepted media types without parameters, such as `image/png`; `nil` accepts any. A response that names none
        /// is accepted.
        public var acceptableContentTypes: Set<String>?

        /// Credentials by origin, such as `https://example.com:8443`. Sent to that origin only.
        public var credentials: [String: TransferRequest.Credential] = [:]

        /// Client certificates by origin, such as `https://example.com:8443`. Sent to that origin only.
        public var clientCertificates: [String: TransferRequest.ClientCertificate] = [:]

        /// Changes requests that have no request modifier of their own. Default: none.
        public var requestModifier: DownloadRequestModifier?
        /// Changes the heads of responses to requests that have no response modifier of their own. Default: none.
        public var responseModifier: DownloadResponseModifier?
        /// Decrypts the bytes of requests that have no decryptor of their own. Default: none.
        public var decryptor: DownloadDecryptor?

        /// Minimum bytes for resuming a download: below 16 KB, starting over is faster than two more headers. Tests change
        /// it.
        var minPartialBytes = 16 << 10

        /// The directories for the temporary files of large downloads; the first usable one is taken. Tests change them.
        var temporaryDirectories = TemporaryFile.directories

        /// Creates the default configuration.
        public init() {}
    }
}
