import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct ImageViewDrawingTests {
    private func image(_ width: Int, _ height: Int, _ color: RGB = RGB(1, 2, 3)) -> Image {
        Image(bitmap: Bitmap(size: PixelSize(width: width, height: height), filledWith: RGBA(color)))
    }

    // MARK: - Placeholders

    @Test func `placeholders show nothing, a color, the surface of the theme or an image`() {
        let stage = Stage()
        let view = stage.makeImageView(CellRect(column: 2, row: 1, columns: 8, rows: 4))
        view.showPlaceholder(.none)
        #expect(stage.frame().colors() == [nil])
        view.showPlaceholder(.plain(RGB(9, 9, 9)))
        #expect(stage.frame().colors(in: view.frame) == [RGB(9, 9, 9)])
        view.showPlaceholder(.surface)
        #expect(stage.frame().colors(in: view.frame) == [RGB(hex: 0x30343C)])
        stage.window.environment.surface = RGB(250, 250, 250)
        view.setNeedsDisplay()
        #expect(stage.frame().colors(in: view.frame) == [RGB(250, 250, 250)])
        stage.window.environment.surface = nil
        view.setNeedsDisplay()
        #expect(stage.frame().colors() == [nil])
        view.showPlaceholder(.image(image(8, 8)))
        #expect(stage.frame().colors(in: view.frame) == [RGB(1, 2, 3)])
        #expect(view.image == nil)
    }

    @Test(arguments: [RGB(1, 2, 200), nil] as [RGB?])
    func `where an image has not arrived the surface is seen, and no checkerboard`(_ surface: RGB?) {
        let stage = Stage()
        stage.window.environment.surface = surface
        let view = stage.makeImageView()
        let clear = Bitmap(size: PixelSize(width: 8, height: 8), filledWith: RGBA(RGB(0, 0, 0), alpha: 0))
        view.image = Image(bitmap: clear, isIncremental: true)
        #expect(stage.frame().colors().union([nil]) == [surface, nil])
        view.image = Image(bitmap: clear)
        #expect(stage.frame().colors().subtracting([surface, nil]).count == 2, "a checkerboard has two grays")
    }

    @Test func `a placeholder replaces another one, but no image`() {
        let stage = Stage()
        let view = stage.makeImageView()
        view.showPlaceholder(.plain(RGB(9, 9, 9)))
        view.changePlaceholder(to: .plain(RGB(8, 8, 8)))
        #expect(stage.frame().colors() == [RGB(8, 8, 8)])
        stage.load(1, into: view)
        view.changePlaceholder(to: .plain(RGB(7, 7, 7)))
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    // MARK: - Content mode

    /// Columns of other colors: 20 on a view of 8x4 cells, which has 8x8 pixels.
    private func stripes(visible: PixelSize? = nil) -> Image {
        Image(bitmap: .drawn(20, 10) { x, _ in RGB(UInt8(x), 0, 0) }, visibleSize: visible)
    }

    @Test func `a whole image has margins, and one that fills has none and shows its middle`() {
        let stage = Stage()
        let view = stage.makeImageView(CellRect(column: 2, row: 1, columns: 8, rows: 4))
        view.image = stripes()
        #expect(view.variant.fit == .contain)
        #expect(stage.frame().colors(in: view.frame).contains(nil))
        view.contentMode = .aspectFill
        #expect(view.variant.fit == .cover)
        let reds = stage.frame().colors(in: view.frame).map { $0.map { Int($0.red) } ?? -1 }
        #expect(reds.min() ?? -1 >= 4 && reds.max() ?? 99 <= 15, "\(reds)")
    }

    @Test func `an image that was cut to fill is shown in its own proportions where whole ones are`() {
        let stage = Stage()
        let view = stage.makeImageView(CellRect(column: 2, row: 1, columns: 8, rows: 4))
        view.image = stripes(visible: PixelSize(width: 10, height: 10))
        #expect(!stage.frame().colors(in: view.frame).contains(nil), "a square fills a square")
    }

    // MARK: - Finer characters

    @Test func `with finer characters an image is loaded in more pixels and shown in the same cells`() {
        let stage = Stage()
        let view = stage.makeImageView()
        #expect(view.variant.box == PixelSize(width: 20, height: 20) && view.variant.pixelAspect == 1)
        view.image = image(64, 32)
        let cells = covered(stage.frame())
        stage.environment.renderer = stage.environment.renderer.with(.blocks)
        #expect(view.variant.box == PixelSize(width: 160, height: 160) && view.variant.pixelAspect == 1)
        view.setNeedsDisplay()
        #expect(covered(stage.frame()) == cells)
    }

    @Test func `a transition is drawn in half blocks, and ends in the finer characters`() {
        let stage = Stage()
        stage.environment.renderer = stage.environment.renderer.with(.blocks)
        stage.environment.terminalBackground = RGB(0, 0, 0)
        let view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
        view.showPlaceholder(.plain(RGB(0, 0, 0)))
        stage.load(1, into: view)
        stage.turn(after: .milliseconds(50))
        let during = stage.frame()
        #expect(Set(during.cells.map(\.glyph)).isSubset(of: [0x20, 0x2580, 0x2584, 0x2588]))
        #expect(during.colors() != [Stage.color(1)])
        stage.turn(after: .milliseconds(100))
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    // MARK: - Position and size

    /// The cells that are not blank, as a rectangle.
    private func covered(_ canvas: Canvas) -> CellRect {
        let points = (0..<canvas.size.rows).flatMap { row in
            (0..<canvas.size.columns).filter { canvas[$0, row] != .blank }.map { CellPoint(column: $0, row: row) }
        }
        guard let left = points.map(\.column).min(), let right = points.map(\.column).max(),
            let top = points.map(\.row).min(), let bottom = points.map(\.row).max()
        else { return .zero }
        return CellRect(column: left, row: top, columns: right - left + 1, rows: bottom - top + 1)
    }

    @Test func `an image keeps its proportions in the middle of its view`() {
        let stage = Stage()
        let view = stage.makeImageView()
        view.image = image(64, 32)
        #expect(covered(stage.frame()) == CellRect(column: 0, row: 2, columns: 20, rows: 5))
        view.image = image(32, 64)
        #expect(covered(stage.frame()) == CellRect(column: 5, row: 0, columns: 10, rows: 10))
        view.image = image(6, 4)
        #expect(covered(stage.frame()) == CellRect(column: 7, row: 4, columns: 6, rows: 2))
    }

    @Test func `a terminal with wide pixels shows an image narrower`() {
        let stage = Stage(pixelAspect: 2)
        let view = stage.makeImageView()
        view.image = image(64, 64)
        #expect(covered(stage.frame()) == CellRect(column: 5, row: 0, columns: 10, rows: 10))
    }

    @Test func `the lower half of an odd last row is the terminal's background`() {
        let stage = Stage()
        let view = stage.makeImageView()
        view.image = image(20, 5)
        let frame = stage.frame()
        #expect(covered(frame) == CellRect(column: 0, row: 3, columns: 20, rows: 3))
        #expect(frame[0, 5].glyph == 0x2580)
        #expect(frame[0, 5].foreground == CellColor(RGB(1, 2, 3)) && frame[0, 5].background == .terminal)
    }

    @Test func `a view of one cell shows one cell`() {
        let stage = Stage(columns: 1, rows: 1)
        let view = stage.makeImageView()
        view.indicator = .spinner
        view.setImage(url: Stage.url(1), placeholder: .surface)
        stage.frame()
        stage.answerAll()
        // A square picture is one of the two pixels.
        #expect(stage.frame().colors() == [Stage.color(1), nil])
        view.indicator = .bar
        view.transition = .fade
        view.setImage(url: Stage.url(2), placeholder: .surface)
        stage.frame()
        stage.answerAll()
        stage.frame()
        stage.frame(after: .milliseconds(250))
        #expect(stage.frame(after: .milliseconds(250)).colors() == [Stage.color(2), nil])
    }

    @Test func `a view without room draws nothing and paints only when it has some`() {
        let stage = Stage(isTraced: true)
        let view = stage.makeImageView(.zero)
        view.indicator = .spinner
        view.transition = .fade
        view.setImage(url: Stage.url(1), placeholder: .surface)
        #expect(stage.frame().colors() == [nil])
        stage.answerAll()
        #expect(stage.frame().colors() == [nil])
        #expect(stage.engine.coder.requests.map(\.box) == [nil])
        view.frame = CellRect(column: 0, row: 0, columns: 4, rows: 2)
        #expect(stage.frame().colors(in: view.frame) == [Stage.color(1)])
        let names = stage.events().map(\.event)
        #expect(names.count { $0 == "paint" } == 1 && !names.contains("transition"))
    }

    @Test func `a larger view scales its image and requests nothing`() {
        let stage = Stage()
        let view = stage.makeImageView(CellRect(column: 0, row: 0, columns: 4, rows: 2))
        stage.load(1, into: view)
        view.frame = stage.window.bounds
        #expect(covered(stage.frame()) == stage.window.bounds)
        #expect(stage.engine.transport.transfers.count == 1)
    }

    // MARK: - Paint

    @Test func `a paint is recorded once with the URL painted and the URL bound`() {
        let stage = Stage(isTraced: true)
        let view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
        view.setImage(url: Stage.url(1), placeholder: .surface)
        stage.frame()
        stage.answerAll()
        for _ in 0..<20 { stage.frame(after: .milliseconds(10)) }
        view.setImage(url: Stage.url(2), placeholder: .surface)
        stage.answerAll()
        stage.frame()
        let paints = stage.events().filter { $0.event == "paint" }
        #expect(paints.map(\.url) == ["http://lab/1", "http://lab/2"])
        #expect(paints.map(\.bound) == paints.map(\.url))
    }

    @Test func `nothing is painted while the view is hidden or out of sight`() {
        let stage = Stage(isTraced: true)
        let hidden = stage.makeImageView()
        hidden.isHidden = true
        let outside = stage.makeImageView(CellRect(column: 30, row: 0, columns: 5, rows: 5))
        for view in [hidden, outside] { view.setImage(url: Stage.url(1)) }
        stage.answerAll()
        stage.frame()
        #expect(!stage.events().contains { $0.event == "paint" })
    }

    // The two violations below must never happen; the statistic that counts them must detect them.

    @Test func `a picture of another URL than the bound one is counted as stale`() {
        let stage = Stage()
        let view = stage.makeImageView()
        stage.load(1, into: view)
        view.show(image(20, 20), of: Stage.url(9))
        stage.frame()
        #expect(stage.summary.stalePaints == 1)
    }

    @Test func `a picture that stays when the view is bound to another URL is counted as stale`() {
        let stage = Stage()
        let view = stage.makeImageView()
        stage.load(1, into: view)
        let old = view.content
        view.setImage(url: Stage.url(2))
        view.content = old
        stage.frame()
        #expect(stage.summary.stalePaints == 1)
    }
}
