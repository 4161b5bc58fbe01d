import HalftoneCore

/// How much has come of the documents that are being fetched. Any thread.
final class FetchProgress: Sendable {
    /// An element whenever more has come since the last one was taken: a thousand pieces are shown as often as the screen
    /// can.
    let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let counts = Lock<[RequestAddress: Int]>([:])

    init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// So many bytes of a document have come.
    func receive(_ count: Int, of url: RequestAddress) {
        counts.withLock { $0[url] = count }
        continuation.yield()
    }

    /// It has come, or will not.
    func end(_ url: RequestAddress) { counts.withLock { _ = $0.removeValue(forKey: url) } }

    /// The bytes of all that are on their way.
    var byteCount: Int { counts.withLock { $0.values.reduce(0, +) } }
}
