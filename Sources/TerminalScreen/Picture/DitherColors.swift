import Pixels

/// A small set of colors to which a picture is dithered.
///
/// Light is linear, 0 to 1: red, green and blue; the fourth element of a vector is unused. Errors and averages are
/// computed in linear light, because that is how the light of adjacent pixels adds up in the eye.
protocol DitherColors: Sendable {
    /// The part of an error that is compensated, 0 to 1. A strength of 1 gives the right light over an area, but the
    /// pixels of a terminal are large: a little less is much calmer, and costs only the last bit of a gradient.
    var strength: Float { get }
    /// Returns the light of a picture's color, as far as these colors can show it.
    func light(of color: RGB) -> SIMD4<Float>
    /// Returns the index of the color nearest to a light. Indices count from 0, the darkest color first.
    func nearest(to light: SIMD4<Float>) -> UInt8
    func light(at index: UInt8) -> SIMD4<Float>
    func color(at index: UInt8) -> CellColor
}

/// The two colors of a terminal without colors, foreground and background: white and black here, whatever the terminal
/// uses.
struct InkAndGround: DitherColors {
    var strength: Float { 1 }

    @inline(__always) func light(of color: RGB) -> SIMD4<Float> {
        let luminance = AlphaBlender.luminance(of: color)
        return SIMD4(luminance, luminance, luminance, 0)
    }
    @inline(__always) func nearest(to light: SIMD4<Float>) -> UInt8 { light.x > 0.5 ? 1 : 0 }
    @inline(__always) func light(at index: UInt8) -> SIMD4<Float> { SIMD4(repeating: Float(index)) }
    @inline(__always) func color(at index: UInt8) -> CellColor { index == 0 ? Self.ground : Self.ink }

    static let ground = CellColor(hex: 0x000000)
    static let ink = CellColor(hex: 0xFFFFFF)
}

/// A palette with a lookup table for nearest colors, of 32 levels a channel. The dither compensates the table's error.
/// Built once; safe from any thread.
final class PaletteTable: DitherColors {
    let strength: Float
    private let colors: [CellColor]
    private let lights: [SIMD4<Float>]
    /// The maximum light of each channel in the palette; brighter light would only accumulate errors.
    private let brightest: SIMD4<Float>
    /// The nearest color's index for each level of red, green and blue.
    private let nearest: [UInt8]
    /// The level, 0 to 31, of light in 4,095ths, which is fine enough for the darkest levels.
    private let levels: [UInt8]

    static func of(_ depth: ColorDepth) -> PaletteTable? {
        switch depth {
        case .palette256: xterm256
        case .palette16: ansi16
        case .palette8: ansi8
        case .direct, .mono: nil
        }
    }

    private static let xterm256 = PaletteTable(.xterm256, strength: 0.4)
    private static let ansi16 = PaletteTable(.ansi16, strength: 0.75)
    private static let ansi8 = PaletteTable(.ansi8, strength: 0.75)

    init(_ palette: TerminalPalette, strength: Float) {
        self.strength = strength
        let sorted = palette.colors.sorted { AlphaBlender.luminance(of: $0) < AlphaBlender.luminance(of: $1) }
        colors = sorted.map { CellColor($0) }
        lights = sorted.map(Self.light)
        brightest = lights.reduce(SIMD4(repeating: 0)) { $0.replacing(with: $1, where: $1 .> $0) }
        levels = (0...4095).map { LinearLight.byte(of: UInt16($0 * 65_535 / 4095)) >> 3 }
        let numbers = Dictionary(zip(sorted, UInt8(0)...), uniquingKeysWith: { first, _ in first })
        var nearest = [UInt8]()
        nearest.reserveCapacity(1 << 15)
        // the darkest and brightest colors must be reachable, so the first level represents 0 and the last 255
        let bytes = (0..<32).map { UInt8($0 * 255 / 31) }
        for red in bytes {
            for green in bytes {
                for blue in bytes { nearest.append(numbers[palette.nearest(to: RGB(red, green, blue))] ?? 0) }
            }
        }
        self.nearest = nearest
    }

    private static func light(_ color: RGB) -> SIMD4<Float> {
        SIMD4(AlphaBlender.light(color.red), AlphaBlender.light(color.green), AlphaBlender.light(color.blue), 0)
    }

    func light(of color: RGB) -> SIMD4<Float> {
        let light = Self.light(color)
        return light.replacing(with: brightest, where: light .> brightest)
    }

    func nearest(to light: SIMD4<Float>) -> UInt8 {
        let steps = SIMD4<Int32>((light * 4095).clamped(lowerBound: SIMD4(), upperBound: SIMD4(repeating: 4095)))
        let (red, green, blue) = (levels[Int(steps.x)], levels[Int(steps.y)], levels[Int(steps.z)])
        return nearest[Int(red) << 10 | Int(green) << 5 | Int(blue)]
    }

    func light(at index: UInt8) -> SIMD4<Float> { lights[Int(index)] }
    func color(at index: UInt8) -> CellColor { colors[Int(index)] }
}
