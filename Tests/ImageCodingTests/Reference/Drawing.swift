import Pixels
import TestSupport

/// A picture for encoders, which choose by its colors how to store it.
enum Drawing: CaseIterable {
    /// Gradients with hard edges.
    case slopes
    case noise
    case gray
    case twoColors, fourColors, sixteenColors, manyColors

    /// Drawings of at most 256 colors, which a GIF can hold.
    static let withPalette: [Drawing] = [.gray, .twoColors, .fourColors, .sixteenColors, .manyColors]

    /// - Parameter alpha: the alpha of a pixel; `nil` for a picture without.
    func bitmap(_ size: PixelSize, alpha: ((_ x: Int, _ y: Int) -> Int)? = nil) -> Bitmap {
        .drawn(size.width, size.height, hasAlpha: alpha != nil) { x, y in
            let channels = (color(x, y) + [alpha?(x, y) ?? 255]).map { UInt8($0 & 255) }
            return RGBA(channels[0], channels[1], channels[2], channels[3])
        }
    }

    private func color(_ x: Int, _ y: Int) -> [Int] {
        let stain = (x / 9 + y / 7) * 40_503 >> 3
        switch self {
        case .slopes: return [x * 3 + y, 255 - x * 2, (x / 16 + y / 16) % 3 == 0 ? 220 : 40]
        case .noise: return (0..<3).map { (x * 40_503 + y * 26_839 + $0 * 51_217 + x * y * 7) >> 2 }
        case .gray: return [Int](repeating: (x * 2 + y * 3) / 3, count: 3)
        case .twoColors: return Self.palette(stain % 2)
        case .fourColors: return Self.palette(stain % 4)
        case .sixteenColors: return Self.palette((stain + x / 5) % 16)
        case .manyColors: return Self.palette((x * 3 + y * 11 + x * y / 5) % 200)
        }
    }

    private static func palette(_ index: Int) -> [Int] { [index * 83 + 5, index * 47 + 90, 250 - index] }
}
