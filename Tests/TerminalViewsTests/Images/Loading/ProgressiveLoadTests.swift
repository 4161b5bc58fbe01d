import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// Progressive loads in image views.
@Suite(.endsInTime) @MainActor struct ProgressiveLoadTests {
    let stage = Stage()
    let view: ImageView

    init() {
        view = stage.makeImageView()
        view.indicator = .spinner
        view.transition = .fade
    }

    private static func color(_ arrived: Int) -> RGB { PartCoder.color(of: 7, arrived: arrived) }

    private func load(
        _ number: Int = 1, options: ImageOptions = .progressiveLoad,
        completion: @escaping ImageView.Completion = { _ in }
    ) {
        var context = ImageContext()
        context.imageCoder = PartCoder()
        view.setImage(
            url: Stage.url(number), placeholder: .red, options: options, context: context, completion: completion)
    }

    private func receive(_ bytes: Int) {
        stage.engine.transport.running.last?.send([UInt8](repeating: 7, count: bytes))
        stage.engine.runPending()
        stage.turn(after: .milliseconds(200))
    }

    /// The colors on screen beside the indicator.
    private var corner: Set<RGB?> { stage.frame().colors(in: CellRect(column: 0, row: 0, columns: 2, rows: 1)) }

    @Test func `the received part is shown, and the image replaces it without a transition`() {
        var results: [Bool?] = []
        load { results.append($0.loaded?.isFinal) }
        #expect(corner == [RGB(255, 0, 0)])
        for arrived in [80, 120, 160] {
            receive(arrived == 80 ? 80 : 40)
            #expect(corner == [Self.color(arrived)])
            #expect(view.running == nil && view.indicatorView != nil && results.isEmpty)
            #expect(view.image?.isIncremental == true)
        }
        receive(40)
        stage.engine.transport.running.last?.finish()
        stage.engine.runPending()
        #expect(corner == [Self.color(200)])
        #expect(view.running == nil && view.indicatorView == nil && results == [true])
        #expect(view.image?.isIncremental == false && stage.summary.stalePaints == 0)
    }

    @Test func `without autoset previews are passed to the completion`() {
        var results: [Bool?] = []
        load(options: [.progressiveLoad, .avoidAutoSetImage]) { results.append($0.loaded?.isFinal) }
        receive(80)
        #expect(results == [false] && corner == [RGB(255, 0, 0)])
    }

    @Test func `without the option nothing is shown before the end`() {
        load(options: [])
        receive(80)
        #expect(corner == [RGB(255, 0, 0)])
    }

    @Test(arguments: [ImageOptions.progressiveLoad, [.progressiveLoad, .delayPlaceholder]])
    func `an interrupted load keeps the received part`(_ options: ImageOptions) {
        var errors: [ImageError?] = []
        load(options: options) { errors.append($0.error) }
        receive(80)
        stage.engine.failAll()
        #expect(corner == [Self.color(80)])
        #expect(errors.count == 1 && errors != [nil] && view.indicatorView == nil)
    }

    /// Hazard H01.
    @Test func `a reused view shows no part of its former picture`() {
        load()
        receive(80)
        view.prepareForReuse()
        #expect(corner == [nil])
        load(2)
        #expect(corner == [RGB(255, 0, 0)])
        receive(120)
        #expect(corner == [Self.color(120)])
        #expect(view.imageURL == Stage.url(2) && stage.summary.stalePaints == 0)
    }
}
