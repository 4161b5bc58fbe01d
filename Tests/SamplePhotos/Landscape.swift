import Glibc

/// The light of a landscape: sky above foliage, with houses in front. Row by row, so that a large one takes no memory.
struct Landscape {
    private let width: Int
    private let height: Int
    private let clouds: Texture
    private let leaves: Texture
    private let seasons: Texture
    /// The row in which the sky ends, for each column.
    private let horizon: [Int]
    private let houses: [House]
    /// The contrast of the foliage, which is high in sunlight, and the factor that keeps its mean light.
    private let contrast, exposure: Float

    init(width: Int, height: Int, seed: UInt64) {
        (self.width, self.height) = (width, height)
        clouds = Texture(seed: seed, periods: (width / 12, width / 2), roughness: 0.4)
        leaves = Texture(seed: seed &+ 1, periods: (2, width / 3), roughness: 0.92)
        seasons = Texture(seed: seed &+ 2, periods: (max(4, width / 200), width / 2), roughness: 0.7)
        let hills = Texture(seed: seed &+ 3, periods: (max(3, width / 800), width / 2), roughness: 0.5)
        horizon = hills.row(0, width: width).map { Int(Float(height) * (0.36 + 0.12 * $0)) }
        contrast = 2.3 + 1.6 * Texture.value(seed, 0, 4)
        exposure = 0.12 * expf(-0.075 * contrast * contrast)
        houses = (0..<4).map { House(number: $0, of: 4, seed: seed, width: width, height: height) }
    }

    /// Returns the light of a row as RGB, three values of 0 to 1 per pixel.
    func row(_ y: Int) -> [Float] {
        var light = [Float](repeating: 0, count: 3 * width)
        let (clouds, leaves) = (clouds.row(y, width: width), leaves.row(y, width: width))
        let seasons = seasons.row(y, width: width)
        let haze = Float(y) / Float(height)
        for x in 0..<width {
            if y < horizon[x] {
                let cloud = max(0, clouds[x]) * 0.3
                light[3 * x] = 0.2 + 0.6 * haze + cloud
                light[3 * x + 1] = 0.38 + 0.5 * haze + cloud
                light[3 * x + 2] = 0.7 + 0.2 * haze + cloud
            } else {
                let shade = exposure * expf(contrast * leaves[x])
                light[3 * x] = shade * (1 + 0.5 * seasons[x])
                light[3 * x + 1] = shade * 1.1
                light[3 * x + 2] = shade * (0.5 - 0.25 * seasons[x])
            }
        }
        for house in houses { house.draw(y, into: &light) }
        return light
    }
}

/// A wall in one color with rows of dark windows.
private struct House {
    private let columns: Range<Int>
    private let rows: Range<Int>
    private let story: Int
    private let color: SIMD3<Float>
    private let windowColor: SIMD3<Float>

    init(number: Int, of count: Int, seed: UInt64, width: Int, height: Int) {
        func chance(_ index: Int) -> Float { Texture.value(seed &+ 9, number, index) * 0.5 + 0.5 }
        let share = width / count
        let left = number * share + Int(Float(share) * 0.5 * chance(0))
        columns = left..<min(width, left + Int(Float(share) * (0.2 + 0.3 * chance(1))))
        let top = Int(Float(height) * (0.35 + 0.3 * chance(2)))
        rows = top..<min(height, top + Int(Float(height) * (0.15 + 0.2 * chance(3))))
        story = 24 + Int(24 * chance(8))
        color = (0.2 + 0.7 * chance(4)) * SIMD3(1, 0.8 + 0.2 * chance(5), 0.4 + 0.5 * chance(6))
        windowColor = (0.05 + 0.4 * chance(7)) * color
    }

    func draw(_ y: Int, into light: inout [Float]) {
        guard rows.contains(y) else { return }
        for x in columns {
            let (across, down) = ((x - columns.lowerBound) % story, (y - rows.lowerBound) % story)
            let isWindow = across > story / 3 && down > story / 3 && across != story * 2 / 3
            for channel in 0..<3 { light[3 * x + channel] = isWindow ? windowColor[channel] : color[channel] }
        }
    }
}
