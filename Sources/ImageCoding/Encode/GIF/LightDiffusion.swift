import Pixels

/// A dithering pass: each pixel takes a palette color, and its error in linear light is diffused to the following
/// pixels, so that areas keep their brightness (R. Floyd and L. Steinberg, every other row from right to left).
struct LightDiffusion {
    private let lights: [SIMD4<Float>]
    private let isOn: Bool
    private var nearest: NearestColor
    /// Errors diffused to this row and the next, padded by a pixel at either end.
    private var given: [SIMD4<Float>]
    private var givenBelow: [SIMD4<Float>]

    init(_ palette: [RGB], width: Int, isOn: Bool) {
        lights = palette.map(\.light)
        self.isOn = isOn
        nearest = NearestColor(palette)
        given = [SIMD4<Float>](repeating: .zero, count: width + 2)
        givenBelow = given
    }

    /// Returns the palette indices of a row; rows must come from the top. Transparent pixels neither receive nor pass
    /// on errors.
    mutating func row(of bitmap: Bitmap, _ y: Int, isHole: [Bool], hole: UInt8) -> [UInt8] {
        let width = bitmap.size.width
        var numbers = [UInt8](repeating: hole, count: width)
        let step = y % 2 == 0 ? 1 : -1
        for x in step > 0 ? Array(0..<width) : (0..<width).reversed() where !isHole[y * width + x] {
            let color = bitmap[x, y].opaque
            guard isOn else {
                numbers[x] = UInt8(nearest.index(of: color))
                continue
            }
            // Errors are clamped to the displayable range, or they would become visible far away.
            let wanted = (color.light + given[x + 1]).clamped(lowerBound: .zero, upperBound: .one)
            let index = nearest.index(of: RGB(light: wanted))
            numbers[x] = UInt8(index)
            let lost = wanted - lights[index]
            given[x + 1 + step] += lost * (7 / 16)
            givenBelow[x + 1 - step] += lost * (3 / 16)
            givenBelow[x + 1] += lost * (5 / 16)
            givenBelow[x + 1 + step] += lost * (1 / 16)
        }
        swap(&given, &givenBelow)
        for index in givenBelow.indices { givenBelow[index] = .zero }
        return numbers
    }
}
