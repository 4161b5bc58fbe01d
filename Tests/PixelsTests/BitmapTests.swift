import Testing

@testable import Pixels

@Suite(.endsInTime) struct BitmapTests {
    /// Gray values named by letters: A B C above D E F.
    private let letters = Bitmap(
        size: PixelSize(width: 3, height: 2),
        bytes: "ABCDEF".utf8.flatMap { [$0, $0, $0, 255] }, hasAlpha: false)

    private func text(_ bitmap: Bitmap) -> [String] {
        (0..<bitmap.size.height).map { y in
            String(decoding: (0..<bitmap.size.width).map { bitmap[$0, y].red }, as: UTF8.self)
        }
    }

    @Test(arguments: [
        (Orientation.up, ["ABC", "DEF"]), (.upMirrored, ["CBA", "FED"]), (.down, ["FED", "CBA"]),
        (.downMirrored, ["DEF", "ABC"]), (.leftMirrored, ["AD", "BE", "CF"]), (.right, ["DA", "EB", "FC"]),
        (.rightMirrored, ["FC", "EB", "DA"]), (.left, ["CF", "BE", "AD"]),
    ])
    func `every orientation is turned upright`(orientation: Orientation, expected: [String]) {
        #expect(text(letters.oriented(orientation)) == expected)
        #expect(letters.oriented(orientation).size == orientation.applied(to: letters.size))
    }

    @Test func `a picture of its own size is not resized`() { #expect(letters.resized(to: letters.size) == letters) }

    @Test func `enlarging by two repeats pixels`() {
        #expect(text(letters.resized(to: PixelSize(width: 6, height: 2))) == ["AABBCC", "DDEEFF"])
    }

    @Test func `cropping takes the part inside`() {
        let part = letters.cropped(to: PixelRect(x: 1, y: 0, size: PixelSize(width: 2, height: 2)))
        #expect(text(part) == ["BC", "EF"])
    }

    @Test func `the middle of a fade between black and white is half the light`() {
        let size = PixelSize(width: 2, height: 1)
        let (black, white) = (
            Bitmap(size: size, filledWith: RGBA(0, 0, 0)), Bitmap(size: size, filledWith: RGBA(255, 255, 255))
        )
        #expect(black.mixed(with: white, fraction: 0.5) == Bitmap(size: size, filledWith: RGBA(188, 188, 188)))
    }

    @Test func `fades begin and end exactly`() {
        let other = Bitmap(size: letters.size, filledWith: RGBA(9, 8, 7, 6))
        for fraction in [0.0, -1] { #expect(letters.mixed(with: other, fraction: fraction) == letters) }
        for fraction in [1, 2.5] { #expect(letters.mixed(with: other, fraction: fraction) == other) }
    }

    @Test func `a fade to nothing keeps the color`() {
        let size = PixelSize(width: 1, height: 1)
        let red = Bitmap(size: size, filledWith: RGBA(250, 20, 3))
        let nothing = Bitmap(size: size, filledWith: RGBA(0, 0, 0, 0))
        let middle = red.mixed(with: nothing, fraction: 0.5)
        #expect(middle[0, 0] == RGBA(250, 20, 3, 128))
        #expect(middle.hasAlpha)
        #expect(nothing.mixed(with: nothing, fraction: 0.5)[0, 0] == RGBA(0, 0, 0, 0))
    }
}
