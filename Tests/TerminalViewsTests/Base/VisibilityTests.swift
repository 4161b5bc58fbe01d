import TerminalScreen
import Testing

@testable import TerminalViews

/// Views are notified when they may have become visible or hidden.
@Suite(.endsInTime) @MainActor struct VisibilityTests {
    private final class Watcher: View {
        var seen: [Bool] = []
        override func didChangeVisibility() { seen.append(isInVisibleTree) }
    }

    @Test func `a view is notified of changes to itself and its superviews`() {
        let stage = Stage()
        let (box, watcher) = (View(), Watcher())
        box.addSubview(watcher)
        #expect(watcher.seen == [false])
        stage.host.addSubview(box)
        #expect(watcher.seen == [false, true])
        watcher.isHidden = true
        watcher.isHidden = true
        watcher.isHidden = false
        #expect(watcher.seen == [false, true, false, true])
        stage.host.isHidden = true
        #expect(watcher.seen.last == false)
        stage.host.isHidden = false
        box.removeFromSuperview()
        #expect(watcher.seen == [false, true, false, true, false, true, false])
    }
}
