import HalftoneCore
import ImageCoding

/// A holder of pixels that can be made again: a cache, the frames of animations, decoders of running downloads.
public protocol MemoryHolder: AnyObject, Sendable {
    /// Frees memory that is not essential. Called from any thread; returns soon, and waits for no decode.
    func respond(to pressure: MemoryPressure)
}

/// Forwards memory pressure to all holders of pixels, as long as it exists.
///
/// A program makes one where it is put together: one source, many holders, and no holder knows another. The standard
/// source needs one sleeping thread, and none where the kernel reports nothing. Safe from any thread.
public final class MemoryPressureMonitor: Sendable {
    private struct Holder {
        weak var holder: (any MemoryHolder)?
    }

    private final class Register: Sendable {
        private let holders = Lock<[Holder]>([])

        var count: Int { holders.withLock { $0.count { $0.holder != nil } } }

        func add(_ holder: any MemoryHolder) {
            holders.withLock { holders in
                holders.removeAll { $0.holder == nil || $0.holder === holder }
                holders.append(Holder(holder: holder))
            }
        }

        func respond(to pressure: MemoryPressure) {
            for holder in holders.withLock({ $0.compactMap(\.holder) }) { holder.respond(to: pressure) }
        }
    }

    private let register = Register()
    /// The subscription to the source; `nil` if there are no events here.
    private let watch: (any Sendable & AnyObject)?

    /// Starts listening at once. Holders are held weakly.
    public init(
        _ holders: [any MemoryHolder] = [], source: any MemoryPressureSource = KernelMemoryPressure()
    ) {
        for holder in holders { register.add(holder) }
        watch = source.listen { [register] pressure in register.respond(to: pressure) }
    }

    /// Whether the source has events.
    public var isListening: Bool { watch != nil }

    /// The number of holders that still exist.
    public var holderCount: Int { register.count }

    /// Adds a holder, held weakly. Adding it again has no effect.
    public func add(_ holder: any MemoryHolder) { register.add(holder) }
}

extension MemoryCache: MemoryHolder {}

extension ImageManager: MemoryHolder {
    /// Frees images of its memory cache, what its coders keep for the next image, and the push decoders of running
    /// downloads: previews are optional, and every image is decoded from all its bytes in the end.
    public func respond(to pressure: MemoryPressure) {
        memoryCache.respond(to: pressure)
        coders.freeMemory()
        dropPreviews(of: state.withLock { Array($0.previews.keys) })
    }
}

extension FramePool: MemoryHolder {
    /// Frees all its frames. Animations stand still until their next frame is decoded again.
    public func respond(to pressure: MemoryPressure) { removeAll() }
}

extension FramePools: MemoryHolder {
    /// Frees the frames of all animations.
    public func respond(to pressure: MemoryPressure) { removeAllFrames() }
}
