import CLCMS

/// A conversion of cyan, magenta, yellow and black, of which 255 is no ink, to sRGB: by a profile, or without a usable one
/// as if each ink took exactly its complement from white.
package struct InkConversion: Sendable {
    /// The transform by the profile; `nil` without a usable one.
    let transform: ICCTransform?
    /// The problem with the profile, if it is not applied because of it.
    package let warning: DecodeWarning?

    package init(_ color: SourceColor, limits: DecodeLimits) {
        guard case .icc(let profile) = color else {
            (transform, warning) = (nil, nil)
            return
        }
        transform = profile.count <= limits.profileBytes ? ICCTransform.of(profile, clcms_cmyk) : nil
        warning = transform == nil ? .colors(.unusableProfile) : nil
    }

    /// Converts pixels of four bytes to pixels of three.
    package func convert(_ inks: UnsafePointer<UInt8>, to colors: UnsafeMutablePointer<UInt8>, pixels: Int) {
        if let transform { return transform.apply(inks, colors, pixels: pixels) }
        for pixel in 0..<pixels {
            let black = Int(inks[4 * pixel + 3])
            for channel in 0..<3 {
                colors[3 * pixel + channel] = UInt8((Int(inks[4 * pixel + channel]) * black + 127) / 255)
            }
        }
    }
}
