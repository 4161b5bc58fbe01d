import EngineTestSupport
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct ImageViewOptionTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    // MARK: - delayPlaceholder

    @Test func `a delayed placeholder is shown when the load ends without an image`() {
        view.setImage(url: Stage.url(1), placeholder: .red, options: .delayPlaceholder)
        #expect(stage.frame().colors() == [nil])
        stage.engine.transport.running.first?.fail(.timedOut(.waiting))
        stage.engine.runPending()
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
    }

    @Test func `a delayed placeholder is never shown when the image arrives`() {
        let stage = Stage(isTraced: true)
        let view = stage.makeImageView()
        view.setImage(url: Stage.url(1), placeholder: .red, options: .delayPlaceholder)
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(1)])
        #expect(!stage.events().contains { $0.event == "placeholder" })
    }

    /// V06 of the reference.
    @Test func `the delayed placeholder of an old load is shown before anything of the new one`() {
        var log: [String] = []
        view.setImage(url: Stage.url(1), placeholder: .red, options: .delayPlaceholder) { [stage, view] result in
            let colors = stage.window.drawFrame().colors()
            log.append(
                "1: \(result.error?.description ?? ""), \(colors == [RGB(255, 0, 0)]), \(view.imageURL == Stage.url(1))"
            )
        }
        view.setImage(url: Stage.url(2), placeholder: .green) { [view] result in
            log.append("2: \(result.loaded?.image === view.image)")
        }
        log.append("placeholder 2: \(stage.frame().colors() == [RGB(0, 255, 0)])")
        stage.answerAll()
        #expect(log == ["1: cancelled, true, true", "placeholder 2: true", "2: true"])
    }

    /// V07, in the variant that its name promises.
    @Test func `cancelling a load whose placeholder is shown changes nothing on screen`() {
        let stage = Stage(isTraced: true)
        let view = stage.makeImageView()
        view.setImage(url: Stage.url(1), placeholder: .red)
        view.setImage(url: Stage.url(2), placeholder: .green)
        #expect(stage.events().filter { $0.event == "placeholder" }.map(\.url) == ["http://lab/1", "http://lab/2"])
    }

    @Test func `a delayed placeholder keeps the image of its own URL and no other`() {
        stage.load(1, into: view)
        view.setImage(url: Stage.url(1), options: [.delayPlaceholder, .fromLoaderOnly])
        #expect(stage.frame().colors() == [Stage.color(1)])
        view.setImage(url: Stage.url(2), placeholder: .red, options: .delayPlaceholder)
        #expect(stage.frame().colors() == [nil])
        #expect(stage.summary.stalePaints == 0)
    }

    // MARK: - avoidAutoSetImage

    @Test func `without autoset the image is only passed to the completion`() {
        var loaded: LoadedImage?
        view.setImage(url: Stage.url(1), placeholder: .red, options: .avoidAutoSetImage) { loaded = $0.loaded }
        stage.answerAll()
        #expect(loaded != nil && view.image == nil)
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
        view.image = loaded?.image
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test func `without autoset a memory hit shows the placeholder and not the former picture`() {
        stage.load(2, into: view)
        stage.load(1, into: view)
        view.setImage(url: Stage.url(2), placeholder: .red, options: .avoidAutoSetImage)
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
    }

    @Test func `an image that the completion sets stays while a refresh runs`() {
        stage.load(1, into: view)
        view.prepareForReuse()
        view.setImage(url: Stage.url(1), placeholder: .red, options: [.avoidAutoSetImage, .refreshCached]) {
            [view] result in
            if let image = result.loaded?.image { view.image = image }
        }
        #expect(stage.frame().colors() == [Stage.color(1)])
        stage.engine.runPending()
        stage.engine.transport.running.first?.fail(.timedOut(.waiting))
        stage.engine.runPending()
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    // MARK: - avoidAutoCancelImage

    @Test func `without autocancel the old load continues, and its image is dropped`() {
        var log: [String] = []
        let old = view.setImage(url: Stage.url(1)) { log.append("1: \($0.error == nil)") }
        view.setImage(url: Stage.url(2), placeholder: .red, options: .avoidAutoCancelImage) {
            log.append("2: \($0.error == nil)")
        }
        #expect(old?.isCancelled == false)
        // when the old one ends last
        stage.engine.transport.transfer(of: "http://lab/2")?.finish(FakePicture(number: 2).bytes)
        stage.engine.runPending()
        stage.answerAll()
        // then both have ended, and the newer image is shown
        #expect(log == ["2: true", "1: true"])
        #expect(stage.frame().colors() == [Stage.color(2)])
        #expect(stage.summary.lateDropped == 1)
    }

    @Test func `reuse cancels loads that were not cancelled automatically`() {
        view.setImage(url: Stage.url(1))
        view.setImage(url: Stage.url(2), options: .avoidAutoCancelImage)
        view.prepareForReuse()
        #expect(stage.engine.manager.activeLoadCount == 0)
        #expect(stage.engine.transport.transfers.map(\.isCancelled) == [true, true])
        #expect(stage.summary.lateDropped == 0)
    }
}
