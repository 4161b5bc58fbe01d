/// An opaque color: 8 bits a channel, sRGB-encoded.
public struct RGB: Hashable, Sendable {
    /// The red channel, 0 to 255, sRGB-encoded.
    public var red: UInt8
    /// The green channel, 0 to 255, sRGB-encoded.
    public var green: UInt8
    /// The blue channel, 0 to 255, sRGB-encoded.
    public var blue: UInt8

    /// Creates a color from sRGB-encoded channels.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a color from `0xRRGGBB`; higher bits are ignored.
    public init(hex: UInt32) {
        self.init(
            UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
    }

    /// The color as `0xRRGGBB`.
    public var hex: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}

/// A color with straight (not premultiplied) alpha: 8 bits a channel, sRGB-encoded, alpha linear.
public struct RGBA: Hashable, Sendable {
    /// The red channel, 0 to 255, sRGB-encoded, not multiplied by alpha.
    public var red: UInt8
    /// The green channel, 0 to 255, sRGB-encoded, not multiplied by alpha.
    public var green: UInt8
    /// The blue channel, 0 to 255, sRGB-encoded, not multiplied by alpha.
    public var blue: UInt8
    /// The opacity: 0 is transparent, 255 opaque.
    public var alpha: UInt8

    /// Creates a color from straight channels. It is opaque by default.
    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Creates a color with the channels of another one. It is opaque by default.
    public init(_ color: RGB, alpha: UInt8 = 255) {
        self.init(color.red, color.green, color.blue, alpha)
    }

    /// The color without its alpha.
    public var opaque: RGB { RGB(red, green, blue) }
}
