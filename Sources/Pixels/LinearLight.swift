import Glibc

/// Conversion between sRGB-encoded bytes and linear light.
///
/// Light is additive, sRGB bytes are not: averages, mixtures and cross-fades are correct only in linear light. Light is
/// a 16-bit number here, 65,535 for full; the darkest sRGB step is 20 units, so the conversion round-trips exactly.
/// Curve: IEC 61966-2-1. Safe from any thread.
public enum LinearLight {
    /// Returns the light of an sRGB-encoded byte, 0...65,535.
    public static func light(of byte: UInt8) -> UInt16 { UInt16(tables.light[Int(byte)]) }

    /// Returns the sRGB-encoded byte that is perceptually nearest to an amount of light.
    public static func byte(of light: UInt16) -> UInt8 { tables.byte[Int(light)] }

    /// A table of light 0...65,535 for each byte, wide enough to be summed directly: ``light(of:)`` for loops over many
    /// pixels. Never freed.
    public static var lightOfByte: UnsafePointer<UInt64> { UnsafePointer(tables.light) }
    /// A table of light 0...1 for each byte. Never freed.
    static var fractionOfByte: UnsafePointer<Float> { UnsafePointer(tables.fraction) }
    /// A table of bytes for light 0...65,535: ``byte(of:)`` for loops over many pixels. Never freed.
    public static var byteOfLight: UnsafePointer<UInt8> { UnsafePointer(tables.byte) }

    // MARK: -

    private static let tables = Tables()

    /// Unchecked: written only in `init`, which runs once before the value is shared, and only read after it.
    private struct Tables: @unchecked Sendable {
        let light = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
        let fraction = UnsafeMutablePointer<Float>.allocate(capacity: 256)
        let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 65_536)

        init() {
            // The byte table is filled between the 255 positions where the nearest byte changes: 255 powers, not
            // 65,536.
            var start = 0
            for value in 0..<256 {
                light[value] = UInt64((Self.linear(Double(value) / 255) * 65_535).rounded())
                fraction[value] = Float(light[value]) / 65_535
                let change = Self.linear((Double(value) + 0.5) / 255) * 65_535
                let end = value == 255 ? 65_536 : Int(change.rounded(.up))
                (byte + start).initialize(repeating: UInt8(value), count: end - start)
                start = end
            }
        }

        private static func linear(_ encoded: Double) -> Double {
            encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
        }
    }
}
