import Basis
import Transfer

extension ImageDownloader {
    /// What a download may ask of the machine.
    public struct Limits: Sendable, Equatable {
        /// Bytes of one picture. The largest photographs are below 100 MB.
        public var bytes = 200_000_000
        /// Bytes of one picture that are held in memory; one with more goes to a temporary file. Nearly every picture of a
        /// web page is smaller.
        public var memoryBytesOfOne = 4_000_000
        /// Bytes of all downloads, until their pictures are decoded, that are held in memory; further ones go to
        /// temporary files. Six of the largest.
        public var memoryBytes = 24_000_000

        var memory: MemoryAllowance.Limits { MemoryAllowance.Limits(one: memoryBytesOfOne, all: memoryBytes) }

        public init() {}
    }

    /// How pictures are downloaded.
    public struct Configuration: Sendable {
        public var queue = QueueLimits()

        public var limits = Limits()

        /// How long a server may be silent: until there is a connection, and then without a single byte. The clock starts
        /// with the transfer and not with its wait for a place. 15 s, the usual patience; zero means the same.
        public var timeout: Duration = .seconds(15) { didSet { if timeout <= .zero { timeout = .seconds(15) } } }

        /// For one whole transfer. 10 minutes bring a large photograph through the slowest link in use.
        public var totalTimeout: Duration = .seconds(600)

        public var retry = RetryPolicy.none

        /// The part of a picture, from 0 to 1, that must have come between two reports of progress. 0 reports every piece.
        public var minimumProgressInterval = 0.0 {
            didSet { minimumProgressInterval = min(max(0, minimumProgressInterval), 1) }
        }

        /// `nil` takes any status. A 304 that was asked for is judged before.
        public var acceptableStatusCodes: Set<Int>? = Set(200..<300)

        /// Media types without parameters, such as `image/png`; `nil` takes any, and so is a picture that names none.
        public var acceptableContentTypes: Set<String>?

        /// Names and passwords by origin, such as `https://example.com:8443`. Sent there and nowhere else.
        public var credentials: [String: TransferRequest.Credential] = [:]

        /// For every download that brings none of its own.
        public var requestModifier: DownloadRequestModifier?
        public var responseModifier: DownloadResponseModifier?
        public var decryptor: DownloadDecryptor?

        /// Bytes that must have come before a download is worth resuming. 16 KB: below that the picture is there sooner
        /// than the two headers.
        public var minimumPartialBytes = 16 << 10

        /// Where the temporary files of large downloads are created, in the first that takes one: `$TMPDIR`, or else
        /// `/var/tmp` and `/tmp`.
        public var temporaryDirectories = TemporaryFile.directories

        public init() {}
    }
}
