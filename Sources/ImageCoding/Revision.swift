/// Says which bytes an image was made of, or which bytes an entry of a cache came from, so that two of them can be told
/// apart without comparing bytes.
public struct Revision: Sendable {
    /// XXH3 (64 bits) of the bytes as they were fetched: the same in every process.
    public let digest: UInt64
    /// The name that the server gave those bytes.
    public let entityTag: String?

    public init(digest: UInt64, entityTag: String? = nil) { (self.digest, self.entityTag) = (digest, entityTag) }

    /// Whether both are of the same picture: the bytes are the same, or the server gave them the same tag. A server may
    /// encode anew what has not changed, and one without tags sends the same bytes again.
    ///
    /// No `==`, which would have to be transitive.
    public func isSame(as other: Revision) -> Bool {
        digest == other.digest || entityTag.map { $0 == other.entityTag } == true
    }
}
