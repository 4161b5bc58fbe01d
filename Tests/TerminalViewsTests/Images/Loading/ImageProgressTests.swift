import EngineTestSupport
import ImageLoading
import TestSupport
import Testing

@testable import TerminalViews

/// V13 of the reference: the progress of a view's load.
@Suite(.endsInTime) @MainActor struct ImageProgressTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    private func receive(_ bytes: Int) {
        stage.engine.transport.running.last?.send([UInt8](repeating: 0, count: bytes))
        stage.engine.runPending()
    }

    @Test func `a progress object from before the load receives everything up to the end`() {
        var fractions: [Double] = []
        view.imageProgress.didChange = { fractions.append($0.fraction) }
        view.setImage(url: Stage.url(1))
        let transfer = stage.engine.transport.running.first
        transfer?.begin(expectedBytes: 10)
        transfer?.send(Array(FakePicture(number: 1).bytes.prefix(5)))
        stage.engine.runPending()
        #expect(fractions.last == 0.5)
        transfer?.finish(Array(FakePicture(number: 1).bytes.suffix(5)))
        stage.engine.runPending()
        #expect(fractions == fractions.sorted() && fractions.last == 1)
        #expect(view.imageProgress.completedUnits == 10 && view.imageProgress.totalUnits == 10)
    }

    @Test func `a size that was never known ends at one`() {
        view.setImage(url: Stage.url(1))
        receive(3)
        #expect(view.imageProgress.completedUnits == 3 && view.imageProgress.fraction == 0)
        view.cancelCurrentImageLoad()
        #expect(view.imageProgress.fraction == 0)
        stage.load(2, into: view)
        view.setImage(url: Stage.url(2))  // from memory: no byte is received
        #expect(view.imageProgress.fraction == 1 && view.imageProgress.totalUnits == 1)
    }

    @Test func `every load begins at nothing`() {
        stage.load(1, into: view)
        #expect(view.imageProgress.fraction == 1)
        view.setImage(url: Stage.url(2))
        #expect(view.imageProgress.fraction == 0 && view.imageProgress.completedUnits == 0)
    }
}
