import Pixels

/// The few colours that a picture is dithered to.
///
/// Light is linear, 0 to 1: red, green and blue; the fourth number of a vector is not used. Errors and averages are
/// taken there, because that is how the light of neighbouring pixels adds up in the eye.
protocol DitherColors: Sendable {
    /// How much of an error is made up for, 0 to 1. All of it gives the right light over an area, but the pixels of a
    /// terminal are large: a little less is much calmer, and costs only the last bit of a gradient.
    var strength: Float { get }
    /// The light of a picture's colour, as far as these colours can show it.
    func light(of color: RGB) -> SIMD4<Float>
    /// The number of the colour that looks most like that light. Numbers count from 0, the darkest colour first.
    func nearest(to light: SIMD4<Float>) -> UInt8
    func light(at index: UInt8) -> SIMD4<Float>
    func color(at index: UInt8) -> CellColor
}

/// Ink and ground of a terminal without colours: white and black here, whatever they are there.
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

/// A palette whose nearest colours are looked up in a table of 32 levels a channel. What the table is off by, the
/// dither makes up for. Built once; safe from any thread.
final class PaletteTable: DitherColors {
    let strength: Float
    private let colors: [CellColor]
    private let lights: [SIMD4<Float>]
    /// The most light of each channel that the palette has: what is brighter would only pile up errors.
    private let brightest: SIMD4<Float>
    /// The nearest colour's number for each level of red, green and blue.
    private let nearest: [UInt8]
    /// The level, 0 to 31, for light in 4,095ths: fine enough for the darkest.
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
        // Darkest and brightest must be reachable, so the first level stands for 0 and the last for 255.
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
