import Basis

/// Standard input, read once and remembered: it cannot be read again when its pictures are asked for anew.
///
/// Any thread; whoever asks first blocks until it ends, and the others with it.
public final class StandardInput: Sendable {
    private let bytes = Lock<Result<[UInt8], FeedError>?>(nil)
    private let limit: Int

    /// - Parameter limit: bytes; more are refused with `FeedError.tooLarge`.
    public init(limit: Int = FeedLimits().listBytes) { self.limit = limit }

    /// All of it. Throws what went wrong the first time.
    public func read() throws(FeedError) -> [UInt8] {
        try bytes.withLock { known throws(FeedError) in
            if let known { return try known.get() }
            let result = Result { () throws(FeedError) in
                var bytes: [UInt8] = []
                try LocalFile(standardInput: ()).readAll(into: &bytes, limit: limit)
                return bytes
            }
            known = result
            return try result.get()
        }
    }
}
