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

    /// The number of bytes; `nil` if they are made on demand.
    let byteCount: Int?
    private let make: @Sendable () -> LabBytes

    /// Creates a picture whose bytes are made on demand, once for each request, on the server's thread.
    public init(
        name: String, title: String, mimeType: String, isMoving: Bool = false,
        bytes: @escaping @Sendable () -> [UInt8]
    ) {
        (self.name, self.title, self.mimeType, summary) = (name, title, mimeType, nil)
        (self.isMoving, byteCount) = (isMoving, nil)
        make = { .owned(bytes()) }
    }

    /// Creates a picture in memory, such as one compiled into the program; its bytes are served without a copy.
    public init(
        name: String, title: String, summary: String? = nil, mimeType: String, fixedBytes: UnsafeRawBufferPointer
    ) {
        (self.name, self.title, self.mimeType, self.summary) = (name, title, mimeType, summary)
        (isMoving, byteCount) = (false, fixedBytes.count)
        let bytes = FixedBytes(region: fixedBytes)
        make = { .fixed(bytes) }
    }

    /// The bytes without any fault.
    var bytes: LabBytes { make() }
}

/// Bytes that live as long as the process.
struct FixedBytes: @unchecked Sendable {
    // Unchecked because the region is never written and never freed, which `LabPicture.init(fixedBytes:)` demands.
    let region: UnsafeRawBufferPointer
}

/// Bytes of a response: an array, or constant memory of the program that is not copied.
enum LabBytes: Sendable {
    case owned([UInt8])
    case fixed(FixedBytes)

    var count: Int {
        switch self {
        case .owned(let bytes): bytes.count
        case .fixed(let bytes): bytes.region.count
        }
    }

    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .owned(let bytes): bytes.withUnsafeBytes(body)
        case .fixed(let bytes): body(bytes.region)
        }
    }
}
