import EngineTestSupport
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct ImageViewLoadingTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    @Test func `a view adds its size to a variant and keeps the rest`() {
        var context = ImageContext.with { ($0.variant.fit, $0.variant.maximumBytes) = (.cover, 1000) }
        view.complete(&context)
        #expect(context.variant.fit == .cover && context.variant.maximumBytes == 1000)
        #expect(context.variant.box == view.variant.box && context.variant.box != nil)
    }

    @Test func `a miss ends the old load before anything else`() {
        // given a load in progress
        var log: [String] = []
        view.indicator = .spinner
        let old = view.setImage(url: Stage.url(1), placeholder: .red) { [stage, view] result in
            let color = stage.window.drawFrame().colors(in: CellRect(column: 0, row: 0, columns: 1, rows: 1))
            log.append("\(result.error?.description ?? "") while bound to \(view.imageURL?.path() ?? "")")
            #expect(color == [RGB(255, 0, 0)])
            #expect(view.indicatorView == nil)
            #expect(stage.engine.manager.activeLoadCount == 0)
        }
        // when another begins
        view.setImage(url: Stage.url(2), placeholder: .green)
        // then the old one ended while the view was still bound to it
        #expect(log == ["cancelled while bound to /1"])
        #expect(old?.isCancelled == true)
        #expect(view.imageURL == Stage.url(2))
        #expect(view.indicatorView != nil)
        #expect(stage.frame().colors(in: CellRect(column: 0, row: 0, columns: 1, rows: 1)) == [RGB(0, 255, 0)])
    }

    @Test func `the steps of a miss are recorded in their order`() {
        let stage = Stage(isTraced: true)
        let view = stage.makeImageView()
        view.setImage(url: Stage.url(1), placeholder: .red)
        view.setImage(url: Stage.url(2), placeholder: .red)
        stage.answerAll()
        stage.frame()
        let names = stage.events().map(\.event).filter {
            ["cancel", "bind", "placeholder", "set", "paint"].contains($0)
        }
        #expect(names == ["bind", "placeholder", "cancel", "bind", "placeholder", "set", "paint"])
    }

    @Test func `a memory hit draws no placeholder`() {
        // given a picture in memory, and a recycled view
        let stage = Stage(isTraced: true)
        let view = stage.makeImageView()
        view.indicator = .spinner
        view.transition = .fade
        stage.load(1, into: view)
        view.prepareForReuse()
        // when its URL is loaded again
        var results: [CacheType] = []
        view.setImage(url: Stage.url(1), placeholder: .red) { results.append($0.loaded?.cacheType ?? .none) }
        // then it is set in the same call, and every frame shows only the picture
        #expect(results == [.memory])
        #expect(view.image != nil && view.indicatorView == nil && view.running == nil)
        for _ in 0..<3 { #expect(stage.frame(after: .milliseconds(20)).colors() == [Stage.color(1)]) }
        #expect(stage.events().count { $0.event == "placeholder" } == 1)
    }

    /// V17 of the reference.
    @Test func `a missing URL shows the placeholder and completes at once`() {
        stage.load(1, into: view)
        for options in [ImageOptions(), .delayPlaceholder] {
            var errors: [ImageError?] = []
            let operation = view.setImage(url: nil, placeholder: .red, options: options) { errors.append($0.error) }
            #expect(operation == nil && errors == [.invalidURL])
            #expect(view.imageURL == nil && view.latestOperation == nil)
            #expect(stage.frame().colors() == [RGB(255, 0, 0)])
        }
    }

    @Test func `a blocked URL shows the placeholder and sends no request`() {
        // given a URL that failed
        view.setImage(url: Stage.url(1))
        stage.engine.transport.running.first?.respond(status: 404)
        stage.engine.runPending()
        // when it is loaded again
        var errors: [ImageError?] = []
        view.indicator = .spinner
        view.setImage(url: Stage.url(1), placeholder: .red) { errors.append($0.error) }
        // then it fails in the same call
        #expect(errors == [.failedBefore(.invalidStatusCode(404))])
        #expect(stage.engine.transport.transfers.count == 1)
        #expect(view.indicatorView == nil)
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
    }

    @Test func `a failure leaves the placeholder where it is`() {
        view.setImage(url: Stage.url(1), placeholder: .red)
        stage.engine.transport.running.first?.fail(.timedOut(.waiting))
        stage.engine.runPending()
        #expect(view.image == nil && view.latestOperation == nil)
        #expect(stage.frame().colors() == [RGB(255, 0, 0)])
    }

    @Test(arguments: [[], [.delayPlaceholder]] as [ImageOptions])
    func `a failed refresh keeps the image`(_ more: ImageOptions) {
        stage.load(1, into: view)
        let shown = view.image
        var ends: [ImageError?] = []
        view.setImage(url: Stage.url(1), placeholder: .red, options: more.union(.refreshCached)) { result in
            ends.append(result.error)
        }
        #expect(stage.frame().colors() == [Stage.color(1)])
        stage.engine.runPending()
        stage.engine.transport.running.first?.fail(.timedOut(.waiting))
        stage.engine.runPending()
        #expect(ends == [nil, .transfer(.timedOut(.waiting))])
        #expect(view.image === shown)
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test func `a refresh that brings another picture shows it`() {
        stage.load(1, into: view)
        var finals: [Bool?] = []
        view.setImage(url: Stage.url(1), options: .refreshCached) { finals.append($0.loaded?.isFinal) }
        stage.engine.answerAll { _ in FakePicture(number: 7) }
        #expect(finals == [false, true])
        #expect(stage.frame().colors() == [Stage.color(7)])
    }

    @Test func `the latest operation is released when it ends`() {
        let operation = view.setImage(url: Stage.url(1))
        #expect(view.latestOperation === operation)
        stage.answerAll()
        #expect(view.latestOperation == nil)
    }

    @Test func `cancelling completes before it returns`() {
        var errors: [ImageError?] = []
        view.indicator = .spinner
        view.setImage(url: Stage.url(1), placeholder: .red) { errors.append($0.error) }
        view.cancelCurrentImageLoad()
        #expect(errors == [.cancelled])
        #expect(view.indicatorView == nil && view.latestOperation == nil)
        #expect(stage.engine.transport.transfers.map(\.isCancelled) == [true])
        view.cancelCurrentImageLoad()
        #expect(errors.count == 1)
    }

    @Test func `a released view cancels its load and leaves nothing behind`() {
        // given a view with a load
        var errors: [ImageError?] = []
        weak var released: ImageView?
        do {
            let view = stage.makeImageView()
            released = view
            view.setImage(url: Stage.url(1)) { errors.append($0.error) }
            // when the last reference is released
            view.removeFromSuperview()
        }
        // then it is freed, and its load cancelled
        #expect(released == nil)
        #expect(errors == [.cancelled])
        #expect(stage.engine.manager.activeLoadCount == 0)
        #expect(stage.engine.transport.transfers.map(\.isCancelled) == [true])
    }

    @Test func `the decoder receives the view's pixels in the terminal's aspect ratio`() {
        let stage = Stage(pixelAspect: 0.8)
        let view = stage.makeImageView(CellRect(column: 1, row: 1, columns: 7, rows: 3))
        view.setImage(url: Stage.url(1))
        stage.answerAll()
        let asked = stage.engine.coder.requests
        #expect(asked.map(\.box) == [PixelSize(width: 7, height: 6)])
        #expect(asked.map(\.pixelAspect) == [0.8])
    }

    @Test func `an image set by hand is replaced by the load that is under way`() {
        view.setImage(url: Stage.url(1), placeholder: .red)
        view.image = Image(bitmap: Bitmap(size: PixelSize(width: 20, height: 20), filledWith: RGBA(1, 2, 3)))
        #expect(stage.frame().colors() == [RGB(1, 2, 3)])
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(1)])
        view.image = nil
        #expect(stage.frame().colors() == [nil])
    }
}
