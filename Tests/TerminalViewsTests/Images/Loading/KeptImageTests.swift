import EngineTestSupport
import Glibc
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// An available image is drawn at once, from whichever tier: no frame shows a placeholder in between.
@Suite(.endsInTime) @MainActor struct KeptImageTests {
    /// Hazard H13.
    @Test func `a purge removes nothing from the screen and shows no placeholder`() {
        // given two rows that show their pictures
        let stage = Stage(isTraced: true)
        let halves = [0, 10].map { stage.makeImageView(CellRect(column: $0, row: 0, columns: 10, rows: 10)) }
        for (number, view) in halves.enumerated() { stage.load(number + 1, into: view) }
        let requests = stage.engine.transport.transfers.count
        // when memory is under pressure, and the rows are bound again
        stage.engine.manager.memoryCache.trim(toBytes: 0)
        #expect(stage.engine.manager.memoryCache.totals.count == 0)
        for (number, view) in halves.enumerated() {
            view.setImage(url: Stage.url(number + 1), placeholder: .red)
            #expect(view.image != nil && view.running == nil)
        }
        // then every frame has the pictures, and nothing is loaded
        for _ in 0..<3 {
            let canvas = stage.frame(after: .milliseconds(20))
            for (number, view) in halves.enumerated() {
                let colors = canvas.colors(in: view.frame)
                #expect(colors.contains(Stage.color(number + 1)) && !colors.contains(RGB(255, 0, 0)))
            }
        }
        #expect(stage.engine.transport.transfers.count == requests)
        #expect(stage.events().count { $0.event == "placeholder" } == 2)  // those of the first two loads
    }

    /// Hazard H13, the other way: an image that no view shows is really removed.
    @Test func `an image off the screen is loaded again after a purge`() {
        let stage = Stage()
        let view = stage.makeImageView()
        stage.load(1, into: view)
        view.prepareForReuse()
        stage.frame()
        stage.engine.manager.memoryCache.trim(toBytes: 0)
        view.setImage(url: Stage.url(1), placeholder: .red)
        #expect(view.image == nil && stage.frame().colors() == [RGB(255, 0, 0)])
        stage.answerAll()
        #expect(stage.frame(after: .seconds(1)).colors() == [Stage.color(1)])
        #expect(stage.engine.transport.transfers.count == 2)
    }

    /// V02 of the reference, and hazard H12.
    @Test func `a synchronous disk hit is on the screen in the same frame`() {
        let disk = DiskCache(directory: "/nowhere/halftone", executor: ManualExecutor())
        disk.store(.init(bytes: FakePicture(number: 1).bytes), for: DiskKey(source: "http://lab/1"))
        let stage = Stage(diskCache: disk, isTraced: true)
        let view = stage.makeImageView()
        view.setImage(url: Stage.url(1), placeholder: .red, options: .queryDiskDataSync)
        #expect(view.image != nil)
        for _ in 0..<3 { #expect(stage.frame(after: .milliseconds(20)).colors() == [Stage.color(1)]) }
        #expect(!stage.events().contains { $0.event == "placeholder" })
    }
}
