/// An identifier of the bytes that an image was decoded from, or a cache entry came from, so that two revisions can be
/// distinguished without comparing bytes.
public struct Revision: Sendable {
    /// XXH3 (64 bits) of the bytes as fetched: equal in every process.
    public let digest: UInt64
    /// The server's entity tag (ETag) for the bytes; `nil` if there is none.
    public let entityTag: String?

    /// Creates an identifier from a digest (XXH3, 64 bits) and an entity tag that was received.
    public init(digest: UInt64, entityTag: String? = nil) { (self.digest, self.entityTag) = (digest, entityTag) }

    /// Returns whether both revisions show one image: the bytes are equal, or the server gave them equal tags. A server
    /// may re-encode unchanged content, and one without tags sends equal bytes again.
    ///
    /// Not `==`, which would have to be transitive.
    public func isSame(as other: Revision) -> Bool {
        digest == other.digest || entityTag.map { $0 == other.entityTag } == true
    }
}
