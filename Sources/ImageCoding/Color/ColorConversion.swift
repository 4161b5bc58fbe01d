import Glibc
import Pixels

/// Brings the colours of a picture to sRGB, as its file describes them.
///
/// Rows are converted before they are reduced, or the result after it, which is as good where the picture's own curve is
/// nearly that of sRGB: then its numbers average as light all the same, and a few thousand pixels have to be converted
/// instead of millions. What describes nothing, or is broken, is taken for sRGB.
struct ColorConversion: Sendable {
    /// What was wrong with the description; the picture is shown as if it were sRGB.
    let warning: DecodeWarning?
    /// To be applied to each row before it is reduced; `nil` if there is nothing to do then.
    let rows: RowTransform?
    private let result: RowTransform?

    static let none = ColorConversion(warning: nil, rows: nil, result: nil)
    /// For a profile that is broken or not for such pixels.
    static let unusable = ColorConversion(warning: .colors(.unusableProfile), rows: nil, result: nil)

    /// - Parameter layout: of the rows that are reduced.
    init(_ color: SourceColor, layout: PixelLayout, fidelity: DecodeOptions.Fidelity, limits: DecodeLimits) {
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

    private init(warning: DecodeWarning?, rows: RowTransform?, result: RowTransform?) {
        self.warning = warning
        self.rows = rows
        self.result = result
    }

    /// The reduced picture in sRGB.
    func finished(_ bitmap: Bitmap) -> Bitmap {
        guard let result else { return bitmap }
        var bytes = bitmap.bytes
        bytes.withUnsafeMutableBufferPointer { result.apply(to: $0) }
        return Bitmap(size: bitmap.size, bytes: bytes, hasAlpha: bitmap.hasAlpha)
    }

    // MARK: -

    /// `nil` if the colours are sRGB.
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
        // 1/2.2 is what programs write that mean sRGB.
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
        return .table(light.map { LinearLight.byte(of: UInt16(max(0, min(65_535, $0 * 65_535 + 0.5)))) })
    }

    /// Whether reducing first comes to the same. For `exact` it must but for rounding, which only curves and primaries
    /// can promise; for `fast`, a curve as near as a power of 2.2 keeps within 40 dB.
    private static func averagesAsLight(
        _ ramp: [UInt8], _ color: SourceColor, _ fidelity: DecodeOptions.Fidelity
    ) -> Bool {
        let difference = ramp.enumerated().map { abs($0.offset - Int($0.element)) }.max() ?? 0
        guard fidelity == .exact else { return difference <= 10 }
        if case .icc(let bytes) = color, ICCProfile(bytes)?.isMatrixShaper != true { return false }
        return difference <= 1
    }

    /// A gray profile says nothing of coloured pixels; those of a gray picture have three equal channels.
    private static func gray(_ ramp: [UInt8]) -> RowTransform? {
        PixelConversion.table(ramp).transform(.rgba8)
    }
}
