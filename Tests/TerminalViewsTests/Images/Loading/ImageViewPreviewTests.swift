import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Previews: another size of the same picture, shown until the requested one is there.
@Suite(.endsInTime) @MainActor struct ImageViewPreviewTests {
    let stage = Stage()
    let view: ImageView

    init() {
        view = stage.makeImageView()
        view.indicator = .spinner
        view.transition = .fade
        stage.load(1, into: view)
    }

    @Test func `a resize shows the old size until the new one is there`() {
        // given a view that gets another size
        view.frame = CellRect(column: 0, row: 0, columns: 10, rows: 5)
        // when its picture is loaded again
        view.setImage(url: Stage.url(1), placeholder: .red)
        // then neither placeholder nor indicator is drawn, but the picture in its other size
        #expect(view.indicatorView == nil)
        #expect(view.image == nil)
        #expect(stage.frame().colors(in: view.frame) == [Stage.color(1)])
        // and the requested size replaces it without a transition
        stage.answerAll()
        #expect(stage.frame().colors(in: view.frame) == [Stage.color(1)])
        #expect(view.running == nil)
        #expect(view.image?.size == PixelSize(width: 10, height: 10))
    }

    @Test func `another picture is no preview`() {
        view.setImage(url: Stage.url(2), placeholder: .red)
        #expect(stage.frame().colors(in: CellRect(column: 0, row: 0, columns: 1, rows: 1)) == [RGB(255, 0, 0)])
    }

    @Test func `a load without caches gets no preview`() {
        view.frame = CellRect(column: 0, row: 0, columns: 10, rows: 5)
        view.setImage(url: Stage.url(1), placeholder: .red, options: .fromLoaderOnly)
        #expect(stage.frame().colors(in: CellRect(column: 0, row: 0, columns: 1, rows: 1)) == [RGB(255, 0, 0)])
    }

    @Test(arguments: [ImageOptions(), .delayPlaceholder])
    func `a failed load keeps its preview`(options: ImageOptions) {
        view.frame = CellRect(column: 0, row: 0, columns: 10, rows: 5)
        view.setImage(url: Stage.url(1), placeholder: .red, options: options)
        stage.engine.failAll()
        #expect(stage.frame().colors(in: view.frame) == [Stage.color(1)])
    }

    @Test func `a forced transition runs from the preview too`() {
        view.frame = CellRect(column: 0, row: 0, columns: 10, rows: 5)
        view.setImage(url: Stage.url(1), placeholder: .red, options: .forceTransition)
        stage.answerAll()
        #expect(view.running != nil)
    }
}
