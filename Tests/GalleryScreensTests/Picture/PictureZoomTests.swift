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

    /// Returns the part of the picture at a cell of the screen, from 0 to 1.
    private func part(of zoom: PictureZoom, at point: CellPoint) -> (x: Double, y: Double) {
        let placement = zoom.placement
        return (
            (Double(point.column - placement.origin.column + placement.visible.x) + 0.5) / Double(placement.size.width),
            (Double(2 * (point.row - placement.origin.row) + placement.visible.y) + 1) / Double(placement.size.height)
        )
    }

    @Test(arguments: [CellPoint(column: 50, row: 20), CellPoint(column: 10, row: 33), CellPoint(column: 99, row: 5)])
    func `the point under the pointer stays there when the picture is enlarged`(point: CellPoint) {
        var zoom = zoom()
        for _ in 0..<4 { zoom.enlarge(by: 1.25, at: point) }
        for _ in 0..<6 {
            let before = part(of: zoom, at: point)
            zoom.enlarge(by: 1.25, at: point)
            let after = part(of: zoom, at: point)
            // within two lines, because whole cells are shown
            #expect(abs(after.x - before.x) * Double(zoom.placement.size.width) <= 2, "\(before) \(after)")
            #expect(abs(after.y - before.y) * Double(zoom.placement.size.height) <= 4, "\(before) \(after)")
        }
    }

    @Test func `turning the wheel back shows the whole picture, and no smaller one`() {
        var zoom = zoom()
        let corner = CellPoint(column: 0, row: 0)
        for _ in 0..<50 { zoom.enlarge(by: 1.5, at: corner) }
        #expect(zoom.scale == 8 && zoom.placement.visible.x == 0 && zoom.placement.visible.y == 0)
        for _ in 0..<50 { zoom.enlarge(by: 1 / 1.5, at: corner) }
        #expect(zoom.mode == .fit && zoom.center == PictureZoom.Point(x: 0.5, y: 0.5))
    }

    @Test func `a double click switches between the pixels at the pointer and the whole picture`() {
        var zoom = zoom()
        let point = CellPoint(column: 80, row: 30)
        let before = part(of: zoom, at: point)
        zoom.toggle(at: point)
        let after = part(of: zoom, at: point)
        #expect(zoom.scale == 1 && abs(before.x - after.x) < 0.001 && abs(before.y - after.y) < 0.001)
        zoom.toggle(at: point)
        #expect(zoom.mode == .fit)
        // a small picture has no more pixels: it fills the screen
        var small = self.zoom(PixelSize(width: 10, height: 10))
        small.toggle(at: point)
        #expect(small.mode == .fill)
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
                let point = CellPoint(
                    column: .random(in: -3...203, using: &generator), row: .random(in: -3...83, using: &generator))
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: zoom.cycle()
                case 1: zoom.enlarge()
                case 2: zoom.reduce()
                case 3: zoom.enlarge(by: .random(in: 0.5...2, using: &generator), at: point)
                case 4: zoom.toggle(at: point)
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

    @Test func `with finer characters the point under the mouse stays where it is`() {
        var zoom = PictureZoom(
            picture: PixelSize(width: 3000, height: 2000), screen: CellSize(columns: 90, rows: 30), halfCellAspect: 1,
            sampling: GlyphSet.blocks.sampling)
        let point = CellPoint(column: 70, row: 5)
        /// Returns the point of the picture in the middle of the cell, from 0 to 1.
        func seen() -> (x: Double, y: Double) {
            let place = zoom.placement
            return (
                (Double(place.visible.x) + 8 * (Double(point.column - place.origin.column) + 0.5))
                    / Double(place.size.width),
                (Double(place.visible.y) + 8 * (Double(point.row - place.origin.row) + 0.5)) / Double(place.size.height)
            )
        }
        let before = seen()
        zoom.enlarge(by: 4, at: point)
        let after = seen()
        // within a cell, because only whole cells are cut
        #expect(abs(after.x - before.x) * Double(zoom.placement.size.width) <= 8)
        #expect(abs(after.y - before.y) * Double(zoom.placement.size.height) <= 8)
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
