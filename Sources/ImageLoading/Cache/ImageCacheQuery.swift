import Basis
import ImageCoding

/// What a cache had.
public struct CachedImage: Sendable {
    /// `nil`: nothing that can be shown.
    public var image: Image?
    /// The encoded bytes of the original, where they were read or asked for.
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

    init(_ delivery: JobGraph.Delivery) {
        guard case .image(let image, let type, let data) = delivery else {
            self = .none
            return
        }
        self.init(image: image, bytes: data?.all, extended: image.facts?.extended, type: type)
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

extension ImageCacheQueryOptions {
    /// The options of the load that answers the question.
    var loadOptions: ImageOptions {
        var options: ImageOptions = .fromCacheOnly
        if contains(.memoryData) { options.insert(.queryMemoryData) }
        if contains(.waits) { options.formUnion([.queryMemoryDataSync, .queryDiskDataSync]) }
        if contains(.firstFrameOnly) { options.insert(.decodeFirstFrameOnly) }
        if contains(.animatedOnly) { options.insert(.matchAnimatedImageClass) }
        return options
    }
}

/// A question to a cache that may take a while. Its completion runs exactly once, whatever happens.
public final class ImageCacheQuery: Sendable {
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

    /// Answers at once, on this thread, that there is nothing. After the answer it does nothing.
    public func cancel() {
        state.withLock { $0.leave }?()
        finish(.none)
    }

    /// Whether the completion has run, or is running.
    public var isFinished: Bool { state.withLock { $0.completion == nil } }

    func finish(_ result: CachedImage) {
        let ended = state.withLock { state in
            defer { state = State() }
            return state
        }
        ended.completion?(result)
    }
}
