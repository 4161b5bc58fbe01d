import HalftoneCore

/// A change to every color of an image; alpha is kept.
///
/// Filters that add or scale light (brightness, saturation, grayscale) work in linear light; filters defined by their
/// look (contrast, inversion, sepia) work on encoded colors, as in CSS (Filter Effects Level 1).
public enum ColorFilter: Hashable, Sendable {
    /// Multiplies the light: 0 is black, 1 changes nothing.
    case brightness(Double)
    /// Multiplies the distance from middle gray: 0 is gray, 1 changes nothing.
    case contrast(Double)
    /// Multiplies the distance from the gray of equal luminance: 0 is gray, 1 changes nothing.
    case saturation(Double)
    /// Inverts every color.
    case invert
    /// Tones the image brown like an old photo.
    case sepia
    /// Replaces every color by the gray of equal luminance (BT.709).
    case grayscale

    /// The filter's amount; 1 for filters without one.
    fileprivate var amount: Double {
        switch self {
        case .brightness(let amount), .contrast(let amount), .saturation(let amount): amount
        case .invert, .sepia, .grayscale: 1
        }
    }

    /// A stable name for use in cache keys.
    public var name: String {
        switch self {
        case .brightness(let amount): "brightness \(amount)"
        case .contrast(let amount): "contrast \(amount)"
        case .saturation(let amount): "saturation \(amount)"
        case .invert: "invert"
        case .sepia: "sepia"
        case .grayscale: "grayscale"
        }
    }
}

extension Bitmap {
    /// Returns the image with the filter applied; `nil` if the amount is not finite, or the work was cancelled.
    public func filtered(_ filter: ColorFilter, cancellation: CancellationToken? = nil) -> Bitmap? {
        // Beyond a factor of a million, every color but the neutral one is clamped.
        let amount = max(-1e6, min(1e6, filter.amount))
        guard filter.amount.isFinite else { return nil }
        switch filter {
        case .brightness:
            return changed(by: Self.table { LinearLight.byte(of: $0, times: amount) }, cancellation)
        case .contrast:
            return changed(by: Self.table { Self.stretched($0, by: amount) }, cancellation)
        case .saturation: return saturated(Float(amount), cancellation)
        case .invert: return changed(by: Self.table { 255 - $0 }, cancellation)
        case .sepia: return sepia(cancellation)
        case .grayscale: return saturated(0, cancellation)
        }
    }

    private static func stretched(_ byte: UInt8, by amount: Double) -> UInt8 {
        UInt8(clamping: Int(((Double(byte) - 127.5) * amount + 127.5).rounded()))
    }

    // MARK: -

    private static func table(_ change: (UInt8) -> UInt8) -> [UInt8] { (UInt8.min...UInt8.max).map(change) }

    private func changed(by table: [UInt8], _ cancellation: CancellationToken?) -> Bitmap? {
        table.withUnsafeBufferPointer { table in
            mapped(mayHaveAlpha: hasAlpha, cancellation: cancellation) { from, to in
                for channel in 0..<3 { to[channel] = table[Int(from[channel])] }
                to[3] = from[3]
            }
        }
    }

    private func saturated(_ amount: Float, _ cancellation: CancellationToken?) -> Bitmap? {
        let table = LinearLight.lightOfByte
        return mapped(mayHaveAlpha: hasAlpha, cancellation: cancellation) { from, to in
            let light = SIMD3(Float(table[Int(from[0])]), Float(table[Int(from[1])]), Float(table[Int(from[2])]))
            let gray = (light * SIMD3(0.2126, 0.7152, 0.0722)).sum()
            let changed = gray + (light - gray) * amount
            for channel in 0..<3 { to[channel] = LinearLight.encoded(changed[channel]) }
            to[3] = from[3]
        }
    }

    private func sepia(_ cancellation: CancellationToken?) -> Bitmap? {
        mapped(mayHaveAlpha: hasAlpha, cancellation: cancellation) { from, to in
            let color = SIMD3(Float(from[0]), Float(from[1]), Float(from[2]))
            let brown = SIMD3(
                (color * SIMD3(0.393, 0.769, 0.189)).sum(), (color * SIMD3(0.349, 0.686, 0.168)).sum(),
                (color * SIMD3(0.272, 0.534, 0.131)).sum())
            for channel in 0..<3 { to[channel] = UInt8(min(255, brown[channel] + 0.5)) }
            to[3] = from[3]
        }
    }
}

extension LinearLight {
    fileprivate static func byte(of byte: UInt8, times amount: Double) -> UInt8 {
        encoded(Float(Double(lightOfByte[Int(byte)]) * amount))
    }

    /// Returns the byte for light 0...65,535; values out of range are clamped.
    fileprivate static func encoded(_ light: Float) -> UInt8 { byteOfLight[Int(max(0, min(65_535, light + 0.5)))] }
}
