import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// A completion that waits for the transition always runs, once.
@Suite(.endsInTime) @MainActor struct WaitTransitionTests {
    let stage = Stage()
    let view: ImageView

    init() {
        view = stage.makeImageView()
        view.transition = .fade(duration: .milliseconds(100))
    }

    private final class Ends { var count = 0 }

    /// Delivers the image, which starts its transition.
    private func begin() -> Ends {
        let ends = Ends()
        view.setImage(url: Stage.url(1), placeholder: .red, options: .waitTransition) { _ in ends.count += 1 }
        stage.frame()
        stage.answerAll()
        stage.frame(after: .milliseconds(10))
        #expect(view.running != nil && ends.count == 0)
        return ends
    }

    @Test func `the completion runs when the transition has ended`() {
        let ends = begin()
        stage.frame(after: .milliseconds(99))
        #expect(ends.count == 0)
        stage.frame(after: .milliseconds(1))
        #expect(ends.count == 1)
        stage.frame(after: .seconds(1))
        #expect(ends.count == 1)
    }

    @Test func `without the option the completion runs at once`() {
        var count = 0
        view.setImage(url: Stage.url(1), placeholder: .red) { _ in count += 1 }
        stage.frame()
        stage.answerAll()
        #expect(count == 1 && view.running != nil)
    }

    @Test func `the completion runs at once without a transition`() {
        var count = 0
        view.isHidden = true
        view.setImage(url: Stage.url(1), options: .waitTransition) { _ in count += 1 }
        stage.answerAll()
        #expect(count == 1)
        view.isHidden = false
        view.setImage(url: Stage.url(1), options: .waitTransition) { _ in count += 1 }
        #expect(count == 2)
        view.setImage(url: nil, options: .waitTransition) { _ in count += 1 }
        #expect(count == 3)
    }

    @Test(arguments: ["reuse", "size", "image", "hidden superview", "removal"])
    func `the completion runs when something drops the transition`(_ what: String) {
        let ends = begin()
        switch what {
        case "reuse": view.prepareForReuse()
        case "size":
            view.frame = CellRect(column: 0, row: 0, columns: 5, rows: 5)
            stage.frame()
        case "image": view.image = nil
        case "hidden superview": stage.host.isHidden = true
        default: view.removeFromSuperview()
        }
        #expect(ends.count == 1 && view.running == nil)
    }

    @Test func `the completion runs before anything of the next load`() {
        var isOld = false
        view.setImage(url: Stage.url(1), placeholder: .red, options: .waitTransition) { [view] _ in
            isOld = view.imageURL == Stage.url(1)
        }
        stage.frame()
        stage.answerAll()
        stage.frame(after: .milliseconds(10))
        view.setImage(url: Stage.url(2))
        #expect(isOld && view.imageURL == Stage.url(2))
    }

    @Test func `the completion runs when the view is released`() {
        var count = 0
        weak var released: ImageView?
        do {
            let stage = Stage()
            let view = stage.makeImageView()
            released = view
            view.transition = .fade
            view.setImage(url: Stage.url(1), options: .waitTransition) { _ in count += 1 }
            stage.answerAll()
            stage.frame()
            #expect(view.running != nil && count == 0)
        }
        #expect(released == nil && count == 1)
    }

    @Test func `a load that the completion starts wins`() {
        view.setImage(url: Stage.url(1), placeholder: .red, options: .waitTransition) { [view] _ in
            view.setImage(url: Stage.url(2), placeholder: .green)
        }
        stage.frame()
        stage.answerAll()
        stage.frame()
        stage.frame(after: .milliseconds(100))
        #expect(view.imageURL == Stage.url(2))
        #expect(stage.frame().colors() == [RGB(0, 255, 0)])
    }
}
