import HalftoneCore
import ImageCoding
import Transfer

struct EncodedData: Sendable {
    var payload: Payload
    /// The HTTP metadata; `nil` for bytes not from a server, and for entries written before metadata was stored.
    var metadata: ResponseMetadata?
    /// The client's data, stored or to be stored with the bytes: ``DiskCache/Entry/extended``.
    var extended: [UInt8]?
    /// Why no registered coder accepts the bytes, by their beginning; `nil` if one does.
    var refusal: ImageCodingError?
    /// Whether the bytes are the encoded final image, not the original.
    var isVariant = false
    /// The revision of the bytes or, for a variant or serializer's bytes, of the bytes they were made from.
    let revision: Revision
    /// How the picture's bytes were received; `nil` if it is unknown what these were made from.
    var receipt: PictureIndex.Receipt?
    /// The metrics of the transfer that has brought the bytes, if one has.
    var metrics: TransferMetrics?

    /// Creates encoded data. A missing `revision` is computed from the bytes.
    init(
        payload: Payload, metadata: ResponseMetadata? = nil, extended: [UInt8]? = nil, revision: Revision? = nil,
        receipt: PictureIndex.Receipt? = nil
    ) {
        self.receipt = receipt
        (self.payload, self.metadata, self.extended) = (payload, metadata, extended)
        self.revision =
            revision ?? Revision(digest: payload.body.digest, entityTag: payload.validators.entityTag)
    }

    /// Creates what is known of the disk entry of an image in memory, to revalidate it. `nil` without validators, for an
    /// incomplete image, whose complete bytes may have the same ones, and if a serializer has made the entry. `time`:
    /// before the image was found.
    init?(validatorsOf image: Image, _ response: ResponseMetadata?, _ plan: LoadPlan, foundAfter time: Int) {
        guard let revision = image.revision, image.hasAllPixels, plan.serializer == nil, let response,
            !response.validators.isEmpty
        else { return nil }
        self.init(
            payload: Payload(bytes: [], validators: response.validators, origin: .disk), metadata: response,
            extended: image.metadata?.extended, revision: revision,
            receipt: .read(begunAt: time, mayReplace: true))
    }

    var body: StoredBytes { payload.body }
    /// Whether the body is there, and not only what is known of it.
    var isRead: Bool { body.count > 0 }
    var validators: Validators { payload.validators }
    /// Returns the disk entry for `body`: these bytes, or bytes made from them.
    func entry(_ body: StoredBytes) -> DiskCache.Entry {
        DiskCache.Entry(
            body: body, validators: validators, response: metadata, extended: extended, fetchedDigest: revision.digest)
    }
    /// Returns the disk entry for these bytes, which the server has confirmed with this metadata.
    func entry(renewedBy response: ResponseMetadata) -> DiskCache.Entry {
        entry(body).renewed(with: response)
    }
    /// Returns the revision for an image made from the bytes; `nil` without a receipt. An incomplete image gets no
    /// entity tag, because the complete bytes may come under the same one.
    func label(isWhole: Bool = true) -> Revision? {
        guard receipt != nil else { return nil }
        return isWhole ? revision : Revision(digest: revision.digest)
    }
    /// Whether HTTP permits storing the bytes.
    var mayBeStored: Bool { metadata?.noStore != true }

    /// Returns metadata for an image made from the bytes. Scans the bytes, so it belongs on a worker thread.
    func imageMetadata(_ header: ImageHeader?) -> ImageMetadata {
        ImageMetadata(header: header, exif: ExifFields(of: ByteSource(body)), extended: extended)
    }

    /// Returns the decoded image. Bytes in a file are read while decoding, by the coders that can.
    func decoded(by coders: ImageCodersManager, _ options: DecodeOptions) throws(ImageCodingError) -> Image {
        if let bytes = body.inMemory { return try coders.decode(bytes, options: options) }
        return try coders.decode(ByteSource(body), options: options)
    }

    /// The number of leading bytes searched for a header. A header takes a few kilobytes, seldom a megabyte.
    static let maxHeaderBytes = 1 << 22
}

extension Image {
    /// Returns whether the image is made of bytes of this revision, as far as is known.
    func isMade(of bytes: Revision) -> Bool { revision?.isSame(as: bytes) ?? true }
}
