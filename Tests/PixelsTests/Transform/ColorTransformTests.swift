import Glibc
import Pixels
import Testing

@Suite(.endsInTime) struct ColorTransformTests {
    // MARK: - Laying over a color

    @Test func `blending with a color mixes linear light`() {
        let half = TestPictures.plain(RGBA(255, 255, 255, 128), 2, 1).laid(over: RGB(0, 0, 0))
        #expect(half == TestPictures.plain(RGBA(188, 188, 188), 2, 1))
        #expect(!half.hasAlpha)
        let hidden = TestPictures.plain(RGBA(200, 0, 0, 0), 1, 1).laid(over: RGB(7, 8, 9))
        #expect(hidden[0, 0] == RGBA(7, 8, 9))
    }

    // MARK: - Tint

    @Test func `a tint keeps only the shape`() throws {
        let picture = TestPictures.random(9, 9, seed: 3)
        let tinted = try #require(picture.tinted(RGBA(30, 60, 90)))
        for y in 0..<9 {
            for x in 0..<9 {
                let alpha = picture[x, y].alpha
                #expect(tinted[x, y] == (alpha == 0 ? clear : RGBA(30, 60, 90, alpha)))
            }
        }
        let half = try #require(TestPictures.plain(white, 1, 1).tinted(RGBA(30, 60, 90, 128)))
        #expect(half[0, 0] == RGBA(30, 60, 90, 128))
    }

    @Test(arguments: [
        (BlendMode.normal, RGBA(30, 60, 90), RGBA(100, 150, 200), RGBA(30, 60, 90)),
        (.normal, RGBA(30, 60, 90, 0), RGBA(100, 150, 200), RGBA(100, 150, 200)),
        (.normal, RGBA(30, 60, 90, 200), clear, RGBA(30, 60, 90, 200)),
        (.normal, RGBA(255, 255, 255, 128), black, RGBA(188, 188, 188)),
        (.sourceAtop, RGBA(30, 60, 90), RGBA(100, 150, 200), RGBA(30, 60, 90)),
        (.sourceAtop, RGBA(30, 60, 90), RGBA(100, 150, 200, 128), RGBA(30, 60, 90, 128)),
        (.sourceAtop, RGBA(255, 255, 255, 128), black, RGBA(188, 188, 188)),
        (.sourceAtop, RGBA(30, 60, 90, 200), clear, clear), (.sourceIn, RGBA(30, 60, 90, 200), clear, clear),
    ])
    func `a color is blended over a pixel`(mode: BlendMode, tint: RGBA, pixel: RGBA, expected: RGBA) throws {
        let result = try #require(TestPictures.plain(pixel, 1, 1).tinted(tint, mode: mode))[0, 0]
        for (value, wanted) in [
            (result.red, expected.red), (result.green, expected.green), (result.blue, expected.blue),
            (result.alpha, expected.alpha),
        ] {
            #expect(abs(Int(value) - Int(wanted)) <= 1, "\(result)")
        }
    }

    @Test func `neutral filters change nothing`() {
        let picture = TestPictures.random(16, 16, seed: 8)
        for filter in [ColorFilter.brightness(1), .contrast(1), .saturation(1)] {
            #expect(picture.filtered(filter) == picture, "\(filter)")
        }
        #expect(picture.filtered(.invert)?.filtered(.invert) == picture)
    }

    @Test func `filters keep transparency`() throws {
        let picture = TestPictures.random(16, 16, seed: 9)
        for filter in [ColorFilter.brightness(0), .contrast(9), .saturation(9), .invert, .sepia, .grayscale] {
            let result = try #require(picture.filtered(filter))
            for place in stride(from: 3, to: picture.bytes.count, by: 4) {
                #expect(result.bytes[place] == picture.bytes[place])
            }
        }
    }

