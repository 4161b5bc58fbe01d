import HalftoneCore

/// A buffer for a document that arrives in pieces from a network, a file or a pipe. A value.
///
/// It refuses a document as soon as it exceeds the limit of its format, reports when it has enough bytes, and spills
/// large documents to a temporary file. The first bytes determine the format: lists of addresses may be much larger
/// than feeds and web pages, and a picture needs only these bytes, because its cell fetches it.
public struct DocumentBuffer: Sendable {
    private var buffer: SpillBuffer
    /// Whether the bytes received are enough, so that the rest need not be fetched.
    public private(set) var isEnough = false
    private let contentType: String
    private let expectedBytes: Int
    private let limits: FeedLimits
    /// Maximum number of bytes; `nil` before the format is known.
    private var limit: Int?

    /// Creates an empty buffer.
    ///
    /// - Parameters:
    ///   - contentType: the value of Content-Type, if there is one.
    ///   - expectedBytes: the length that the server announced, if it did.
    ///   - limits: the limits for the document.
    ///   - allowance: the memory shared with other buffers; `nil`: ``FeedLimits/memoryBytes`` for this one alone.
    public init(
        contentType: String?, expectedBytes: Int?, limits: FeedLimits = FeedLimits(), allowance: MemoryAllowance? = nil
    ) {
        self.contentType = contentType?.lowercased() ?? ""
        self.expectedBytes = expectedBytes ?? 0
        self.limits = limits
        buffer = SpillBuffer(allowance ?? MemoryAllowance(.init(one: limits.memoryBytes, all: limits.memoryBytes)))
    }

    /// Number of bytes received so far.
    public var count: Int { buffer.count }

    /// The bytes received so far.
    public var body: StoredBytes { buffer.stored }

    /// Appends the next bytes. Blocks if they have to be written to a file.
    ///
    /// - Throws: `FeedError.tooLarge`, or `FeedError.unreadable` if there is no room for them; nothing must be appended
    ///   then.
    public mutating func take(_ chunk: [UInt8]) throws(FeedError) {
        _ = buffer.appendAndSpill(chunk)
        if let failure = buffer.failure { throw .unreadable(failure.description) }
        if limit == nil, count >= min(DocumentHead.length, limits.feedBytes) { judge() }
        let limit = limit ?? limits.feedBytes
        guard max(count, self.limit == nil ? 0 : expectedBytes) <= limit || isEnough else {
            throw .tooLarge(limit: ByteSize(limit))
        }
    }

    private mutating func judge() {
        let head = DocumentHead(body.head(DocumentHead.length), contentType: contentType)
        let format = DocumentFormat.of(head)
        isEnough = format.isHeadEnough(head)
        limit = format.limit(limits)
    }
}
