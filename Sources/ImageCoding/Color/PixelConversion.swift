import CLCMS
import Pixels

/// A conversion from a file's colors to sRGB, for pixels of any layout.
enum PixelConversion: Sendable {
    /// A lookup table of 256 entries, applied to every channel.
    case table([UInt8])
    /// A table of 256 entries from values to light, then a matrix; for layouts with color.
    case matrix(light: [Float], PrimariesMatrix)
    case profile([UInt8])
    /// For layouts with color.
    case highDynamicRange(HighDynamicRange)

    /// Returns a transform for rows of that layout; `nil` if a profile does not fit such pixels.
    func transform(_ layout: PixelLayout) -> RowTransform? {
        switch self {
        case .table(let table): return Self.lookUp(table, layout)
        case .matrix(let light, let matrix):
            return layout.hasColor
                ? Self.mix(light, matrix, layout) : Self.lookUp(light.map { LinearLight.byte(ofLight: $0) }, layout)
        case .highDynamicRange(let range):
            guard layout.hasColor else { return Self.lookUp(ramp(.rgb8) ?? [], layout) }
            let size = layout.bytesPerPixel
            return RowTransform { row in
                guard let pixels = row.baseAddress else { return }
                range.convert(UnsafePointer(pixels), to: pixels, pixels: row.count / size, channels: size)
            }
        case .profile(let profile):
            guard layout.hasColor else {
                // Gray stays gray: the profile only defines its lightness.
                return Self.grays(of: profile).flatMap { Self.lookUp($0, layout) }
            }
            let size = layout.bytesPerPixel
            return ICCTransform.of(profile, layout.hasAlpha ? clcms_rgba : clcms_rgb).map { transform in
                RowTransform { row in
                    guard let pixels = row.baseAddress else { return }
                    transform.apply(pixels, pixels, pixels: row.count / size)
                }
            }
        }
    }

    /// Returns the conversion of grays from 0 to 255; `nil` if it is unknown.
    func ramp(_ layout: PixelLayout) -> [UInt8]? {
        guard let transform = transform(layout.hasColor ? .rgb8 : .gray8) else { return nil }
        let step = layout.hasColor ? 3 : 1
        var grays = (UInt8.min...UInt8.max).flatMap { [UInt8](repeating: $0, count: step) }
        grays.withUnsafeMutableBufferPointer { transform.apply(to: $0) }
        return stride(from: step / 2, to: grays.count, by: step).map { grays[$0] }
    }

    // MARK: -

    private static func grays(of profile: [UInt8]) -> [UInt8]? {
        var colors = [UInt8](repeating: 0, count: 3 * 256)
        let ramp = UInt8.min...UInt8.max
        if let transform = ICCTransform.of(profile, clcms_gray) {
            transform.apply(Array(ramp), &colors, pixels: 256)
        } else if let transform = ICCTransform.of(profile, clcms_rgb) {
            transform.apply(ramp.flatMap { [$0, $0, $0] }, &colors, pixels: 256)
        } else {
            return nil
        }
        return stride(from: 1, to: colors.count, by: 3).map { colors[$0] }
    }

    private static func lookUp(_ table: [UInt8], _ layout: PixelLayout) -> RowTransform {
        let (size, channels) = (layout.bytesPerPixel, layout.hasColor ? 3 : 1)
        return RowTransform { row in
            table.withUnsafeBufferPointer { table in
                for pixel in stride(from: 0, to: row.count - size + 1, by: size) {
                    for channel in 0..<channels { row[pixel + channel] = table[Int(row[pixel + channel])] }
                }
            }
        }
    }

    private static func mix(_ light: [Float], _ matrix: PrimariesMatrix, _ layout: PixelLayout) -> RowTransform {
        let size = layout.bytesPerPixel
        let factors: [Float] = matrix.factors.map { Float($0) }
        let red = SIMD3<Float>(factors[0], factors[3], factors[6])
        let green = SIMD3<Float>(factors[1], factors[4], factors[7])
        let blue = SIMD3<Float>(factors[2], factors[5], factors[8])
        return RowTransform { row in
            light.withUnsafeBufferPointer { light in
                for pixel in stride(from: 0, to: row.count - size + 1, by: size) {
                    var color = red * light[Int(row[pixel])]
                    color += green * light[Int(row[pixel + 1])]
                    color += blue * light[Int(row[pixel + 2])]
                    for channel in 0..<3 { row[pixel + channel] = LinearLight.byte(ofLight: color[channel]) }
                }
            }
        }
    }
}

extension PixelLayout {
    fileprivate var hasColor: Bool { bytesPerPixel >= 3 }
}

extension LinearLight {
    /// Returns the byte of light 0...1, clamped.
    static func byte(ofLight light: Float) -> UInt8 {
        byte(of: UInt16(max(0, min(65_535, light * 65_535 + 0.5))))
    }
}
