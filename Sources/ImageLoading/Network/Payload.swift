import HalftoneCore
import ImageCoding
import Transfer

/// Encoded image bytes, their origin, and the validators to revalidate them.
public struct Payload: Sendable, Equatable {
    /// The source of the bytes.
    public enum Origin: Sendable {
        /// The storage of a cache.
        case disk
        /// A server, or a custom loader.
        case network
        /// A local file.
        case file
        /// The `data:` URL itself.
        case url
    }

    /// The bytes, in memory or, after a large download, in a temporary file.
    public var body: StoredBytes

    /// The bytes in memory. Reading those of a large download blocks and allocates their full size.
    public var bytes: [UInt8] { body.all }

    /// The validators of the response; empty if it had none.
    public var validators: Validators
    /// The origin of the bytes. Only those of `network` are stored on disk.
    public var origin: Origin

    /// The response head; `nil` for a local file or cached bytes, synthetic for a `data:` URL.
    public var response: TransferResponse?

    /// Creates a payload with bytes in memory, by default without validators and without a response.
    public init(
        bytes: [UInt8], validators: Validators = Validators(), origin: Origin, response: TransferResponse? = nil
    ) {
        self.init(body: StoredBytes(bytes), validators: validators, origin: origin, response: response)
    }

    /// Creates the payload of a loader that has an image instead of bytes: encoded as PNG, without loss, so that caches
    /// can store it and loads decode it at their sizes. Takes about as long as compressing its pixels.
    ///
    /// - Throws: `ImageCodingError.cannotEncode` for an image without pixels, or with more than PNG can hold.
    public init(image: Image) throws(ImageCodingError) {
        self.init(bytes: try ImageCodersManager.shared.encode(image, as: .png), origin: .network)
    }

    /// Creates a payload whose bytes may be in a temporary file, by default without validators and without a response.
    public init(
        body: StoredBytes, validators: Validators = Validators(), origin: Origin, response: TransferResponse? = nil
    ) {
        self.body = body
        self.validators = validators
        self.origin = origin
        self.response = response
    }
}

/// HTTP validators, which show later whether an image changed. They are written to disk, so one that contains an
/// address with a password is dropped.
public struct Validators: Hashable, Sendable, Codable {
    /// The entity tag (`ETag`) with its quotes; `nil` if there was none.
    public let entityTag: String?
    /// The date in `Last-Modified` as received; `nil` if there was none.
    public let lastModified: String?

    /// Creates validators from header values. One that contains an address with a password is dropped.
    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = Self.kept(entityTag)
        self.lastModified = Self.kept(lastModified)
    }

    private static func kept(_ value: String?) -> String? {
        value.flatMap { RequestAddress.arePresent(withCredentialsIn: Array($0.utf8)) ? nil : $0 }
    }

    /// Whether nothing can be revalidated.
    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Returns whether both may belong to the same bytes. If both have an entity tag, the tags decide, weak or strong.
    func agree(with other: Validators) -> Bool {
        guard let entityTag, let tag = other.entityTag else { return true }
        return Self.opaque(entityTag) == Self.opaque(tag)
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

/// The result of a successful download.
public enum Download: Sendable, Equatable {
    /// The bytes as downloaded.
    case fresh(Payload)
    /// The server confirmed that the cached bytes are current; its headers renew the freshness of the entry.
    case notModified(TransferHeaders)
}
