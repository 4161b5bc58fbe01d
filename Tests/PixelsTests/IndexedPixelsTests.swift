import TestSupport
import Testing

@testable import Pixels

@Suite(.endsInTime) struct IndexedPixelsTests {
    private func shown(_ pixels: IndexedPixels, size: PixelSize) -> Bitmap {
        Bitmap.drawn(size.width, size.height) { x, y in pixels.palette[Int(pixels.indices[y * size.width + x])] }
    }

    @Test func `few colors of a part are kept, and a transparent pixel takes none`() {
        let colors = [
            RGBA(1, 2, 3), RGBA(9, 9, 9, 127), RGBA(4, 5, 6, 128), RGBA(1, 2, 3), RGBA(0, 0, 0, 0), RGBA(7, 7, 7),
        ]
        let bytes = colors.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] }
        let bitmap = Bitmap(size: PixelSize(width: 3, height: 2), bytes: bytes, hasAlpha: true)
        let pixels = IndexedPixels(
            bitmap, rect: PixelRect(x: 0, y: 0, size: PixelSize(width: 2, height: 2)), maximum: 1, space: .sRGB)
        #expect(pixels.palette == [RGB(1, 2, 3)])
        #expect(pixels.indices == [0, 0, 0, 0])
        let whole = IndexedPixels(bitmap, rect: PixelRect(bitmap.size), maximum: 3, space: .oklab)
        #expect(whole.palette == [RGB(1, 2, 3), RGB(4, 5, 6), RGB(7, 7, 7)])
        #expect(whole.indices == [0, 0, 1, 0, 0, 2])
    }

    @Test(arguments: [(IndexedPixels.Space.sRGB, 27.0), (.oklab, 25.0)])
    func `of colors of every kind each pixel gets a near one`(space: IndexedPixels.Space, decibels: Double) {
        // a color for each combination of the bits that are told apart
        let size = PixelSize(width: 256, height: 256)
        let bitmap = Bitmap.drawn(256, 256) { x, y in
            RGB(UInt8(x & 0xF8), UInt8((x & 7) << 5 | (y >> 5) << 2), UInt8(y << 3 & 0xF8))
        }
        let pixels = IndexedPixels(bitmap, rect: PixelRect(size), maximum: 256, space: space)
        #expect(pixels.palette.count == 256)
        #expect(shown(pixels, size: size).likeness(to: bitmap) > decibels)
    }

    /// Regression: the sum of a channel overflowed, and white became black.
    @Test func `a color of very many pixels is kept`() {
        let size = PixelSize(width: 4096, height: 4144)
        var bytes = [UInt8](repeating: 255, count: 4 * size.area)
        for number in 0..<300 {
            bytes.replaceSubrange(4 * number..<4 * number + 3, with: [UInt8(number & 255), UInt8(number >> 8), 0])
        }
        let bitmap = Bitmap(size: size, bytes: bytes, hasAlpha: false)
        let pixels = IndexedPixels(bitmap, rect: PixelRect(size), maximum: 256, space: .oklab)
        #expect(pixels.palette[Int(pixels.indices[size.area - 1])] == RGB(255, 255, 255))
    }
}
