import HalftoneCore

/// Standard input, which is read once and kept, because it cannot be read again when its items are reloaded.
///
/// Safe from any thread. The first read blocks until the input ends or the read is cancelled, and other reads wait for
/// it. The bytes of a cancelled read are kept, and the next read continues after them.
public final class StandardInput: Sendable {
    private struct State {
        var buffer: DocumentBuffer
        var outcome: Result<StoredBytes, FeedError>?
    }

    private let state: Lock<State>
    private let descriptor: Int32

    /// Creates the input. Nothing is read yet.
    ///
    /// - Parameters:
    ///   - limits: a list may have `listBytes`, anything else `feedBytes`; more is refused while it arrives.
    ///   - separator: with `zero` any input may have `listBytes`.
    ///   - descriptor: the open file to read, which stays open.
    public init(
        limits: FeedLimits = FeedLimits(), separator: FeedOptions.Separator = .newline, descriptor: Int32 = 0
    ) {
        var limits = limits
        if separator == .zero { limits.feedBytes = limits.listBytes }
        state = Lock(State(buffer: DocumentBuffer(contentType: nil, expectedBytes: nil, limits: limits)))
        self.descriptor = descriptor
    }

    /// Returns all bytes. Blocking.
    ///
    /// - Throws: the error of the first read, or `.cancelled` soon after `context` is cancelled.
    public func read(_ context: ReadContext = ReadContext()) throws(FeedError) -> StoredBytes {
        try state.withLock { state throws(FeedError) in
            if let outcome = state.outcome { return try outcome.get() }
            do throws(FeedError) {
                let file = LocalFile(standardInput: descriptor, context: context)
                context.count(bytes: state.buffer.count)  // of a cancelled read
                while case let chunk = try file.readChunk(262_144), !chunk.isEmpty { try state.buffer.take(chunk) }
            } catch .cancelled {
                throw .cancelled
            } catch {
                state.outcome = .failure(error)
                throw error
            }
            let bytes = state.buffer.body
            state.outcome = .success(bytes)
            return bytes
        }
    }
}
