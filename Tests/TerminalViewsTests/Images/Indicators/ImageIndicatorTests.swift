import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct ImageIndicatorTests {
    let stage = Stage()
    let view: ImageView

    init() { view = stage.makeImageView() }

    @Test func `an indicator is shown from the miss to the end`() {
        view.indicator = .spinner
        #expect(view.subviews.isEmpty)
        view.setImage(url: Stage.url(1))
        #expect(view.subviews.map { $0 is Spinner } == [true])
        #expect(view.subviews.first?.frame == view.bounds)
        stage.answerAll()
        #expect(view.subviews.isEmpty)
        #expect(stage.frame().colors() == [Stage.color(1)])
    }

    @Test func `an indicator is drawn once the load has lasted 150 ms`() {
        view.indicator = .spinner
        view.setImage(url: Stage.url(1))
        #expect(stage.frame().colors() == [nil])
        #expect(stage.frame(after: .milliseconds(149)).cells.allSatisfy { $0 == .blank })
        #expect(!stage.frame(after: .milliseconds(1)).cells.allSatisfy { $0 == .blank })
        view.indicator = .bar
        #expect(!stage.frame().cells.allSatisfy { $0 == .blank }, "a change during the load shows at once")
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(1)])
        view.setImage(url: Stage.url(2))
        #expect(view.indicatorView?.isHidden == true, "each load waits anew")
    }

    /// V15 of the reference.
    @Test func `an indicator set many times is there once`() {
        view.setImage(url: Stage.url(1))
        for indicator in [ImageIndicator.spinner, .bar, .none, .spinner, .spinner, .bar] {
            view.indicator = indicator
        }
        #expect(view.subviews.map { $0 is ProgressBar } == [true])
        view.indicator = .none
        #expect(view.subviews.isEmpty)
        view.indicator = .spinner
        #expect(view.subviews.map { $0 is Spinner } == [true])
        stage.answerAll()
        view.indicator = .bar
        #expect(view.subviews.isEmpty)
    }

    private func receive(_ bytes: Int) {
        stage.engine.transport.running.first?.send([UInt8](repeating: 0, count: bytes))
        stage.engine.runPending()
    }

    @Test func `a progress bar shows what has arrived of what is expected`() {
        view.indicator = .bar
        view.setImage(url: Stage.url(1))
        let bar = view.subviews.first as? ProgressBar
        #expect(bar != nil && bar?.fraction == nil)
        stage.engine.transport.running.first?.begin(expectedBytes: 80)
        receive(20)
        #expect(bar?.fraction == 0.25)
        stage.engine.time.advance(by: .milliseconds(100))
        receive(40)
        #expect(bar?.fraction == 0.75)
    }

    @Test func `a progress bar that replaces another indicator shows the progress so far`() {
        view.indicator = .spinner
        view.setImage(url: Stage.url(1))
        stage.engine.transport.running.first?.begin(expectedBytes: 80)
        receive(20)
        view.indicator = .bar
        #expect((view.subviews.first as? ProgressBar)?.fraction == 0.25)
    }

    @Test func `progress is unknown without a length, and zero for an empty one`() {
        view.indicator = .bar
        view.setImage(url: Stage.url(1))
        receive(20)
        #expect((view.subviews.first as? ProgressBar)?.fraction == nil)
        view.setImage(url: Stage.url(2))
        stage.engine.transport.running.last?.begin(expectedBytes: 0)
        stage.engine.transport.running.last?.send([1])
        stage.engine.runPending()
        #expect((view.subviews.first as? ProgressBar)?.fraction == 0)
    }

    @Test func `the progress of an older load moves no bar`() {
        view.indicator = .bar
        view.setImage(url: Stage.url(1))
        let old = stage.engine.transport.running.first
        view.setImage(url: Stage.url(2), options: .avoidAutoCancelImage)
        old?.begin(expectedBytes: 80)
        old?.send([UInt8](repeating: 0, count: 40))
        stage.engine.runPending()
        #expect((view.subviews.first as? ProgressBar)?.fraction == nil)
    }

    @Test func `an indicator follows the size of its view`() {
        view.indicator = .spinner
        view.setImage(url: Stage.url(1))
        view.frame = CellRect(column: 0, row: 0, columns: 5, rows: 3)
        stage.turn()
        #expect(view.subviews.first?.frame == view.bounds)
    }

    // MARK: - The indicators themselves

    @Test func `a spinner turns by the clock, however often turns occur`() {
        let (often, rarely) = (Spinner(), Spinner())
        let (fast, slow) = (Stage(showing: often, columns: 20, rows: 1), Stage(showing: rarely, columns: 20, rows: 1))
        for _ in 0..<100 { fast.turn(after: .milliseconds(7)) }
        slow.turn(after: .milliseconds(700))
        #expect(often.phase == 8 && rarely.phase == 8)
        #expect(fast.window.nextDeadline == .milliseconds(720))
        #expect(slow.window.nextDeadline == .milliseconds(720))
    }

    @Test func `a spinner schedules a frame only when it turns`() {
        let stage = Stage(showing: Spinner(), columns: 20, rows: 1)
        stage.frame()
        stage.turn(after: .milliseconds(79))
        #expect(!stage.window.needsFrame)
        stage.turn(after: .milliseconds(1))
        #expect(stage.window.needsFrame)
    }

    @Test func `a spinner fits into one column`() {
        #expect(Stage(showing: Spinner(), columns: 1, rows: 1).frame().text(row: 0) == "⠋")
        #expect(Stage(showing: Spinner(), columns: 3, rows: 1).frame().text(row: 0) == " ⠋")
    }

    @Test func `the light moves by the clock and rests when the length is known`() {
        let bar = ProgressBar()
        let stage = Stage(showing: bar, columns: 20, rows: 1)
        stage.turn(after: .milliseconds(400))
        #expect(bar.phase == 5)
        #expect(stage.window.nextDeadline == .milliseconds(480))
        bar.fraction = 0.5
        stage.turn(after: .milliseconds(400))
        stage.turn(after: .seconds(1))
        #expect(bar.phase == 5 && stage.window.nextDeadline == nil)
    }

    @Test func `a bar in a view of two columns draws nothing`() {
        #expect(Stage(showing: ProgressBar(), columns: 2, rows: 1).frame().text(row: 0) == "")
    }
}
