import HalftoneCore
import Pixels
import TestSupport
import Testing

@Suite(.endsInTime) struct GeometryTests {
    private func size(_ width: Int, _ height: Int) -> PixelSize { PixelSize(width: width, height: height) }

    @Test func `fill stretches to the size`() {
        let picture = TestPictures.gradient(30, 20)
        #expect(picture.resized(to: size(7, 19), fit: .stretch) == picture.resized(to: size(7, 19)))
    }

    @Test func `fit centers with transparent margins`() throws {
        let picture = TestPictures.plain(white, 30, 30)
        let wide = try #require(picture.resized(to: size(200, 100), fit: .contain))
        #expect(wide.size == size(200, 100))
        #expect(wide.coverage == 100 * 100)
        #expect(wide[49, 50] == clear && wide[50, 0] == white && wide[149, 99] == white && wide[150, 50] == clear)
        let high = try #require(picture.resized(to: size(9, 20), fit: .contain))
        #expect(high[4, 4] == clear && high[4, 5] == white && high[4, 13] == white && high[4, 14] == clear)
    }

    @Test func `proportional fill crops both sides evenly`() throws {
        let picture = TestPictures.gradient(40, 20)
        #expect(
            picture.resized(to: size(20, 20), fit: .cover)
                == picture.cropped(to: PixelRect(x: 10, y: 0, size: size(20, 20))))
        #expect(try #require(picture.resized(to: size(33, 100), fit: .cover)).size == size(33, 100))
    }

    @Test func `any size is met exactly with every fit`() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<300 {
            let source = size(.random(in: 1...40, using: &random), .random(in: 1...40, using: &random))
            let target = size(.random(in: 1...40, using: &random), .random(in: 1...40, using: &random))
            for fit in Fit.allCases {
                let picture = TestPictures.plain(RGBA(9, 200, 30), source.width, source.height)
                let result = picture.resized(to: target, fit: fit)
                #expect(result?.size == target, "\(source) to \(target), \(fit)")
                #expect(result?[(target.width - 1) / 2, (target.height - 1) / 2] == RGBA(9, 200, 30))
            }
        }
        #expect(TestPictures.gradient(3, 3).resized(to: size(0, 3), fit: .stretch) == nil)
    }

    @Test func `cropping is clipped to the picture`() {
        let picture = TestPictures.gradient(10, 10)
        let inside = PixelRect(x: 7, y: 0, size: size(3, 2))
        #expect(PixelRect(x: 7, y: -3, size: size(9, 5)).clipped(to: picture.size) == inside)
        #expect(PixelRect(x: 7, y: 0, size: size(.max, 2)).clipped(to: picture.size) == inside)
        for nothing in [
            PixelRect(x: 10, y: 0, size: size(5, 5)), PixelRect(x: 0, y: 0, size: size(0, 5)),
            PixelRect(x: -5, y: 0, size: size(5, 5)), PixelRect(x: .min, y: .min, size: size(1, 1)),
        ] {
            #expect(nothing.clipped(to: picture.size) == nil)
        }
    }

    @Test func `quarter turns move pixels as they are`() {
        let picture = TestPictures.gradient(9, 6)
        for (turns, orientation) in [(1, Orientation.left), (2, .down), (3, .right), (4, .up), (-1, .right)] {
            let angle = Double(turns) * .pi / 2
            #expect(picture.rotated(by: angle, fitsSize: true) == picture.oriented(orientation), "\(turns) turns")
        }
        let square = TestPictures.gradient(8, 8)
        #expect(square.rotated(by: .pi / 2, fitsSize: false) == square.oriented(.left))
    }

    @Test func `a rotation is counterclockwise and grows to fit`() throws {
        // given white above black
        let half = TestPictures.plain(white, 300, 150).bytes + TestPictures.plain(black, 300, 150).bytes
        let picture = Bitmap(size: size(300, 300), bytes: half, hasAlpha: false)
        // when it is rotated by an eighth of a turn
        let fit = try #require(picture.rotated(by: .pi / 4, fitsSize: true))
        let cut = try #require(picture.rotated(by: .pi / 4, fitsSize: false))
        // then the white part is at the upper left
        #expect(fit.size == size(425, 425) && cut.size == size(300, 300))
        #expect(cut[75, 75] == white && cut[225, 225] == black)
        #expect(cut[0, 0] == clear && fit[10, 10] == clear)
        #expect(abs(fit.coverage - 90_000) < 60, "\(fit.coverage)")
    }

    @Test func `a rotation keeps a plain color plain`() throws {
        let picture = TestPictures.plain(RGBA(13, 200, 77), 40, 30)
        let turned = try #require(picture.rotated(by: 0.3, fitsSize: true))
        for pixel in stride(from: 0, to: turned.bytes.count, by: 4) where turned.bytes[pixel + 3] > 20 {
            #expect(abs(Int(turned.bytes[pixel + 1]) - 200) <= 1)
        }
        #expect(picture.rotated(by: .nan, fitsSize: true) == nil)
    }

    @Test func `round corners of a square can make a circle`() throws {
        let picture = TestPictures.plain(white, 100, 100)
        let circle = try #require(picture.withRoundCorners(radius: .infinity))
        #expect(abs(circle.coverage - .pi * 2500) < 8, "\(circle.coverage)")
        #expect(circle[0, 0] == clear && circle[50, 50] == white && circle[50, 0].alpha > 240)
        #expect(circle == circle.oriented(.right) && circle == circle.oriented(.upMirrored))
    }

    @Test func `only the chosen corners become round`() throws {
        let picture = TestPictures.gradient(40, 30)
        let round = try #require(picture.withRoundCorners(radius: 10, corners: [.topLeft, .bottomRight]))
        #expect(round[0, 0] == clear && round[39, 29] == clear)
        #expect(round[39, 0] == picture[39, 0] && round[0, 29] == picture[0, 29])
        #expect(round[20, 15] == picture[20, 15])
        #expect(picture.withRoundCorners(radius: 0) == picture)
    }

    @Test func `a border is inside of the edge`() throws {
        let picture = TestPictures.plain(white, 300, 300)
        let round = try #require(picture.withRoundCorners(radius: 50, border: (2, RGBA(200, 10, 10))))
        #expect(round[0, 0] == clear)
        #expect(round[0, 150] == RGBA(200, 10, 10) && round[1, 150] == RGBA(200, 10, 10) && round[2, 150] == white)
        // also in the corners: at 45 degrees, two pixels inside the circle
        #expect(round[15, 15] == RGBA(200, 10, 10), "\(round[15, 15])")
        // only border if it is half as wide as the picture
        let full = try #require(TestPictures.plain(white, 8, 20).withRoundCorners(radius: 0, border: (4, black)))
        #expect(full == TestPictures.plain(black, 8, 20))
    }

    @Test func `a cancelled transform is nil`() {
        let picture = TestPictures.gradient(40, 40)
        let token = CancellationToken()
        token.cancel()
        #expect(picture.resized(to: size(3, 3), fit: .stretch, cancellation: token) == nil)
        #expect(picture.withRoundCorners(radius: 3, cancellation: token) == nil)
        #expect(picture.rotated(by: 1, fitsSize: true, cancellation: token) == nil)
        #expect(picture.blurred(radius: 3, cancellation: token) == nil)
        #expect(picture.tinted(black, cancellation: token) == nil)
        for filter in [ColorFilter.invert, .sepia, .grayscale, .brightness(2), .contrast(2), .saturation(2)] {
            #expect(picture.filtered(filter, cancellation: token) == nil)
        }
    }
}
