import EngineTestSupport
import ImageCoding
import ImageLoading
import Pixels
import TestSupport
import Testing

@testable import TerminalViews

/// Loads that a view has let go, and operations of the program in their place.
@Suite(.endsInTime) @MainActor struct DetachedLoadTests {
    /// What may happen to a slot with an operation.
    enum Turn: CaseIterable {
        case loadsAgain, isReused, isCancelled, isReleased
    }

    let stage = Stage()
    private nonisolated static let slots: [ImageSlot] = [.image, .highlighted, "poster"]

    @discardableResult
    private func load(
        _ number: Int, in slot: ImageSlot, of view: ImageView?, completion: @escaping ImageView.Completion = { _ in }
    ) -> ImageLoadOperation? {
        view?.setImage(
            url: Stage.url(number), context: .with { $0.operationKey = slot.rawValue }, completion: completion)
    }

    private func make(_ turn: Turn, of slot: ImageSlot, in view: inout ImageView?) {
        switch turn {
        case .loadsAgain: load(9, in: slot, of: view)
        case .isReused: view?.prepareForReuse()
        case .isCancelled: view?.cancelImageLoad(in: slot)
        case .isReleased:
            view?.removeFromSuperview()
            view = nil
        }
    }

    @Test(arguments: slots, Turn.allCases)
    func `a detached load ends whatever happens to its slot`(slot: ImageSlot, turn: Turn) {
        var view: ImageView? = stage.makeImageView()
        var ends: [String] = []
        let operation = load(1, in: slot, of: view) { result in
            ends.append(result.loaded?.url.lastPathComponent ?? "\(result)")
        }
        view?.detachImageLoad(in: slot)
        #expect(view?.latestOperation(in: slot) == nil)
        make(turn, of: slot, in: &view)
        #expect(operation?.isCancelled == false && ends.isEmpty)
        stage.answerAll()
        #expect(ends == ["1"] && stage.engine.manager.activeLoadCount == 0)
        // its image is shown where nothing else is wanted
        if slot == .image, let view {
            #expect(view.shownURL == [.loadsAgain: Stage.url(9), .isCancelled: Stage.url(1)][turn])
        }
        if slot == .highlighted, let view { #expect((view.highlightedImage == nil) == (turn == .isReused)) }
        // and it is in memory
        var tiers: [CacheType?] = []
        load(1, in: .image, of: stage.makeImageView()) { tiers.append($0.loaded?.cacheType) }
        #expect(tiers == [.memory])
    }

    @Test(arguments: slots, Turn.allCases)
    func `an operation of the program is cancelled once, like a load`(slot: ImageSlot, turn: Turn) {
        var view: ImageView? = stage.makeImageView()
        var (errors, cancels) = ([ImageError?](), 0)
        load(1, in: slot, of: view) { errors.append($0.error) }
        view?.replaceImageLoad(in: slot) { cancels += 1 }
        #expect(errors == [.cancelled] && cancels == 0)
        for other in Self.slots where other != slot { load(2, in: other, of: view) }
        #expect(cancels == 0)
        make(turn, of: slot, in: &view)
        #expect(cancels == 1)
        make(.isReleased, of: slot, in: &view)
        #expect(cancels == 1 && stage.engine.manager.activeLoadCount == 0)
    }

    @Test func `an operation of the program replaces another`() {
        let view = stage.makeImageView()
        var cancelled: [Int] = []
        for number in 1...3 { view.replaceImageLoad { cancelled.append(number) } }
        #expect(cancelled == [1, 2])
        view.detachImageLoad()
        view.prepareForReuse()
        #expect(cancelled == [1, 2])
    }

    @Test func `a detached load does not replace the image of an operation`() {
        let view = stage.makeImageView()
        view.indicator = .spinner
        load(1, in: .image, of: view)
        view.detachImageLoad()
        #expect(view.indicatorView != nil)
        view.replaceImageLoad {}
        #expect(view.indicatorView == nil && view.imageURL == Stage.url(1))
        view.image = Image(bitmap: Bitmap(size: PixelSize(width: 20, height: 20), filledWith: RGBA(1, 2, 3)))
        stage.answerAll()
        #expect(stage.frame().colors() == [RGB(1, 2, 3)])
    }

    // MARK: - Calls from inside

    @Test func `a load that the replaced load's completion starts is cancelled too`() {
        let view = stage.makeImageView()
        var cancels = 0
        load(1, in: .image, of: view) { [self, view] _ in load(2, in: .image, of: view) }
        view.replaceImageLoad { cancels += 1 }
        #expect(stage.engine.manager.activeLoadCount == 0 && cancels == 0)
    }

    @Test func `a load that the cancelled operation starts is older than the load that cancelled it`() {
        let view = stage.makeImageView()
        view.replaceImageLoad { [self, view] in load(1, in: .image, of: view) }
        load(2, in: .image, of: view)
        #expect(view.imageURL == Stage.url(2))
        stage.answerAll()
        #expect(stage.frame().colors() == [Stage.color(2)])
    }

    /// Calls the view when it is released.
    @MainActor private final class Caller {
        private let call: @MainActor () -> Void
        init(_ call: @escaping @MainActor () -> Void) { self.call = call }
        isolated deinit { call() }
        /// Returns an operation that holds this object.
        var operation: @MainActor () -> Void { { _ = self } }
    }

    @Test func `an operation may call the view when it is released`() {
        let view = stage.makeImageView()
        var calls = 0
        for isReused in [false, true] {
            view.replaceImageLoad(
                cancel: Caller { [self, view] in
                    calls += 1
                    load(1, in: .image, of: view)
                }.operation)
            if isReused { view.prepareForReuse() } else { view.detachImageLoad() }
            #expect(calls == (isReused ? 2 : 1))
            view.cancelCurrentImageLoad()
        }
        #expect(stage.engine.manager.activeLoadCount == 0)
    }
}
