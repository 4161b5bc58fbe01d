import EngineTestSupport
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
    let red = Placeholder.plain(RGB(255, 0, 0))

    init() { view = stage.makeImageView() }

    private func request(_ number: Int, _ slot: ImageSlot, _ options: ImageOptions = []) -> ImageView.Request {
        var request = ImageView.Request(url: Stage.url(number), options: options)
        request.slot = slot
        return request
    }

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
        #expect(view.loadState(of: .highlighted)?.url == Stage.url(3))
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

    // MARK: - Cancelling

    /// V10 and V12 of the reference.
    @Test func `cancelling the latest load cancels that of the slot that was loaded last`() {
        var errors: [ImageError?] = []
        let image = view.setImage(url: Stage.url(1))
        view.setHighlightedImage(url: Stage.url(2)) { errors.append($0.error) }
        view.cancelLatestImageLoad()
        #expect(errors == [.cancelled])
        #expect(view.latestOperation(in: .highlighted) == nil)
        #expect(image?.isCancelled == false && view.latestOperation === image)
    }

    // MARK: - Custom slots

    /// V05 of the reference.
    @Test func `a set handler of a slot receives the placeholder and then the image before the completion`() {
        var log: [String] = []
        var request = request(1, "poster")
        request.placeholder = red
        request.set = { setting in
            switch setting {
            case .placeholder(.plain): log.append("placeholder")
            case .placeholder: log.append("nothing")
            case .preview: log.append("preview")
            case .image(let loaded): log.append("image \(loaded.url.path())")
            }
        }
        request.completion = { _ in log.append("completion") }
        view.load(request)
        #expect(log == ["placeholder"])
        stage.answerAll()
        #expect(log == ["placeholder", "image /1", "completion"])
        #expect(view.image == nil && stage.frame().colors() == [nil])
    }

    @Test func `a set handler of the image still runs with the view's transition`() {
        view.transition = .fade(duration: .milliseconds(100))
        view.showPlaceholder(red)
        var request = request(1, .image)
        request.set = { [view] setting in
            if case .image(let loaded) = setting { view.show(loaded.image, of: loaded.url) }
        }
        view.load(request)
        stage.frame()
        stage.answerAll()
        #expect(view.running != nil)
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
    }

    // MARK: - Managers

    /// V16 of the reference.
    @Test func `another manager loads the request and records the slot`() {
        let other = FakeEngine()
        var request = request(1, .image)
        request.manager = other.manager
        var loaded: LoadedImage?
        request.completion = { loaded = $0.loaded }
        view.load(request)
        #expect(stage.engine.transport.transfers.isEmpty && other.transport.running.count == 1)
        other.answerAll { FakePicture(number: Stage.number(of: $0)) }
        #expect(loaded != nil && view.image === loaded?.image)
        view.load(request)
        view.prepareForReuse()
        #expect(other.manager.activeLoadCount == 0)
    }

    // MARK: - URLs

    /// V17 of the reference, and the rule for a missing URL.
    @Test func `a missing URL has no operation`() {
        var errors: [ImageError?] = []
        let operation = view.setImage(url: nil, placeholder: red) { errors.append($0.error) }
        #expect(operation == nil && errors == [.invalidURL])
        #expect(view.loadState(of: .image)?.url == nil)
    }
}
