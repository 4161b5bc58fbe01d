import Basis
import CLCMS

/// What brings colours of one ICC profile to sRGB: owns a transform of the library.
///
/// Unchecked: the pointer never changes, and a transform without cache is only read while it works.
final class ICCTransform: @unchecked Sendable {
    /// For C code that calls `clcms_apply` itself; lives as long as this object.
    let transform: OpaquePointer

    /// `nil` if the profile is broken or not for such pixels, or if the library is not there.
    private init?(_ profile: [UInt8], _ layout: clcms_layout) {
        guard let transform = clcms_create(profile, profile.count, layout) else { return nil }
        self.transform = transform
    }

    deinit { clcms_destroy(transform) }

    func apply(_ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, pixels: Int) {
        clcms_apply(transform, source, target, pixels)
    }

    // MARK: - Those made last

    /// Pictures of one source mostly have one profile, and some transforms take longer to make than to use.
    private static let latest = Lock<[(profile: [UInt8], layout: clcms_layout, transform: ICCTransform)]>([])
    private static let capacity = 4

    /// For the inks of a CMYK picture.
    static func ofInks(_ profile: [UInt8], limits: DecodeLimits) -> ICCTransform? {
        profile.count <= limits.profileBytes ? of(profile, clcms_cmyk) : nil
    }

    /// A transform made before, or a new one.
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