    @Test func `filters have the effects of their names`() {
        let picture = TestPictures.plain(RGBA(188, 0, 0), 1, 1)
        #expect(picture.filtered(.brightness(2))?[0, 0] == RGBA(255, 0, 0))
        #expect(picture.filtered(.brightness(0.5))?[0, 0].red == 137)  // a quarter of full light
        #expect(picture.filtered(.brightness(0))?[0, 0] == black)
        #expect(picture.filtered(.contrast(0))?[0, 0] == RGBA(128, 128, 128))
        #expect(picture.filtered(.contrast(9))?[0, 0] == RGBA(255, 0, 0))
        // half the light of red, which counts 21 %, is as light as 94
        #expect(picture.filtered(.grayscale)?[0, 0] == RGBA(92, 92, 92))
        #expect(picture.filtered(.saturation(0)) == picture.filtered(.grayscale))
        #expect(picture.filtered(.sepia)?[0, 0] == RGBA(74, 66, 51))
        #expect(TestPictures.plain(white, 1, 1).filtered(.sepia)?[0, 0] == RGBA(255, 255, 239))
        #expect(picture.filtered(.invert)?[0, 0] == RGBA(67, 255, 255))
        for filter in [ColorFilter.brightness(.nan), .contrast(.infinity), .saturation(.nan)] {
            #expect(picture.filtered(filter) == nil)
        }
    }

    @Test func `huge amounts of a filter are clamped`() {
        let picture = TestPictures.plain(RGBA(200, 100, 0), 1, 1)
        for amount in [1e300, -1e300, 1e19] {
            for filter in [ColorFilter.brightness(amount), .contrast(amount), .saturation(amount)] {
                #expect(picture.filtered(filter) != nil, "\(filter)")
            }
        }
    }

    // MARK: - Blur

    @Test func `a blur keeps a plain color plain`() {
        for color in [RGBA(200, 100, 50), RGBA(13, 0, 99, 77), white, clear] {
            for radius in [0.5, 3, 40, 300] {
                let picture = TestPictures.plain(color, 17, 9)
                #expect(picture.blurred(radius: radius) == picture, "\(color) by \(radius)")
            }
        }
        let picture = TestPictures.gradient(9, 9)
        #expect(picture.blurred(radius: 0) == picture)
        #expect(picture.blurred(radius: .nan) == nil)
    }

    @Test func `a blurred point is nearly a Gaussian`() throws {
        // given a white point on a transparent background, so that alpha shows the shape of the blur
        let (side, radius) = (101, 6.0)
        var bytes = [UInt8](repeating: 0, count: 4 * side * side)
        for y in 46...54 { for x in 46...54 { for c in 0..<4 { bytes[4 * (y * side + x) + c] = 255 } } }
        let picture = Bitmap(size: PixelSize(width: side, height: side), bytes: bytes, hasAlpha: true)
        // when it is blurred
        let blurred = try #require(picture.blurred(radius: radius))
        // then alpha is near the integral of a Gaussian over the square, and the color is still white
        func part(_ x: Int) -> Double {
            let (low, high) = (Double(46 - x) - 0.5, Double(54 - x) + 0.5)
            return (erf(high / radius / 2.0.squareRoot()) - erf(low / radius / 2.0.squareRoot())) / 2
        }
        for y in 0..<side {
            for x in 0..<side {
                let wanted = part(x) * part(y) * 255
                #expect(abs(Double(blurred[x, y].alpha) - wanted) < 2.5, "\(x),\(y)")
                if blurred[x, y].alpha > 10 { #expect(blurred[x, y].red >= 253) }
            }
        }
        #expect(abs(blurred.coverage - 81) < 3, "\(blurred.coverage)")
    }

    @Test func `hidden colors do not shine through a blur`() throws {
        var bytes = TestPictures.plain(RGBA(255, 0, 0, 0), 10, 10).bytes
        bytes.replaceSubrange(0..<4 * 50, with: TestPictures.plain(RGBA(0, 255, 0), 10, 5).bytes)
        let blurred = try #require(
            Bitmap(size: PixelSize(width: 10, height: 10), bytes: bytes, hasAlpha: true).blurred(radius: 2))
        for y in 0..<10 { #expect(blurred[5, y].red == 0) }
    }
}
