import Glibc
import Pixels

/// Converts a mean byte and the variance inside it to the byte of the same linear light.
struct LightOfVariance {
    private let lightOfByte = Self.light
    private let curvature = Self.curvature
    private let byteOfLight = LinearLight.byteOfLight

    private static let light = (UInt8.min...UInt8.max).map { Float(LinearLight.light(of: $0)) }

    /// Half the second derivative of the sRGB curve (IEC 61966-2-1) at each byte, in units of light.
    private static let curvature: [Float] = (0..<256).map { byte in
        let base = (Double(byte) / 255 + 0.055) / 1.055
        return Float(65_535 * 2.4 * 1.4 / (1.055 * 1.055) * pow(base, 0.4) / 2 / (255 * 255))
    }

    /// Returns by how many bytes the light may be wrong: as much as if the pixels had only two values, one of which is
    /// 0 or 255.
    func largestError(_ mean: Float, _ variance: Float) -> Float {
        let mean = min(max(mean, 1), 254)
        let estimate = min(65_535, lightOfByte[Int(mean + 0.5)] + curvature[Int(mean + 0.5)] * variance)
        let (bright, left) = (min(255, mean + variance / mean), 255 - mean)
        let dark = max(0, 255 - (left + variance / left))
        let ofPoints = mean / bright * lightOfByte[Int(bright + 0.5)]
        let ofHoles = 65_535 - left / (255 - dark) * (65_535 - lightOfByte[Int(dark + 0.5)])
        return max(abs(ofPoints - estimate), abs(ofHoles - estimate)) / step(estimate)
    }

    /// Returns by how many bytes the mean alone is too dark.
    func darkening(_ mean: Float, _ variance: Float) -> Float {
        let mean = Int(min(max(mean, 0), 255) + 0.5)
        let light = curvature[mean] * variance
        return light / step(lightOfByte[mean] + light)
    }

    /// Returns the light between two neighboring bytes at an amount of light.
    private func step(_ light: Float) -> Float {
        let byte = max(1, min(254, Int(byteOfLight[Int(min(light, 65_535))])))
        return (lightOfByte[byte + 1] - lightOfByte[byte - 1]) / 2
    }

    /// Writes eight bytes, each `step` bytes after the one before.
    @inline(__always)
    func write(_ means: SIMD8<Float>, _ variance: SIMD8<Float>, to row: UnsafeMutablePointer<UInt8>, step: Int) {
        let bytes = Self.rounded(means, limit: 255)
        var (light, curve) = (SIMD8<Float>(), SIMD8<Float>())
        lightOfByte.withUnsafeBufferPointer { lightOfByte in
            curvature.withUnsafeBufferPointer { curvature in
                for index in 0..<8 {
                    let byte = Int(truncatingIfNeeded: bytes[index])
                    light[index] = lightOfByte[byte]
                    curve[index] = curvature[byte]
                }
            }
        }
        let whole = Self.rounded(light + curve * variance, limit: 65_535)
        for index in 0..<8 { row[index &* step] = byteOfLight[Int(truncatingIfNeeded: whole[index])] }
    }

    /// Returns the nearest whole numbers from 0 to a limit, at most 65,535: adding 2 to the power of 23 leaves them in
    /// the low bits of the mantissa.
    @inline(__always)
    private static func rounded(_ numbers: SIMD8<Float>, limit: Float) -> SIMD8<UInt32> {
        let limit = SIMD8(repeating: limit)
        let positive = numbers.replacing(with: 0, where: numbers .< 0)
        let limited = positive.replacing(with: limit, where: positive .> limit)
        return unsafeBitCast(limited + 8_388_608, to: SIMD8<UInt32>.self) & SIMD8(repeating: 0x1FFFF)
    }
}
