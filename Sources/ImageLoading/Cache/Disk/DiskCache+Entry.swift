import HalftoneCore
import ImageCoding

extension DiskCache {
    /// An entry of the cache: encoded bytes and their metadata.
    public struct Entry: Sendable {
        /// The encoded image; in a temporary file if it is too large for memory.
        public var body: StoredBytes
        /// The validators with which the entry is revalidated.
        public var validators: Validators
        /// The HTTP metadata: freshness and `Vary`; `nil` if unknown.
        public var response: ResponseMetadata?
        /// The extended data: any bytes that the program stores beside the image. They count against the limit.
        public var extended: [UInt8]?
        /// The digest of the fetched bytes, if known. The stored ones may be made of them, by a serializer or as
        /// another size.
        public var fetchedDigest: UInt64?
        /// Whether the entry is of an additional directory, and may be older than bytes that were fetched since.
        var isAdditional = false

        /// The revision of the bytes that the entry was made of; if it was not recorded, that of its own bytes.
        /// Computes a digest then, for a large entry by reading it.
        public var revision: Revision {
            Revision(digest: fetchedDigest ?? body.digest, entityTag: validators.entityTag)
        }

        /// Creates an entry. Without `validators` those of `response` are used.
        public init(
            bytes: [UInt8], validators: Validators = Validators(), response: ResponseMetadata? = nil,
            extended: [UInt8]? = nil, fetchedDigest: UInt64? = nil
        ) {
            self.init(
                body: StoredBytes(bytes), validators: validators, response: response, extended: extended,
                fetchedDigest: fetchedDigest)
        }

        /// Creates an entry whose bytes may be in a temporary file. Without `validators` those of `response` are used.
        public init(
            body: StoredBytes, validators: Validators = Validators(), response: ResponseMetadata? = nil,
            extended: [UInt8]? = nil, fetchedDigest: UInt64? = nil
        ) {
            self.body = body
            self.validators = validators.isEmpty ? response?.validators ?? validators : validators
            self.response = response
            self.extended = extended
            self.fetchedDigest = fetchedDigest
        }

        /// The bytes in memory. Reading those of a large entry blocks, and takes that much memory.
        public var bytes: [UInt8] { body.all }

        /// Returns the entry after a confirmation by the server: `metadata` replaces the earlier. An entry that was
        /// replaced meanwhile, with other validators or for other requests (`Vary`), was not confirmed and stays as it
        /// is (RFC 9111, section 4.3.4).
        public func renewed(with metadata: ResponseMetadata) -> Entry {
            var entry = self
            let isForSame = metadata.vary == Vary() || response?.vary.isPart(of: metadata.vary) ?? true
            guard isForSame, validators.agree(with: metadata.validators) else { return self }
            entry.response = metadata
            if !metadata.validators.isEmpty { entry.validators = metadata.validators }
            return entry
        }

        /// Returns whether the entry may stay beside bytes of this revision: it was made of them, or of unknown ones.
        func mayStay(beside revision: Revision, under key: DiskKey) -> Bool {
            key.variant != nil && fetchedDigest == nil || self.revision.isSame(as: revision)
        }

        /// Returns the entry with the digest of its bytes recorded, if it is an original. Computing it takes a while:
        /// call it without a lock held.
        func withDigest(under key: DiskKey) -> Entry {
            guard key.variant == nil, fetchedDigest == nil else { return self }
            var entry = self
            entry.fetchedDigest = body.digest
            return entry
        }

        /// The bytes that count against the limit.
        var size: Int { body.count + (extended?.count ?? 0) }
    }

    /// The limits of size and age.
    public struct Limits: Sendable {
        /// The time from which the age of an entry counts.
        public enum Expiry: Sendable {
            /// The time since it was last read, stored or confirmed.
            case lastUse
            /// The time since it was stored.
            case storing
            /// None: entries do not expire.
            case never
        }

        /// Bytes of all entries. Default: half a gigabyte, which holds days of browsing and is small beside any disk.
        public var bytes = 512_000_000
        /// Maximum age in seconds. Default: a week, as in SDWebImage. 0 keeps nothing longer than until the next write.
        public var age = 604_800.0
        /// Default: the last use, as in SDWebImage.
        public var expiry = Expiry.lastUse
        /// Bytes of pending writes in memory. Default: some seconds of a fast connection. A disk slower than the
        /// network must not fill memory, so further entries are dropped. Temporary files hold at most ``bytes`` of
        /// pending writes.
        public var pendingBytes = 64_000_000
        /// Bytes of one entry held in memory once read; a larger one goes to a temporary file.
        public var memoryBytesOfOne = 4_000_000
        /// Bytes of all large entries held in memory until they are decoded; further ones go to temporary files.
        public var memoryBytes = 24_000_000

        /// Creates the default limits.
        public init() {}
    }
}

extension DiskCache.Entry: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.body == right.body && left.validators == right.validators && left.response == right.response
            && left.extended == right.extended && left.revision.digest == right.revision.digest
    }
}
