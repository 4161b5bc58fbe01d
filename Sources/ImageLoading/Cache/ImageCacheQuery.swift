import Basis
import ImageCoding

/// What a cache had.
public struct CachedImage: Sendable {
    /// `nil`: nothing that can be shown.
    public var image: Image?
    /// The encoded bytes, where they were read or asked for.
    public var bytes: [UInt8]?
    /// What is kept beside the bytes.
    public var extended: [UInt8]?
    /// Where the image came from; of a miss `none`. It stays `memory` when the bytes were read besides.
    public var type: CacheType

    /// Nothing.
    public static let none = CachedImage(type: .none)

    init(image: Image? = nil, bytes: [UInt8]? = nil, extended: [UInt8]? = nil, type: CacheType) {
        (self.image, self.bytes, self.extended, self.type) = (image, bytes, extended, type)
    }
}

/// How a cache is asked.
public struct ImageCacheQueryOptions: NamedOptionSet, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Reads the bytes from disk also when memory has the image.
    public static let memoryData = ImageCacheQueryOptions(rawValue: 1 << 0)
    /// Blocks until the answer is there, and gives it on the caller's thread.
    public static let waits = ImageCacheQueryOptions(rawValue: 1 << 1)
    /// Of an animation only the first frame, as a picture of its own.
    public static let firstFrameOnly = ImageCacheQueryOptions(rawValue: 1 << 2)
    /// Passes over a picture in memory that is no animation, and decodes all frames of the one on disk.
    public static let animatedOnly = ImageCacheQueryOptions(rawValue: 1 << 3)

    public static let names: [(name: String, option: ImageCacheQueryOptions)] = [
        ("memoryData", .memoryData), ("waits", .waits), ("firstFrameOnly", .firstFrameOnly),
        ("animatedOnly", .animatedOnly),
    ]
}

/// A question to a cache that may take a while. Its completion runs exactly once, whatever happens.
public final class ImageCacheQuery: Sendable {
    public let key: ImageKey?
    private let completion: Lock<(@Sendable (CachedImage) -> Void)?>
    /// Work looks at it between its steps.
    let token = CancellationToken()

    init(_ key: ImageKey?, _ completion: @escaping @Sendable (CachedImage) -> Void) {
        self.key = key
        self.completion = Lock(completion)
    }

    /// Answers at once, on this thread, that there is nothing. After the answer it does nothing.
    public func cancel() {
        token.cancel()
        finish(.none)
    }

    /// Whether the completion has run, or is running.
    public var isFinished: Bool { completion.withLock { $0 == nil } }

    func finish(_ result: CachedImage) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?(result)
    }
}
