import TestSupport
import Glibc
import Pixels

/// A picture, with a slow reference reduction in floating point, pixel by pixel.
struct ReferencePicture {
    let size: PixelSize
    let layout: PixelLayout
    var bytes: [UInt8]

    init(size: PixelSize, layout: PixelLayout, bytes: [UInt8]) {
        self.size = size
        self.layout = layout
        self.bytes = bytes
    }

    init(random: inout SeededGenerator, size: PixelSize, layout: PixelLayout) {
        let count = size.area * layout.bytesPerPixel
        self.init(size: size, layout: layout, bytes: (0..<count).map { _ in .random(in: 0...255, using: &random) })
    }

    func row(_ y: Int) -> [UInt8] {
        let length = size.width * layout.bytesPerPixel
        return Array(bytes[y * length..<(y + 1) * length])
    }

    /// Returns straight RGBA in linear light, 0...1.
    func light(_ x: Int, _ y: Int) -> [Double] {
        let start = (y * size.width + x) * layout.bytesPerPixel
        let pixel = Array(bytes[start..<start + layout.bytesPerPixel])
        let alpha = layout.hasAlpha ? Double(pixel[pixel.count - 1]) / 255 : 1
        let color = layout.bytesPerPixel <= 2 ? [pixel[0], pixel[0], pixel[0]] : Array(pixel[0..<3])
        return color.map { Self.linear(Double($0) / 255) } + [alpha]
    }

    func reduced(to target: PixelSize) -> Bitmap {
        var result: [UInt8] = []
        for y in 0..<target.height {
            for x in 0..<target.width {
                var sums = [0.0, 0, 0, 0]
                var weight = 0.0
                for (row, high) in Self.overlaps(y, target.height, size.height) {
                    for (column, wide) in Self.overlaps(x, target.width, size.width) {
                        let pixel = light(column, row)
                        weight += high * wide
                        for channel in 0..<3 { sums[channel] += high * wide * pixel[channel] * pixel[3] }
                        sums[3] += high * wide * pixel[3]
                    }
                }
                for channel in 0..<3 {
                    result.append(sums[3] == 0 ? 0 : UInt8((Self.encoded(sums[channel] / sums[3]) * 255).rounded()))
                }
                result.append(UInt8((sums[3] / weight * 255).rounded()))
            }
        }
        return Bitmap(size: target, bytes: result, hasAlpha: layout.hasAlpha)
    }

    /// Returns the source pixels under a target pixel, with their overlaps.
    private static func overlaps(_ index: Int, _ target: Int, _ source: Int) -> [(Int, Double)] {
        let scale = Double(source) / Double(target)
        let (start, end) = (Double(index) * scale, Double(index + 1) * scale)
        // such a small overlap is a rounding error, and would make a neighbor visible through transparency
        return (Int(start)..<min(source, Int(end.rounded(.up)))).map {
            ($0, min(end, Double($0 + 1)) - max(start, Double($0)))
        }.filter { $0.1 > 1e-9 }
    }

    static func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    static func encoded(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }
}

extension AreaReducer {
    mutating func add(rowsOf picture: ReferencePicture) {
        for y in 0..<picture.size.height { picture.row(y).withUnsafeBufferPointer { add(row: $0) } }
    }
}
