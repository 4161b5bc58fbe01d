import HalftoneCore
import CLCMS

/// The owner of an LCMS transform from one ICC profile to sRGB.
///
/// Unchecked: the pointer never changes, and a transform without cache is only read while in use.
final class ICCTransform: @unchecked Sendable {
    /// The transform for C code that calls `clcms_apply` itself; valid as long as this object.
    let transform: OpaquePointer

    /// Creates a transform; `nil` if the profile is broken or does not fit such pixels, or the library is not
    /// available.
    private init?(_ profile: [UInt8], _ layout: clcms_layout) {
        guard let transform = clcms_create(profile, profile.count, layout) else { return nil }
        self.transform = transform
    }

    deinit { clcms_destroy(transform) }

    func apply(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, pixels: Int) {
        clcms_apply(transform, source, target, pixels)
    }

    // MARK: - Recent transforms

    /// The most recently created transforms. Images of one source mostly share one profile, and some transforms take
    /// longer to create than to use.
    private static let latest = Lock<[(profile: [UInt8], layout: clcms_layout, transform: ICCTransform)]>([])
    private static let capacity = 4

    /// Returns a cached transform, or a new one.
    static func of(_ profile: [UInt8], _ layout: clcms_layout) -> ICCTransform? {
        let known = latest.withLock { latest in latest.first { $0.layout == layout && $0.profile == profile } }
        if let known { return known.transform }
        guard let transform = ICCTransform(profile, layout) else { return nil }
        latest.withLock { latest in
            latest.insert((profile, layout, transform), at: 0)
            latest = Array(latest.prefix(capacity))
        }
        return transform
    }
}
