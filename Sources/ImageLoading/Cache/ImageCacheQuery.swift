import HalftoneCore
import ImageCoding

/// The result of a cache query.
public struct CachedImage: Sendable {
    /// The image; `nil` on a miss.
    public var image: Image?
    /// The encoded bytes, if they were read or requested.
    public var bytes: [UInt8]?
    /// The extended data stored beside the bytes.
    public var extended: [UInt8]?
    /// The tier that had the image; `none` on a miss. It stays `memory` if the bytes were read as well.
    public var type: CacheType

    /// A miss.
    public static let none = CachedImage(type: .none)

    init(image: Image? = nil, bytes: [UInt8]? = nil, extended: [UInt8]? = nil, type: CacheType) {
        (self.image, self.bytes, self.extended, self.type) = (image, bytes, extended, type)
    }
}

/// Options of a cache query.
public struct ImageCacheQueryOptions: OptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reads the bytes from disk even if memory has the image.
    public static let memoryData = ImageCacheQueryOptions(rawValue: 1 << 0)
    /// Blocks until the result is known and delivers it on the caller's thread.
    public static let waits = ImageCacheQueryOptions(rawValue: 1 << 1)
    /// Returns only the first frame of an animation, as a still image.
    public static let firstFrameOnly = ImageCacheQueryOptions(rawValue: 1 << 2)
    /// Ignores a still image in memory and decodes all frames of the one on disk.
    public static let animatedOnly = ImageCacheQueryOptions(rawValue: 1 << 3)
}

/// A pending cache query. Its completion handler runs exactly once.
public final class ImageCacheQuery: Sendable {
    /// The key of the queried image; `nil` if the query had none and was a miss at once.
    public let key: ImageKey?
    private let state: Lock<State>

    private struct State {
        var completion: (@Sendable (CachedImage) -> Void)?
        var leave: (@Sendable () -> Void)?
    }

    init(
        _ key: ImageKey?, _ completion: @escaping @Sendable (CachedImage) -> Void, leave: @escaping @Sendable () -> Void
    ) {
        self.key = key
        state = Lock(State(completion: completion, leave: leave))
    }

    /// Ends the query at once, on this thread, with a miss. Does nothing after the result.
    public func cancel() {
        state.withLock { $0.leave }?()
        finish(.none)
    }

    /// Whether the completion handler has run or is running.
    public var isFinished: Bool { state.withLock { $0.completion == nil } }

    func finish(_ result: CachedImage) {
        let ended = state.withLock { state in
            defer { state = State() }
            return state
        }
        ended.completion?(result)
    }
}
