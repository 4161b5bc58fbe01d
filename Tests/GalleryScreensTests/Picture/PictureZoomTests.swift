import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The scale and the visible part of the open picture.
@Suite(.endsInTime) struct PictureZoomTests {
    private let photo = PixelSize(width: 4000, height: 3000)
    private let screen = CellSize(columns: 100, rows: 40)

    private func zoom(_ picture: PixelSize? = nil, pixelAspect: Double = 1) -> PictureZoom {
        PictureZoom(picture: picture ?? photo, screen: screen, halfCellAspect: pixelAspect)
    }

    @Test func `fit shows the whole picture and never enlarges it`() {
        let placement = zoom().placement
        #expect(placement.size == PixelSize(width: 100, height: 75))
        #expect(placement.visible == PixelRect(x: 0, y: 0, size: placement.size))
        let small = zoom(PixelSize(width: 10, height: 10)).placement
        #expect(small.size == PixelSize(width: 10, height: 10) && small.origin == CellPoint(column: 45, row: 17))
    }

    @Test func `fill covers the screen, cropped around the middle`() {
        var zoom = zoom()
        zoom.cycle()
        let placement = zoom.placement
        #expect(placement.size == PixelSize(width: 107, height: 80))
        #expect(placement.visible == PixelRect(x: 4, y: 0, size: PixelSize(width: 100, height: 80)))
        #expect(placement.origin == .zero)
    }

    /// Regression: an image cached at the previous scale was taken for the full size, and no larger one was requested.
    @Test func `after a step the pixels of the previous step are not sharp`() {
        var zoom = zoom()
        zoom.cycle()
        let size = zoom.placement.size
        #expect(zoom.isSharp(at: size) && !zoom.isSharp(at: PixelSize(width: size.width - 1, height: size.height)))
        zoom.enlarge()
        #expect(!zoom.isSharp(at: size) && zoom.isSharp(at: zoom.placement.size))
        zoom.mode = .times(8)
        #expect(!zoom.isSharp(at: zoom.screen) && zoom.isSharp(at: photo))
    }

    @Test func `a hundred percent shows every pixel once`() {
        var zoom = zoom()
        zoom.cycle()
        zoom.cycle()
        #expect(zoom.placement.size == photo && zoom.scale == 1)
        #expect(zoom.placement.visible.size == PixelSize(width: 100, height: 80))
        zoom.cycle()
        #expect(zoom.mode == .fit)
    }

    @Test func `pixels that are not square are skipped along the longer side`() {
        var zoom = zoom(PixelSize(width: 100, height: 100), pixelAspect: 0.5)
        zoom.mode = .times(1)
        #expect(zoom.placement.size == PixelSize(width: 100, height: 50))
    }

    @Test func `two steps double the scale, and two steps back show the whole picture`() {
        var zoom = zoom()
        zoom.enlarge()
        zoom.enlarge()
        #expect(zoom.placement.size.width == 200)
        zoom.reduce()
        zoom.reduce()
        #expect(zoom.mode == .fit)
        for _ in 0..<50 { zoom.enlarge() }
        #expect(zoom.scale == 8)
    }

    @Test func `panning ends at the edges`() {
        var zoom = zoom()
        zoom.mode = .times(1)
        for _ in 0..<400 { _ = zoom.pan(right: 0.25, down: 0) }
        #expect(zoom.placement.visible.x == 3900)
        let hasMoved = zoom.pan(right: 0.25, down: 0)
        #expect(!hasMoved)
        for _ in 0..<400 { _ = zoom.pan(right: 0, down: -0.25) }
        #expect(zoom.placement.visible.y == 0)
    }

    @Test(arguments: UInt64(1)...20)
    func `any change leaves the visible part inside the picture`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let picture = PixelSize(
                width: .random(in: 1...5000, using: &generator), height: .random(in: 1...5000, using: &generator))
            let screen = CellSize(
                columns: .random(in: 0...200, using: &generator), rows: .random(in: 0...80, using: &generator))
            var zoom = PictureZoom(
                picture: picture, screen: screen, halfCellAspect: .random(in: 0.3...3, using: &generator),
                sampling: (GlyphSet.allCases.randomElement(using: &generator) ?? .halfBlocks).sampling)
            for _ in 0..<10 {
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: zoom.cycle()
                case 1: zoom.enlarge()
                case 2: zoom.reduce()
                default:
                    _ = zoom.pan(
                        right: .random(in: -2...2, using: &generator), down: .random(in: -2...2, using: &generator))
                }
                let placement = zoom.placement
                let seen = placement.visible
                #expect(seen.x >= 0 && seen.y >= 0 && !seen.size.isEmpty, "\(picture) on \(screen): \(placement)")
                #expect(seen.x + seen.size.width <= placement.size.width, "\(picture) on \(screen): \(placement)")
                #expect(seen.y + seen.size.height <= placement.size.height, "\(picture) on \(screen): \(placement)")
            }
        }
    }

    @Test func `a picture fits the same cells, whatever characters it is drawn with`() {
        let picture = PixelSize(width: 300, height: 200)
        for screen in [CellSize(columns: 90, rows: 30), CellSize(columns: 500, rows: 300)] {
            let shown = [GlyphSet.halfBlocks, .blocks].map { glyphs in
                let zoom = PictureZoom(picture: picture, screen: screen, halfCellAspect: 1, sampling: glyphs.sampling)
                let size = zoom.placement.size
                return CellSize(
                    columns: size.width / glyphs.sampling.samples.width,
                    rows: size.height / glyphs.sampling.samples.height)
            }
            #expect(shown[0] == shown[1], "\(screen)")
        }
    }

    @Test func `a part of an enlarged picture repeats its pixels`() {
        let red = RGBA(255, 0, 0)
        let blue = RGBA(0, 0, 255)
        let bitmap = Bitmap(
            size: PixelSize(width: 2, height: 1), bytes: [255, 0, 0, 255, 0, 0, 255, 255], hasAlpha: false)
        let part = bitmap.part(
            PixelRect(x: 1, y: 0, size: PixelSize(width: 3, height: 2)), ofSize: PixelSize(width: 4, height: 2))
        #expect((0..<3).map { part[$0, 1] } == [red, blue, blue])
    }

    /// Regression: the percentage was that of cells, and 100 % showed each pixel ten times as wide.
    @Test func `in pixels a picture of its own size has one of the screen's for each of its own`() {
        var zoom = PictureZoom(
            picture: PixelSize(width: 4_000, height: 3_000), screen: CellSize(columns: 80, rows: 24), halfCellAspect: 1,
            sampling: PictureSampling(samples: PixelSize(width: 10, height: 20)), isInPixels: true)
        #expect(zoom.percent == 16)  // 480 of 3,000
        zoom.cycle()
        #expect(zoom.percent == 20)  // 800 of 4,000
        zoom.cycle()
        #expect(zoom.percent == 100 && zoom.placement.size == PixelSize(width: 4_000, height: 3_000))
    }
}
