import Basis
import ImageCoding
import Transfer

/// Encoded bytes, and what was known about them when they came into the graph.
struct EncodedData: Sendable {
    var payload: Payload
    /// What HTTP says about them; `nil` for what came from elsewhere, and for entries that are older than this.
    var metadata: ResponseMetadata?
    /// What lies, or will lie, beside them on disk: ``DiskCache/Entry/extended``.
    var extended: [UInt8]?
    /// How fresh they were at that moment.
    var freshness: Freshness
    /// Whether they could be shown at that moment because the server fails.
    var servesOnError: Bool
    /// Which bytes they are; of what a cache made of them, those that it was made of.
    let revision: Revision
    /// What says that they are those of the picture; `nil`: it is not known what they were made of.
    var evidence: Editions.Evidence?

    /// Without a `revision` it is computed of the bytes.
    init(
        payload: Payload, metadata: ResponseMetadata? = nil, extended: [UInt8]? = nil,
        freshness: Freshness = .stale, servesOnError: Bool = false, revision: Revision? = nil,
        evidence: Editions.Evidence? = nil
    ) {
        self.evidence = evidence
        (self.payload, self.metadata, self.extended) = (payload, metadata, extended)
        (self.freshness, self.servesOnError) = (freshness, servesOnError)
        self.revision =
            revision ?? Revision(digest: payload.body.digest, entityTag: payload.validators.entityTag)
    }

    var body: StoredBytes { payload.body }
    /// All bytes in memory; see ``Payload/bytes``.
    var bytes: [UInt8] { payload.bytes }
    var validators: Validators { payload.validators }
    /// What is kept on disk of them, or of what was made of them: `body`.
    func entry(_ body: StoredBytes) -> DiskCache.Entry {
        DiskCache.Entry(
            body: body, validators: validators, response: metadata, extended: extended, fetchedDigest: revision.digest)
    }
    /// What an image is told that it was made of. The rest of one with a part missing may come under the same entity tag.
    func label(isWhole: Bool = true) -> Revision? {
        guard evidence != nil else { return nil }
        return isWhole ? revision : Revision(digest: revision.digest)
    }
    /// Whether they may be kept at all.
    var mayBeStored: Bool { metadata?.noStore != true }

    /// What an image that is made of them can tell of them. Looks through them: on a thread that may be busy for a while.
    func facts(_ header: ImageHeader?) -> PictureFacts {
        PictureFacts(header: header, exif: ExifFields(of: ByteSource(body)), extended: extended)
    }

    /// The picture. Bytes of a file are read while they are decoded, by the coders that can.
    func decoded(by coders: ImageCodersManager, _ options: DecodeOptions) throws(ImageCodingError) -> Image {
        if let bytes = body.inMemory { return try coders.decode(bytes, options: options) }
        return try coders.decode(ByteSource(body), options: options)
    }

    /// What stands before the pixels takes a few kilobytes, seldom a megabyte. Not all of a file is searched for it.
    static let longestHead = 1 << 22

    /// The tier that an image made of them comes from.
    var cacheType: CacheType { payload.origin == .disk ? .disk : .none }

    /// Whether they are the answer to a request with these headers.
    func answers(_ headers: [(name: String, value: String)]) -> Bool {
        metadata?.matches(requestHeaders: headers) ?? true
    }

    /// Whether they must not be shown before the server was asked.
    var mustBeAskedFor: Bool {
        guard freshness != .fresh else { return false }
        return metadata.map { $0.mustRevalidate || $0.noCache } ?? false
    }
}
