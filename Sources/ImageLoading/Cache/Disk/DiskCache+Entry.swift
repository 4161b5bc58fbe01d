import Basis
import ImageCoding

extension DiskCache {
    /// What is kept under a key: encoded bytes, and what is known about them.
    public struct Entry: Sendable {
        /// The encoded picture; what is too large for memory is in a temporary file.
        public var body: StoredBytes
        /// What asks later whether it changed.
        public var validators: Validators
        /// How long it is fresh, and for which requests; `nil` if nobody asked.
        public var response: ResponseMetadata?
        /// Whatever the program wants to keep beside the bytes. It counts against the limit.
        public var extended: [UInt8]?
        /// The digest of the bytes as they were fetched, if it is known: what is kept may have been made of them, by a
        /// serializer or as another size.
        public var fetchedDigest: UInt64?

        /// Which bytes it came from; where that was not written down, its own. Computes a digest then, of a large entry by
        /// reading it.
        public var revision: Revision {
            Revision(digest: fetchedDigest ?? body.digest, entityTag: validators.entityTag)
        }

        /// Without `validators` those of `response` are taken.
        public init(
            bytes: [UInt8], validators: Validators = Validators(), response: ResponseMetadata? = nil,
            extended: [UInt8]? = nil, fetchedDigest: UInt64? = nil
        ) {
            self.init(
                body: StoredBytes(bytes), validators: validators, response: response, extended: extended,
                fetchedDigest: fetchedDigest)
        }

        /// An entry whose bytes may be in a temporary file. Without `validators` those of `response` are taken.
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

        /// The bytes in memory. Reading those of a large entry blocks, and takes as much memory as there are.
        public var bytes: [UInt8] {
            get { body.all }
            set { body = StoredBytes(newValue) }
        }

        /// The server confirmed what it was asked about: `metadata` takes the place of what was known; `nil` says nothing
        /// new. An entry that has meanwhile become another one, with other validators or for other requests (`Vary`), is
        /// not what was confirmed and stays as it is (RFC 9111, section 4.3.4).
        mutating func freshen(with metadata: ResponseMetadata?, at now: Double) {
            guard let metadata else { return response = response?.renewed(at: now) }
            let isForSame = metadata.vary == Vary() || response.map { $0.vary == metadata.vary } ?? true
            guard isForSame, validators.agree(with: metadata.validators) else { return }
            response = metadata
            if !metadata.validators.isEmpty { validators = metadata.validators }
        }

        /// Whether it stays when its picture has these bytes: it was made of them, or it is not known of which it was.
        func isKept(besides revision: Revision, _ key: DiskKey) -> Bool {
            key.variant != nil && fetchedDigest == nil || self.revision.isSame(as: revision)
        }

        /// With the digest of its bytes written down, if these are the bytes of a picture: computing it takes a while, which
        /// nobody does under a lock.
        func labelled(under key: DiskKey) -> Entry {
            guard key.variant == nil, fetchedDigest == nil else { return self }
            var entry = self
            entry.fetchedDigest = body.digest
            return entry
        }

        /// The bytes that count against the limit.
        var size: Int { body.count + (extended?.count ?? 0) }
    }

    /// How much is kept, and for how long.
    public struct Limits: Sendable {
        /// What an entry grows old by.
        public enum Expiry: Sendable {
            /// The time since it was last read, stored or confirmed.
            case lastUse
            /// The time since it was stored.
            case storing
            /// It does not.
            case never
        }

        /// Bytes of pictures. Half a gigabyte holds days of browsing and is small beside any disk.
        public var bytes = 512_000_000
        /// Seconds; a week, as SDWebImage has it. 0 keeps nothing longer than until the next write.
        public var age = 604_800.0
        /// By its last use, as SDWebImage has it.
        public var expiry = Expiry.lastUse
        /// Bytes that wait in memory to be written. A disk slower than the network must not fill it: what comes on top
        /// of these is not kept. Some seconds of a fast line. In temporary files at most ``bytes`` wait.
        public var pendingBytes = 64_000_000
        /// Bytes of one entry that are held in memory once it is read; one with more goes to a temporary file.
        public var memoryBytesOfOne = 4_000_000
        /// Bytes of all large entries that are held in memory until their pictures are decoded; further ones go to
        /// temporary files.
        public var memoryBytes = 24_000_000
        /// Bytes of downloads that have not ended. A few large photographs.
        public var partialBytes = 64_000_000
        /// Seconds after which such a download is not continued. Servers rarely keep a picture's tag much longer than a
        /// person keeps an interest in it.
        public var partialAge = 86_400.0

        public init() {}
    }
}

extension DiskCache.Entry: Equatable {
    public static func == (left: Self, right: Self) -> Bool {
        left.body == right.body && left.validators == right.validators && left.response == right.response
            && left.extended == right.extended && left.revision.digest == right.revision.digest
    }
}
