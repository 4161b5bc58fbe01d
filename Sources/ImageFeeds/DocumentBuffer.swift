import Basis

/// A document that arrives piece by piece, from a network, a file or a pipe: refused as soon as it is larger than what it
/// is may be, and taken for complete as soon as nothing more of it is needed. A value. What is too much for memory goes to
/// a temporary file.
///
/// Lists of addresses may be much larger than feeds and web pages, and which of them a document is its first bytes say.
/// Of a picture only these are needed: it is fetched by the cell that shows it.
public struct DocumentBuffer: Sendable {
    private var buffer: SpillBuffer
    /// Whether the rest need not be fetched.
    public private(set) var isEnough = false
    private let contentType: String
    private let expectedBytes: Int
    private let limits: FeedLimits
    /// The most it may have; `nil` before its kind is known.
    private var limit: Int?

    /// - Parameters:
    ///   - contentType: the header's value, if there is one.
    ///   - expectedBytes: how long it is going to be, if the server said so.
    ///   - allowance: the memory it shares with others; `nil`: it has ``FeedLimits/memoryBytes`` of its own.
    public init(
        contentType: String?, expectedBytes: Int?, limits: FeedLimits = FeedLimits(), allowance: MemoryAllowance? = nil
    ) {
        self.contentType = contentType?.lowercased() ?? ""
        self.expectedBytes = expectedBytes ?? 0
        self.limits = limits
        buffer = SpillBuffer(allowance ?? MemoryAllowance(.init(one: limits.memoryBytes, all: limits.memoryBytes)))
    }

    /// How many bytes have come so far.
    public var count: Int { buffer.count }

    /// What has come so far.
    public var body: StoredBytes { buffer.stored }

    /// Adds the next piece. Blocks if it has to go to a file.
    ///
    /// - Throws: `FeedError.tooLarge`, or `FeedError.unreadable` without room for it; then nothing more is to be added.
    public mutating func take(_ chunk: [UInt8]) throws(FeedError) {
        _ = buffer.appendAndSpill(chunk)
        if let failure = buffer.failure { throw .unreadable(path: "", why: failure.description) }
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
