import HalftoneCore
import Pixels

/// The pixels of a picture that a terminal may show in place of its half blocks.
///
/// Pictures of equal pixels have equal numbers, so that a terminal is sent them once.
final class PicturePixels: Hashable, Sendable {
    /// The number by which cells and terminals name the picture: 24 bits, not 0.
    let number: UInt32
    /// The size in cells, at most ``maximumSize``.
    let size: CellSize
    /// The size of a cell in pixels.
    let cell: PixelSize
    private let bitmap: Bitmap
    private let background: PictureBackground

    /// Maximum number of columns and rows: a cell names its place by one byte each.
    static let maximumSize = 256

    /// Creates the pixels of a picture; `nil` if it takes too many cells.
    init?(bitmap: Bitmap, size: CellSize, cell: PixelSize, background: PictureBackground) {
        guard size.columns <= Self.maximumSize, size.rows <= Self.maximumSize else { return nil }
        (self.bitmap, self.size, self.cell, self.background) = (bitmap, size, cell, background)
        number = PictureNumbers.number(
            of: PictureNumbers.Look(
                digest: StoredBytes(bitmap.bytes).digest, bitmap: bitmap.size, cell: cell, background: background))
    }

    /// Returns the pixels of all cells, none of them transparent.
    ///
    /// - Parameter ground: the color of the terminal's background.
    func rendered(on ground: RGB) -> Bitmap {
        let colors = PixelShader(bitmap: bitmap, background: background, samples: cell).colors()
        let pixels = PixelSize(width: size.columns * cell.width, height: size.rows * cell.height)
        let bytes = [UInt8](unsafeUninitializedCapacity: 4 * pixels.area) { bytes, count in
            for color in colors.prefix(pixels.area) {
                let rgb = color.rgb ?? ground
                bytes.initializeElement(at: count, to: rgb.red)
                bytes.initializeElement(at: count + 1, to: rgb.green)
                bytes.initializeElement(at: count + 2, to: rgb.blue)
                bytes.initializeElement(at: count + 3, to: 255)
                count += 4
            }
        }
        return Bitmap(size: pixels, bytes: bytes, hasAlpha: false)
    }
}

extension PicturePixels {
    static func == (one: PicturePixels, other: PicturePixels) -> Bool { one.number == other.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// The numbers of pictures in this process.
private enum PictureNumbers {
    /// What makes pictures equal.
    struct Look: Hashable {
        let digest: UInt64
        let bitmap: PixelSize
        let cell: PixelSize
        let background: PictureBackground
    }

    private struct Given {
        // other programs on the same terminal have numbers too
        var last = UInt32.random(in: 1...0xFFFFFF)
        var numbers: [Look: UInt32] = [:]
    }

    private static let given = Lock(Given())
    /// Number of pictures that are remembered; when there are more, an old one gets a new number.
    private static let limit = 65_536

    static func number(of look: Look) -> UInt32 {
        given.withLock { given in
            if let number = given.numbers[look] { return number }
            if given.numbers.count >= limit { given.numbers = [:] }
            given.last = given.last % 0xFFFFFF + 1
            given.numbers[look] = given.last
            return given.last
        }
    }
}
