import EngineTestSupport
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Completions that call the view again.
@Suite(.endsInTime) @MainActor struct ImageViewReentrancyTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    @Test func `a load started by a completion wins`() {
        view.setImage(url: Stage.url(1)) { [view] _ in view.setImage(url: Stage.url(2), placeholder: .green) }
        stage.engine.transport.running.first?.finish(FakePicture(number: 1).bytes)
        stage.engine.runPending()
        #expect(stage.frame().colors() == [RGB(0, 255, 0)])
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(2)])
    }

    @Test func `a load started by the completion of a memory hit wins`() {
        stage.load(1, into: view)
        view.setImage(url: Stage.url(1)) { [view] _ in view.setImage(url: Stage.url(2), placeholder: .green) }
        #expect(view.imageURL == Stage.url(2))
        #expect(stage.frame().colors() == [RGB(0, 255, 0)])
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(2)])
    }

    @Test func `a retry in the completion of a blocked URL wins`() {
        view.setImage(url: nil, placeholder: .red) { [view] _ in view.setImage(url: Stage.url(2), placeholder: .green) }
        #expect(stage.frame().colors() == [RGB(0, 255, 0)])
        #expect(view.latestOperation?.url == Stage.url(2))
    }

    @Test func `a retry in the completion of a cancelled load is older than the load that cancelled`() {
        // given a load that its completion always retries
        view.setImage(url: Stage.url(1)) { [view] _ in view.setImage(url: Stage.url(3), placeholder: .red) }
        // when the view is given another URL
        view.setImage(url: Stage.url(2), placeholder: .green)
        // then that one is shown, in whatever order the responses arrive
        #expect(view.imageURL == Stage.url(2))
        #expect(stage.frame().colors() == [RGB(0, 255, 0)])
        stage.engine.transport.transfer(of: "http://lab/2")?.finish(FakePicture(number: 2).bytes)
        stage.engine.runPending()
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(2)])
        view.prepareForReuse()
        #expect(stage.engine.manager.activeLoadCount == 0)
    }

    @Test func `a retry during reuse shows nothing in the reused view`() {
        view.setImage(url: Stage.url(1)) { [view] _ in view.setImage(url: Stage.url(3), placeholder: .red) }
        view.prepareForReuse()
        #expect(view.imageURL == nil && view.indicatorView == nil)
        stage.answerAll()
        #expect(view.image == nil)
        #expect(stage.frame().colors() == [nil])
    }

    @Test func `a load started while a cached image is being refreshed ends the refresh`() {
        stage.load(1, into: view)
        var isFirst = true
        let refresh = view.setImage(url: Stage.url(1), options: .refreshCached) { [view] _ in
            if isFirst { view.setImage(url: Stage.url(2)) }
            isFirst = false
        }
        #expect(refresh?.isCancelled == true)
        #expect(stage.engine.manager.activeLoadCount == 1)
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(2)])
    }

    @Test func `a refresh can be cancelled by the completion that received the cached image`() {
        stage.load(1, into: view)
        let refresh = view.setImage(url: Stage.url(1), options: .refreshCached) { [view] _ in
            view.cancelCurrentImageLoad()
        }
        #expect(refresh?.isCancelled == true)
        #expect(stage.engine.manager.activeLoadCount == 0)
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test func `a view reused by the completion that received the cached image is empty`() {
        stage.load(1, into: view)
        view.setImage(url: Stage.url(1), options: .refreshCached) { [view] _ in view.prepareForReuse() }
        #expect(stage.engine.manager.activeLoadCount == 0)
        #expect(stage.frame().colors() == [nil])
    }
}
