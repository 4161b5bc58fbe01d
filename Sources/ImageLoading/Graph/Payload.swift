/// Encoded bytes and what is needed to keep them fresh.
struct Payload: Sendable, Equatable {
    enum Origin: Sendable {
        case disk
        case network
        case file
    }

    var bytes: [UInt8]
    var validators = Validators()
    var origin: Origin
}

/// What a server gave to ask later whether a picture changed.
public struct Validators: Hashable, Sendable {
    public var entityTag: String?
    public var lastModified: String?

    public init(entityTag: String? = nil, lastModified: String? = nil) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    public var isEmpty: Bool { entityTag == nil && lastModified == nil }
}

/// How a download ended well.
enum Download: Sendable {
    case fresh(Payload)
    /// The server says that what we have is still right.
    case notModified
}
