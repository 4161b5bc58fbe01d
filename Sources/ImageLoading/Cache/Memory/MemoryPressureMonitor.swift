import Basis
import ImageCoding

/// Keeps pixels that can be made again: a cache, the frames of animations, decoders of what is still arriving.
public protocol MemoryHolder: AnyObject, Sendable {
    /// Gives back what it can do without. From any thread; returns soon, and waits for no decode.
    func respond(to pressure: MemoryPressure)
}

/// Passes every shortage of memory on to all who keep pixels, as long as it is kept itself.
///
/// One for a program, made where the program is put together: one source, many holders, and no holder knows another. The
/// standard source needs one sleeping thread, and none where the kernel does not tell. Safe from any thread.
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
    /// What listens; `nil`: there are no news to be had here.
    private let watch: (any Sendable & AnyObject)?

    /// Listens at once. The holders are not kept by it.
    public init(
        _ holders: [any MemoryHolder] = [], source: any MemoryPressureSource = KernelMemoryPressure()
    ) {
        for holder in holders { register.add(holder) }
        watch = source.listen { [register] pressure in register.respond(to: pressure) }
    }

    /// Whether the source tells anything.
    public var isListening: Bool { watch != nil }

    /// Those who are told, as far as they are still there.
    public var holderCount: Int { register.count }

    /// Lets one more hear of shortages. It is forgotten when it is released; the second time it does nothing.
    public func add(_ holder: any MemoryHolder) { register.add(holder) }
}

extension MemoryCache: MemoryHolder {}

extension ImageManager: MemoryHolder {
    /// Lets images of its memory cache go, and the push decoders of what is arriving: previews can be done without, and
    /// every picture is decoded from all its bytes at the end.
    public func respond(to pressure: MemoryPressure) {
        memoryCache.respond(to: pressure)
        dropPreviews(of: state.withLock { Array($0.previews.keys) })
    }
}

extension FramePool: MemoryHolder {
    /// Lets go of all its frames. What plays stands still until the next one is decoded again.
    public func respond(to pressure: MemoryPressure) { removeAll() }
}

extension FramePools: MemoryHolder {
    /// Lets go of the frames of all animations.
    public func respond(to pressure: MemoryPressure) { removeAllFrames() }
}
