import Basis
import Transfer

/// Encoded bytes, where they came from, and what is needed to keep them fresh.
public struct Payload: Sendable, Equatable {
    /// Who had the bytes.
    public enum Origin: Sendable {
        case disk
        case network
        case file
        /// The URL itself (`data:`).
        case url
    }

    /// The bytes, where they are: those of a large download are in a temporary file.
    public var body: StoredBytes

    /// The bytes in memory. Reading those of a large download blocks, and takes as much memory as there are.
    public var bytes: [UInt8] {
        get { body.all }
        set { body = StoredBytes(newValue) }
    }

    public var validators: Validators
    public var origin: Origin

    /// The head of the response that brought them; `nil` for what came from elsewhere than a server.
    public var response: TransferResponse?

    public init(
        bytes: [UInt8], validators: Validators = Validators(), origin: Origin, response: TransferResponse? = nil
    ) {
        self.init(body: StoredBytes(bytes), validators: validators, origin: origin, response: response)
    }

    public init(
        body: StoredBytes, validators: Validators = Validators(), origin: Origin, response: TransferResponse? = nil
    ) {
        self.body = body
        self.validators = validators
        self.origin = origin
        self.response = response
    }
}

/// What a server gave to ask later whether a picture changed. Validators are written to disk, so one that holds an address
/// with a password counts as not given.
public struct Validators: Hashable, Sendable {
    public let entityTag: String?
    public let lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = Self.kept(entityTag)
        self.lastModified = Self.kept(lastModified)
    }

    private static func kept(_ value: String?) -> String? {
        value.flatMap { RequestAddress.arePresent(withCredentialsIn: $0) ? nil : $0 }
    }

    public var isEmpty: Bool { entityTag == nil && lastModified == nil }

    /// Whether they may be of the same bytes: a tag that both have decides, whether weak or not.
    func agree(with other: Validators) -> Bool {
        guard let entityTag, let tag = other.entityTag else { return true }
        return Self.opaque(entityTag) == Self.opaque(tag)
    }

    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}

/// How a download ended well.
public enum Download: Sendable, Equatable {
    case fresh(Payload)
    /// The server says that what we have is still right; its headers renew the freshness of the entry.
    case notModified(TransferHeaders)
}
