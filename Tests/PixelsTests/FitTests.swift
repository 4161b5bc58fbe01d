import Pixels
import TestSupport
import Testing

@Suite(.endsInTime) struct FitTests {
    private func size(_ fit: Fit, _ source: (Int, Int), _ box: (Int, Int), _ aspect: Double = 1) -> PixelSize {
        fit.size(
            of: PixelSize(width: source.0, height: source.1), in: PixelSize(width: box.0, height: box.1),
            pixelAspect: aspect)
    }

    @Test func `square pixels keep the proportions`() {
        #expect(size(.contain, (6000, 4000), (80, 80)) == PixelSize(width: 80, height: 53))
        #expect(size(.contain, (4000, 6000), (80, 80)) == PixelSize(width: 53, height: 80))
        #expect(size(.cover, (6000, 4000), (80, 80)) == PixelSize(width: 120, height: 80))
        #expect(size(.stretch, (6000, 4000), (80, 80)) == PixelSize(width: 80, height: 80))
    }

    @Test func `narrow pixels need more columns`() {
        // a square picture on pixels 0.9 wide and 1 high: 100 rows are as high as 111 columns are wide
        #expect(size(.contain, (1000, 1000), (200, 100), 0.9) == PixelSize(width: 111, height: 100))
        #expect(size(.contain, (1000, 1000), (100, 100), 0.9) == PixelSize(width: 100, height: 90))
    }

    @Test func `wide pixels need fewer columns`() {
        #expect(size(.contain, (1000, 1000), (200, 100), 1.1) == PixelSize(width: 91, height: 100))
        #expect(size(.contain, (1000, 1000), (91, 200), 1.1) == PixelSize(width: 91, height: 100))
    }

    @Test func `a picture is never enlarged`() {
        #expect(size(.contain, (10, 6), (80, 80)) == PixelSize(width: 10, height: 6))
        #expect(size(.cover, (10, 6), (80, 80)) == PixelSize(width: 10, height: 6))
        #expect(size(.stretch, (10, 6), (80, 4)) == PixelSize(width: 10, height: 4))
        // the proportions stay right: one side has fewer pixels
        #expect(size(.contain, (100, 100), (500, 500), 0.9) == PixelSize(width: 100, height: 90))
        #expect(size(.contain, (100, 100), (500, 500), 1.25) == PixelSize(width: 80, height: 100))
    }

    @Test func `stretch fills the box, whatever the aspect ratio`() {
        #expect(size(.stretch, (100, 100), (100, 100), 0.9) == PixelSize(width: 100, height: 100))
    }

    @Test func `extreme pictures keep at least one pixel`() {
        #expect(size(.contain, (1, 20_000), (80, 80)) == PixelSize(width: 1, height: 80))
        #expect(size(.contain, (20_000, 1), (80, 80)) == PixelSize(width: 80, height: 1))
        #expect(size(.cover, (1, 20_000), (80, 80)) == PixelSize(width: 1, height: 20_000))
        #expect(size(.contain, (1, 1), (1, 1), 0.9) == PixelSize(width: 1, height: 1))
    }

    @Test func `invalid sizes give one pixel`() {
        let one = PixelSize(width: 1, height: 1)
        for aspect in [0, -1, Double.nan, .infinity] { #expect(size(.contain, (10, 10), (10, 10), aspect) == one) }
        #expect(size(.contain, (0, 10), (10, 10)) == one)
        #expect(size(.cover, (10, 10), (0, 0)) == one)
    }

    @Test func `any sizes stay within their bounds`() {
        var random = SeededGenerator(seed: 41)
        for _ in 0..<20_000 {
            let source = PixelSize(
                width: .random(in: 1...9000, using: &random), height: .random(in: 1...9000, using: &random))
            let box = PixelSize(
                width: .random(in: 1...300, using: &random), height: .random(in: 1...300, using: &random))
            let aspect = Double.random(in: 0.4...2.5, using: &random)
            let contained = Fit.contain.size(of: source, in: box, pixelAspect: aspect)
            let covering = Fit.cover.size(of: source, in: box, pixelAspect: aspect)
            #expect(contained.width <= box.width && contained.height <= box.height)
            for size in [contained, covering] {
                #expect(size.width >= 1 && size.height >= 1)
                #expect(size.width <= source.width && size.height <= source.height)
            }
            // it touches the box, or has its maximum size
            let full = Fit.cover.size(of: source, in: source, pixelAspect: aspect)
            #expect(contained.width == box.width || contained.height == box.height || contained == full)
            #expect((covering.width >= box.width && covering.height >= box.height) || covering == full)
        }
    }
}
