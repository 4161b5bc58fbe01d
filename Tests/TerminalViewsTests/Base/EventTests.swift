import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// First responder, dispatch and hit testing.
@Suite(.endsInTime) @MainActor struct EventTests {
    final class Probe: View {
        var events: [InputEvent] = []
        var takesKeys = true
        var handles = true
        var intercepts = false
        var intercepted: [MouseEvent] = []

        override func intercept(_ mouse: MouseEvent) -> Bool {
            intercepted.append(mouse)
            return intercepts
        }
        override var canBecomeFirstResponder: Bool { takesKeys }
        override func handle(_ event: InputEvent) -> Bool {
            events.append(event)
            return handles
        }
    }

    let stage = Stage(columns: 20, rows: 10)
    let outer = Probe(frame: CellRect(column: 2, row: 1, columns: 10, rows: 8))
    let inner = Probe(frame: CellRect(column: 3, row: 2, columns: 4, rows: 3))
    let other = Probe(frame: CellRect(column: 13, row: 1, columns: 5, rows: 5))
    var window: Window { stage.window }

    init() {
        outer.addSubview(inner)
        stage.host.addSubview(outer)
        stage.host.addSubview(other)
        stage.frame()
    }

    private func press(_ action: MouseEvent.Action, _ column: Int, _ row: Int) -> InputEvent {
        .mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row)))
    }

    // MARK: - Keys

    @Test func `keys go to the first responder and up its superviews until one handles them`() {
        #expect(inner.becomeFirstResponder() && inner.isFirstResponder)
        #expect(window.sendEvent(.key(.enter)))
        #expect(inner.events == [.key(.enter)] && outer.events.isEmpty)
        inner.handles = false
        #expect(window.sendEvent(.paste("text")))
        #expect(inner.events.last == .paste("text") && outer.events == [.paste("text")])
        outer.handles = false
        #expect(!window.sendEvent(.key(.escape)))
    }

    @Test func `without a first responder keys go to the frontmost view of the window`() {
        let front = Probe()
        window.addSubview(front)
        #expect(window.sendEvent(.key(.enter)) && front.events == [.key(.enter)])
        front.isHidden = true
        #expect(!window.sendEvent(.key(.enter)) && front.events.count == 1)
    }

    @Test func `only a visible view that accepts it becomes first responder`() {
        inner.takesKeys = false
        #expect(!inner.becomeFirstResponder())
        inner.takesKeys = true
        outer.isHidden = true
        #expect(!inner.becomeFirstResponder())
        #expect(!Probe().becomeFirstResponder())
        #expect(window.firstResponder == nil)
    }

    @Test func `a first responder loses the keys to another, or when it is hidden or removed`() {
        inner.becomeFirstResponder()
        #expect(other.becomeFirstResponder() && !inner.isFirstResponder)
        inner.becomeFirstResponder()
        outer.isHidden = true
        #expect(window.firstResponder == nil)
        outer.isHidden = false
        inner.becomeFirstResponder()
        outer.removeFromSuperview()
        #expect(window.firstResponder == nil)
    }

    // MARK: - Mouse

    @Test func `a point belongs to the frontmost and innermost view there`() {
        #expect(window.hitTest(CellPoint(column: 5, row: 3)) === inner)
        #expect(window.hitTest(CellPoint(column: 4, row: 3)) === outer)
        #expect(window.hitTest(CellPoint(column: 9, row: 3)) === outer)
        #expect(window.hitTest(CellPoint(column: 0, row: 0)) === stage.host)
        #expect(window.hitTest(CellPoint(column: 20, row: 0)) == nil)
        let cover = Probe(frame: outer.frame)
        stage.host.addSubview(cover)
        #expect(window.hitTest(CellPoint(column: 5, row: 3)) === cover)
        cover.isUserInteractionEnabled = false
        #expect(window.hitTest(CellPoint(column: 4, row: 3)) === outer)
        cover.isUserInteractionEnabled = true
        cover.isHidden = true
        #expect(window.hitTest(CellPoint(column: 4, row: 3)) === outer)
    }

    @Test func `a part that sticks out of its superview is not hit`() {
        inner.frame = CellRect(column: 8, row: 0, columns: 6, rows: 2)
        #expect(window.hitTest(CellPoint(column: 11, row: 1)) === inner)
        #expect(window.hitTest(CellPoint(column: 12, row: 1)) === stage.host)
    }

    @Test func `every view receives mouse positions in its own coordinates`() {
        inner.handles = false
        #expect(window.sendEvent(press(.wheelDown, 6, 4)))
        #expect(inner.events == [press(.wheelDown, 1, 1)])
        #expect(outer.events == [press(.wheelDown, 4, 3)])
        let point = CellPoint(column: 1, row: 1)
        #expect(inner.convert(point, to: nil) == CellPoint(column: 6, row: 4))
        #expect(inner.convert(point, to: other) == CellPoint(column: -7, row: 3))
        #expect(other.convert(inner.convert(point, to: other), to: inner) == point)
        #expect(inner.convert(point, from: outer) == CellPoint(column: -2, row: -1))
    }

    @Test func `drags and the release go to the view that took the press`() {
        window.sendEvent(press(.press, 6, 4))
        window.sendEvent(press(.drag, 15, 3))
        #expect(inner.events.last == press(.drag, 10, 0) && other.events.isEmpty)
        window.sendEvent(press(.release, 15, 2))
        #expect(inner.events.last == press(.release, 10, -1) && other.events.isEmpty)
        window.sendEvent(press(.release, 15, 2))
        #expect(other.events == [press(.release, 2, 1)])
    }

    @Test func `a press makes the view that accepts keys the first responder`() {
        inner.takesKeys = false
        window.sendEvent(press(.press, 6, 4))
        #expect(outer.isFirstResponder)
        window.sendEvent(press(.wheelDown, 14, 2))
        #expect(outer.isFirstResponder)
        window.sendEvent(press(.press, 14, 2))
        #expect(other.isFirstResponder)
    }

    // MARK: - Order

    @Test func `views are inserted and moved among their siblings`() {
        let views = (0..<4).map { _ in View() }
        let host = View()
        func order() -> [Int] { host.subviews.compactMap { view in views.firstIndex { $0 === view } } }
        host.addSubview(views[0])
        host.addSubview(views[1])
        host.insertSubview(views[2], at: 0)
        host.insertSubview(views[3], at: 99)
        #expect(order() == [2, 0, 1, 3])
        host.insertSubview(views[3], at: 1)
        #expect(order() == [2, 3, 0, 1])
        host.addSubview(views[2])
        #expect(order() == [3, 0, 1, 2])
    }

    // MARK: - Interception

    @Test func `a view may take a mouse event before those inside of it`() {
        outer.intercepts = true
        #expect(window.sendEvent(press(.press, 6, 4)))
        #expect(outer.intercepted.map(\.position) == [CellPoint(column: 4, row: 3)])
        #expect(inner.intercepted.isEmpty && inner.events.isEmpty && outer.events.isEmpty)
        #expect(!inner.isFirstResponder, "it got no press")
        // the events after a press go to the view that got the press
        outer.intercepts = false
        #expect(window.sendEvent(press(.release, 6, 4)))
        #expect(inner.events.isEmpty && outer.events.count == 1)
        // and otherwise the view under the pointer gets the event first
        #expect(window.sendEvent(press(.press, 6, 4)))
        #expect(inner.intercepted.count == 1 && inner.events.count == 1 && outer.events.count == 1)
    }
}
