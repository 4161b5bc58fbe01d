import Glibc
import Pixels

/// A conversion of pixels with a high dynamic range, PQ or HLG (ITU-R BT.2100), to sRGB.
///
/// White paper has 203 cd/m² (BT.2408) and becomes white; a display of 1,000 cd/m² is assumed. Light up to 92 cd/m² is
/// kept, and what is above it compressed by the curve of BT.2390 (section 5.4.1), applied to the largest channel, so that
/// hues stay. Colors beyond sRGB are clipped.
package struct HighDynamicRange: Sendable {
    /// The light of each value, with 1 for 203 cd/m².
    private let light: [Float]
    private let toSRGB: PrimariesMatrix
    /// The factors of the channels in the luminance that HLG's display gamma depends on; `nil` for PQ.
    private let luminance: SIMD3<Float>?

    /// Creates a conversion of samples from 0 to `maximum`; `nil` for other code points.
    package init?(_ points: SourceColor.CICP, maximum: Int) {
        guard points.matrix == 0, points.fullRange == 1, points.transfer == 16 || points.transfer == 18, maximum > 0,
            let chromaticities = points.chromaticities, let matrix = PrimariesMatrix(chromaticities)
        else { return nil }
        toSRGB = matrix
        let isPQ = points.transfer == 16
        luminance = isPQ ? nil : Self.luminance(matrix)
        light = (0...maximum).map { value in
            let value = Double(value) / Double(maximum)
            return Float(isPQ ? min(Self.peak, Self.pqLight(of: value)) : Self.hlgLight(of: value))
        }
    }

    /// Converts pixels of three or four samples, of which alpha is scaled only. `target` may be `source`.
    package func convert<Sample: FixedWidthInteger & UnsignedInteger>(
        _ source: UnsafePointer<Sample>, to target: UnsafeMutablePointer<UInt8>, pixels: Int, channels: Int
    ) {
        let matrix = toSRGB.factors.map { Float($0) }
        let top = light.count - 1
        for start in stride(from: 0, to: pixels * channels, by: channels) {
            var color = SIMD3<Float>(
                light[min(top, Int(source[start]))], light[min(top, Int(source[start + 1]))],
                light[min(top, Int(source[start + 2]))])
            if let luminance { color *= Self.peak32 * pow(max(1e-6, (color * luminance).sum()), 0.2) }
            var mixed = SIMD3<Float>(
                matrix[0] * color.x + matrix[1] * color.y + matrix[2] * color.z,
                matrix[3] * color.x + matrix[4] * color.y + matrix[5] * color.z,
                matrix[6] * color.x + matrix[7] * color.y + matrix[8] * color.z)
            mixed *= Self.factor(for: mixed.max())
            for channel in 0..<3 { target[start + channel] = LinearLight.byte(ofLight: mixed[channel]) }
            if channels == 4 { target[start + 3] = UInt8((Int(source[start + 3]) * 255 + top / 2) / top) }
        }
    }

    /// Returns the factors of luminance: those of sRGB (BT.709), of what a matrix makes of each channel.
    private static func luminance(_ toSRGB: PrimariesMatrix) -> SIMD3<Float> {
        let factors = toSRGB.factors
        func factor(_ channel: Int) -> Float {
            Float(0.2126 * factors[channel] + 0.7152 * factors[channel + 3] + 0.0722 * factors[channel + 6])
        }
        return SIMD3(factor(0), factor(1), factor(2))
    }

    // MARK: - Curves

    private static let white = 203.0
    private static let peak = 1_000 / white
    private static let peak32 = Float(peak)

    /// Returns the light of a PQ value, with 1 for white (BT.2100, table 4).
    private static func pqLight(of value: Double) -> Double {
        let root = pow(value, 1 / 78.84375)
        return 10_000 / white * pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
    }

    private static func pqValue(ofLight light: Double) -> Double {
        let root = pow(light * white / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
    }

    /// Returns the light of the scene for an HLG value, 0...1 (BT.2100, table 5).
    private static func hlgLight(of value: Double) -> Double {
        value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// Returns what light is multiplied by; interpolated between entries of a table.
    @inline(__always)
    private static func factor(for light: Float) -> Float {
        let place = max(0, min(light / peak32, 1)) * Float(factors.count - 2)
        let index = Int(place)
        return factors[index] + (factors[index + 1] - factors[index]) * (place - Float(index))
    }

    /// What light from 0 to the peak is multiplied by, at equal distances; the last is there twice.
    private static let factors: [Float] = {
        let top = pqValue(ofLight: peak)
        let most = pqValue(ofLight: 1) / top
        let knee = 1.5 * most - 0.5
        let entries = (0...1_024).map { index -> Float in
            let light = peak * Double(index) / 1_024
            let value = pqValue(ofLight: light) / top
            guard value > knee else { return 1 }
            let t = (value - knee) / (1 - knee)
            let (t2, t3) = (t * t, t * t * t)
            let mapped = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most
            return Float(pqLight(of: mapped * top) / light)
        }
        return entries + entries.suffix(1)
    }()
}
