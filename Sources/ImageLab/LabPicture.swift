/// A picture that the Lab's server serves as `/image/NAME`.
public struct LabPicture: Sendable {
    /// The last component of its URL. Of pictures with equal names the first is served.
    public let name: String
    /// The title in feeds: any text.
    public let title: String
    /// The summary in feeds; `nil` for none.
    public let summary: String?
    /// The media type, such as `image/jpeg`.
    public let mimeType: String
    /// Whether it is an animation: the feed ``LabFeed/moving`` consists of these, and other feeds of the others.
    public let isMoving: Bool

    /// The number of bytes; `nil` if it is not known before they are made.
    let byteCount: Int?
    /// Makes the bytes without any fault.
    let bytes: @Sendable () -> [UInt8]

    /// Creates a picture whose bytes are made anew for each request, on the server's thread.
    public init(
        name: String, title: String, summary: String? = nil, mimeType: String, isMoving: Bool = false,
        byteCount: Int? = nil, bytes: @escaping @Sendable () -> [UInt8]
    ) {
        (self.name, self.title, self.summary, self.mimeType) = (name, title, summary, mimeType)
        (self.isMoving, self.byteCount, self.bytes) = (isMoving, byteCount, bytes)
    }
}
