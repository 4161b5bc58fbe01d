import Glibc
import Pixels

/// A conversion of an image's colors to sRGB, as described by its file.
///
/// Rows are converted before they are reduced, or the result after it. The latter is as good if the image's own curve
/// is close to that of sRGB: its values then average like light, and a few thousand pixels are converted instead of
/// millions. Images without a description, or with an invalid one, are treated as sRGB.
package struct ColorConversion: Sendable {
    /// The problem with the description, if the image is shown as sRGB because of it.
    package let warning: DecodeWarning?
    /// The transform for each row before it is reduced; `nil` if none is needed then.
    package let rows: RowTransform?
    private let result: RowTransform?

    static let none = ColorConversion(warning: nil, rows: nil, result: nil)
    /// The fallback for a profile that is broken or does not fit such pixels.
    static let unusable = ColorConversion(warning: .colors(.unusableProfile), rows: nil, result: nil)
}

extension ColorConversion {
    /// Creates a conversion.
    ///
    /// - Parameter layout: the layout of the rows that are reduced.
    package init(_ color: SourceColor, layout: PixelLayout, fidelity: DecodeOptions.Fidelity, limits: DecodeLimits) {
        let pixels: PixelConversion?
        do throws(DecodeWarning.Description) {
            pixels = try Self.conversion(of: color, limits: limits)
        } catch {
            self.init(warning: .colors(error), rows: nil, result: nil)
            return
        }
        guard let pixels else {
            self = .none
            return
        }
        guard let ramp = pixels.ramp(layout), let rows = pixels.transform(layout) else {
            self = .unusable
            return
        }
        if Self.averagesAsLight(ramp, color, fidelity), let result = pixels.transform(.rgba8) ?? Self.gray(ramp) {
            self.init(warning: nil, rows: nil, result: result)
        } else {
            self.init(warning: nil, rows: rows, result: nil)
        }
    }

    /// Returns the reduced image in sRGB, in one copy at most.
    ///
    /// - Parameter isBlueFirst: whether red and blue must change places before.
    package func finished(_ bitmap: Bitmap, isBlueFirst: Bool = false) -> Bitmap {
        guard result != nil || isBlueFirst else { return bitmap }
        var bytes = bitmap.bytes
        if isBlueFirst {
            for red in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(red, red + 2) }
        }
        if let result { bytes.withUnsafeMutableBufferPointer { result.apply(to: $0) } }
        return Bitmap(size: bitmap.size, bytes: bytes, hasAlpha: bitmap.hasAlpha)
    }

    // MARK: -

    /// Returns the conversion; `nil` if the colors are sRGB.
    private static func conversion(
        of color: SourceColor, limits: DecodeLimits
    ) throws(DecodeWarning.Description) -> PixelConversion? {
        switch color {
        case .sRGB, .unknown: return nil
        case .icc(let bytes):
            guard bytes.count <= limits.profileBytes, let profile = ICCProfile(bytes) else { throw .unusableProfile }
            return profile.isSRGB ? nil : .profile(bytes)
        case .gamma(let exponent, let chromaticities):
            return try conversion(exponent: exponent, chromaticities)
        case .codePoints(let points):
            if let range = HighDynamicRange(points, maximum: 255) { return .highDynamicRange(range) }
            guard points.isPlain, let chromaticities = points.chromaticities, let curve = points.curve else {
                throw .unknownCodePoints
            }
            return curve == .sRGB && chromaticities.isNear(.sRGB) ? nil : try conversion(curve, chromaticities)
        }
    }

    private static func conversion(
        exponent: Double, _ chromaticities: SourceColor.Chromaticities?
    ) throws(DecodeWarning.Description) -> PixelConversion? {
        guard exponent > 0.05, exponent < 20 else { throw .impossibleGamma }
        // 1/2.2 is what programs write for sRGB.
        let isUsual = abs(exponent - 0.45455) < 0.005
        if isUsual, chromaticities?.isNear(.sRGB) != false { return nil }
        return try conversion(isUsual ? .sRGB : .power(1 / exponent), chromaticities ?? .sRGB)
    }

    private static func conversion(
        _ curve: ToneCurve, _ chromaticities: SourceColor.Chromaticities
    ) throws(DecodeWarning.Description) -> PixelConversion {
        let light = (0...255).map { Float(curve.light(of: Double($0) / 255)) }
        guard chromaticities.isNear(.sRGB) else {
            guard let matrix = PrimariesMatrix(chromaticities) else { throw .impossibleGamma }
            return .matrix(light: light, matrix)
        }
        return .table(light.map { LinearLight.byte(ofLight: $0) })
    }

    /// Whether reducing before converting gives an equivalent result. For `exact` it must match but for rounding, which
    /// only curves and primaries guarantee; for `fast`, a curve as near as a power of 2.2 keeps within 40 dB.
    private static func averagesAsLight(
        _ ramp: [UInt8], _ color: SourceColor, _ fidelity: DecodeOptions.Fidelity
    ) -> Bool {
        let difference = ramp.enumerated().map { abs($0.offset - Int($0.element)) }.max() ?? 0
        guard fidelity == .exact else { return difference <= 10 }
        if case .icc(let bytes) = color, ICCProfile(bytes)?.isMatrixShaper != true { return false }
        return difference <= 1
    }

    /// Returns a transform for gray RGBA pixels. A gray profile does not define other colors, but a gray image has
    /// three equal channels.
    private static func gray(_ ramp: [UInt8]) -> RowTransform? {
        PixelConversion.table(ramp).transform(.rgba8)
    }
}
