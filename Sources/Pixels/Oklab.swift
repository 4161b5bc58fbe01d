import Glibc

/// A color in Oklab (Björn Ottosson, "A perceptual color space for image processing", 2020): lightness 0 to 1, green to
/// red, blue to yellow. Distances are approximately perceptual.
public struct Oklab: Hashable, Sendable {
    /// Perceived lightness, 0 to 1.
    public var lightness: Float
    /// The green (negative) to red (positive) axis.
    public var a: Float
    /// The blue (negative) to yellow (positive) axis.
    public var b: Float

    /// Converts an sRGB-encoded color.
    public init(_ color: RGB) {
        let light = LinearLight.fractionOfByte
        let (red, green, blue) = (light[Int(color.red)], light[Int(color.green)], light[Int(color.blue)])
        let long = cbrtf(0.412_221_47 * red + 0.536_332_55 * green + 0.051_445_995 * blue)
        let medium = cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue)
        let short = cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue)
        lightness = 0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short
        a = 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short
        b = 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short
    }

    /// Returns the squared Euclidean distance to another color.
    public func squaredDistance(to other: Oklab) -> Float {
        let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
        return x * x + y * y + z * z
    }
}
