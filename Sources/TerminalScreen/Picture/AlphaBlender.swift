import Pixels

/// Blending of straight-alpha sRGB colors over opaque ones, in linear light.
enum AlphaBlender {
    static func blend(_ color: RGBA, over ground: RGB) -> RGB {
        switch color.alpha {
        case 255: color.opaque
        case 0: ground
        default:
            RGB(
                mix(color.red, ground.red, color.alpha), mix(color.green, ground.green, color.alpha),
                mix(color.blue, ground.blue, color.alpha))
        }
    }

    /// Returns the relative luminance of an opaque color (ITU-R BT.709 weights), 0 to 1.
    static func luminance(of color: RGB) -> Float {
        0.2126 * light(color.red) + 0.7152 * light(color.green) + 0.0722 * light(color.blue)
    }

    /// Returns the linear light of a channel, 0 to 1.
    static func light(_ channel: UInt8) -> Float { Float(LinearLight.light(of: channel)) / 65535 }

    private static func mix(_ over: UInt8, _ under: UInt8, _ alpha: UInt8) -> UInt8 {
        if over == under { return over }
        let light = { UInt32(LinearLight.light(of: $0)) }
        let sum = light(over) * UInt32(alpha) + light(under) * (255 - UInt32(alpha))
        return LinearLight.byte(of: UInt16((sum + 127) / 255))
    }
}
