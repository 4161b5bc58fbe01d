import HalftoneCore

/// The received bytes of documents that are being fetched. Any thread.
package final class FetchProgress: Sendable {
    /// A stream with an element when bytes have arrived since the last one was read: many chunks cause one update of
    /// the screen.
    package let changes: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let counts = Lock<[RequestAddress: Int]>([:])

    package init() { (changes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// Records the number of received bytes of a document.
    func receive(_ count: Int, of url: RequestAddress) {
        counts.withLock { $0[url] = count }
        continuation.yield()
    }

    /// Removes a document that is complete or has failed.
    func end(_ url: RequestAddress) { counts.withLock { _ = $0.removeValue(forKey: url) } }

    /// The received bytes of all documents in progress.
    var byteCount: Int { counts.withLock { $0.values.reduce(0, +) } }
}
