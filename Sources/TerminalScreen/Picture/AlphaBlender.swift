import Glibc
import Pixels

/// Lays straight-alpha sRGB colours over opaque ones the way light adds up: in linear light.
struct AlphaBlender: Sendable {
    /// Linear light of an sRGB byte, 0 to 65535.
    private let linear: [UInt16]
    /// The sRGB byte of a linear light divided by 16.
    private let encoded: [UInt8]

    static let shared = AlphaBlender()

    private init() {
        linear = (0...255).map { UInt16((Self.decode(Double($0) / 255) * 65535).rounded()) }
        // 4,096 steps leave dark results up to one byte off; finer is not to be seen under partial transparency.
        encoded = (0..<4096).map { UInt8((Self.encode((Double($0) + 0.5) / 4096) * 255).rounded()) }
    }

    func blend(_ color: RGBA, over ground: RGB) -> RGB {
        switch color.alpha {
        case 255: color.opaque
        case 0: ground
        default:
            RGB(
                mix(color.red, ground.red, color.alpha), mix(color.green, ground.green, color.alpha),
                mix(color.blue, ground.blue, color.alpha))
        }
    }

    /// Linear light of an opaque colour's luminance (ITU-R BT.709 weights), 0 to 1.
    func luminance(of color: RGB) -> Float {
        let red = Float(linear[Int(color.red)])
        let green = Float(linear[Int(color.green)])
        let blue = Float(linear[Int(color.blue)])
        return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 65535
    }

    /// Linear light of a channel, 0 to 1.
    func light(_ channel: UInt8) -> Float { Float(linear[Int(channel)]) / 65535 }

    private func mix(_ over: UInt8, _ under: UInt8, _ alpha: UInt8) -> UInt8 {
        if over == under { return over }
        let alpha = UInt32(alpha)
        let sum = UInt32(linear[Int(over)]) * alpha + UInt32(linear[Int(under)]) * (255 - alpha)
        return encoded[Int(sum / 255 / 16)]
    }

    private static func decode(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func encode(_ value: Double) -> Double {
        value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
}
