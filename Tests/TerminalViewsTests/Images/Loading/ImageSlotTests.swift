import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct ImageSlotTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    // MARK: - Highlighted

    /// V03 of the reference.
    @Test func `a highlighted image is shown while the view is highlighted`() {
        var highlighted: LoadedImage?
        view.setImage(url: Stage.url(1))
        view.setHighlightedImage(url: Stage.url(2)) { highlighted = $0.loaded }
        stage.answerAll()
        #expect(view.highlightedImage != nil && view.highlightedImage === highlighted?.image)
        #expect(stage.frame().colors() == [Stage.color(1)])
        view.isHighlighted = true
        #expect(stage.frame().colors() == [Stage.color(2)])
        view.isHighlighted = false
        #expect(stage.frame().colors() == [Stage.color(1)])
        #expect(stage.summary.stalePaints == 0)
    }

    @Test func `a highlighted view without such an image shows its image`() {
        stage.load(1, into: view)
        view.isHighlighted = true
        view.setHighlightedImage(url: Stage.url(2))
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test func `loads of two slots do not cancel each other`() {
        let image = view.setImage(url: Stage.url(1))
        let highlighted = view.setHighlightedImage(url: Stage.url(2))
        #expect(image?.isCancelled == false && highlighted?.isCancelled == false)
        view.setHighlightedImage(url: Stage.url(3))
        #expect(image?.isCancelled == false && highlighted?.isCancelled == true)
        #expect(view.imageURL == Stage.url(1))
        #expect(view.latestOperation(in: .highlighted)?.isCancelled == false)
    }

    @Test func `reuse takes the highlighted image too`() {
        view.setHighlightedImage(url: Stage.url(2))
        stage.answerAll()
        view.isHighlighted = true
        view.setHighlightedImage(url: Stage.url(3))
        view.prepareForReuse()
        #expect(view.highlightedImage == nil && !view.isHighlighted)
        #expect(stage.engine.manager.activeLoadCount == 0)
        #expect(stage.frame().colors() == [nil])
    }

    /// V10 and V12 of the reference.
    @Test func `cancelling a slot cancels its load only`() {
        var errors: [ImageError?] = []
        let image = view.setImage(url: Stage.url(1))
        view.setHighlightedImage(url: Stage.url(2)) { errors.append($0.error) }
        view.cancelImageLoad(in: .highlighted)
        #expect(errors == [.cancelled])
        #expect(view.latestOperation(in: .highlighted) == nil)
        #expect(image?.isCancelled == false && view.latestOperation === image)
    }

    @Test func `the image of a slot of the caller's own is for the completion`() {
        var context = ImageContext()
        context.operationKey = "poster"
        var loaded: LoadedImage?
        view.indicator = .spinner
        view.setImage(url: Stage.url(1), placeholder: .red, context: context) { loaded = $0.loaded }
        #expect(view.latestOperation(in: "poster") != nil && view.latestOperation == nil)
        #expect(view.imageURL == nil && view.indicatorView == nil)
        stage.answerAll()
        #expect(loaded != nil && view.image == nil && stage.frame().colors() == [nil])
    }
}
