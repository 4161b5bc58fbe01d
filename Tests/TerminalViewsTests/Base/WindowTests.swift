import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct WindowTests {
    /// A view that records its calls.
    final class Probe: View {
        var deadline: Duration?
        var advances: [Duration] = []
        var draws = 0
        var layouts = 0
        var fill: CellStyle? { didSet { setNeedsDisplay() } }
        var onLayout: () -> Void = {}

        override func advance(to now: Duration) -> Duration? {
            advances.append(now)
            return deadline
        }
        override func draw(in context: inout DrawingContext) {
            draws += 1
            if let fill { context.fill(CellRect(column: -5, row: -5, columns: 100, rows: 100), style: fill) }
        }
        override func layoutSubviews() {
            layouts += 1
            onLayout()
        }
    }

    let stage = Stage()
    let probe = Probe(frame: CellRect(column: 2, row: 1, columns: 5, rows: 3))

    init() {
        stage.host.addSubview(probe)
        stage.frame()
    }

    // MARK: - Frames

    @Test func `many changes cause one frame`() {
        var wakes = 0
        stage.window.onFrameNeeded = { wakes += 1 }
        #expect(!stage.window.needsFrame)
        for _ in 0..<5 { probe.setNeedsDisplay() }
        probe.frame.origin.column += 1
        #expect(stage.window.needsFrame && wakes == 1)
        stage.frame()
        #expect(!stage.window.needsFrame)
        probe.setNeedsDisplay()
        #expect(wakes == 2)
    }

    @Test func `changes inside of a turn schedule no other turn`() {
        var wakes = 0
        stage.window.onFrameNeeded = { wakes += 1 }
        probe.onLayout = { [unowned probe] in probe.setNeedsDisplay() }
        probe.setNeedsLayout()
        #expect(wakes == 1)
        stage.frame()
        stage.frame()
        #expect(wakes == 1 && !stage.window.needsFrame)
    }

    @Test func `an image that arrives between turns schedules one`() {
        let view = stage.makeImageView()
        view.setImage(url: Stage.url(1))
        stage.frame()
        var wakes = 0
        stage.window.onFrameNeeded = { wakes += 1 }
        stage.answerAll()
        #expect(wakes == 1)
    }

    @Test func `a change without effect causes no frame`() {
        let label = Label()
        stage.host.addSubview(label)
        label.text = "a"
        stage.frame()
        label.text = "a"
        label.style = .plain
        label.numberOfLines = 1
        probe.frame = probe.frame
        probe.isHidden = false
        #expect(!stage.window.needsFrame)
    }

    @Test func `a hidden view is not advanced or drawn and causes no frames`() {
        let inner = Probe(frame: CellRect(column: 0, row: 0, columns: 1, rows: 1))
        probe.addSubview(inner)
        inner.deadline = .milliseconds(5)
        stage.frame()
        #expect(stage.window.nextDeadline == .milliseconds(5))
        probe.isHidden = true
        #expect(stage.window.needsFrame)
        stage.frame()
        let (draws, advances) = (inner.draws, inner.advances.count)
        inner.setNeedsDisplay()
        #expect(!stage.window.needsFrame)
        stage.frame()
        #expect(inner.draws == draws && inner.advances.count == advances)
        #expect(stage.window.nextDeadline == nil)
        probe.isHidden = false
        #expect(stage.window.needsFrame)
        stage.frame()
        #expect(inner.draws == draws + 1 && inner.advances.count == advances + 1)
    }

    @Test func `the next deadline is the earliest of all`() {
        let others = [Probe(), Probe(), Probe()]
        for view in others { stage.host.addSubview(view) }
        stage.turn()
        #expect(stage.window.nextDeadline == nil)
        others[0].deadline = .milliseconds(300)
        others[1].deadline = .milliseconds(100)
        probe.deadline = .milliseconds(200)
        stage.turn()
        #expect(stage.window.nextDeadline == .milliseconds(100))
        others[1].removeFromSuperview()
        stage.turn()
        #expect(stage.window.nextDeadline == .milliseconds(200))
    }

    @Test func `every view is advanced once a turn, to the same time`() {
        let count = probe.advances.count
        stage.turn(after: .milliseconds(7))
        #expect(Array(probe.advances.dropFirst(count)) == [.milliseconds(7)])
        #expect(stage.window.now == .milliseconds(7))
    }

    // MARK: - Layout

    @Test func `layout depends on the size and not on the position`() {
        let layouts = probe.layouts
        probe.frame.origin.row += 1
        stage.frame()
        #expect(probe.layouts == layouts)
        probe.frame.size.rows += 1
        stage.frame()
        #expect(probe.layouts == layouts + 1)
    }

    @Test func `a view that requests layout in its layout is laid out again, but not forever`() {
        probe.onLayout = { [unowned probe] in probe.setNeedsLayout() }
        let layouts = probe.layouts
        probe.setNeedsLayout()
        stage.turn()
        #expect(probe.layouts == layouts + 4)
    }

    @Test func `a window gives its subviews its size`() {
        stage.window.resize(to: CellSize(columns: 3, rows: 2))
        #expect(stage.window.needsFrame)
        let frame = stage.frame()
        #expect(frame.size == CellSize(columns: 3, rows: 2))
        #expect(stage.host.frame == CellRect(CellSize(columns: 3, rows: 2)))
    }

    // MARK: - Tree and clipping

    @Test func `a view draws inside of its frame only`() {
        probe.fill = CellStyle(background: CellColor(hex: 0xFF0000))
        #expect(stage.frame().fills(probe.frame))
    }

    @Test func `a subview is clipped by all its superviews`() {
        let inner = Probe(frame: CellRect(column: -1, row: 2, columns: 100, rows: 100))
        inner.fill = CellStyle(background: CellColor(hex: 0x00FF00))
        probe.addSubview(inner)
        #expect(stage.frame().fills(CellRect(column: 2, row: 3, columns: 5, rows: 1)))
        inner.frame.origin.row = 3
        let draws = inner.draws
        #expect(stage.frame().colors() == [nil])
        #expect(inner.draws == draws)
    }

    @Test func `the last subview added is on top`() {
        let other = Probe(frame: probe.frame)
        probe.fill = CellStyle(background: CellColor(hex: 0x0000FF))
        other.fill = CellStyle(background: CellColor(hex: 0xFF0000))
        stage.host.addSubview(other)
        #expect(stage.frame()[2, 1].background == CellColor(hex: 0xFF0000))
        stage.host.addSubview(probe)
        #expect(stage.frame()[2, 1].background == CellColor(hex: 0x0000FF))
        #expect(stage.host.subviews.count == 2)
    }

    @Test func `a view is in one superview`() {
        let other = View()
        stage.host.addSubview(other)
        other.addSubview(probe)
        #expect(probe.superview === other && stage.host.subviews.count == 1)
        #expect(probe.window === stage.window && probe.isInVisibleTree)
        other.removeFromSuperview()
        #expect(probe.window == nil && !probe.isInVisibleTree)
        #expect(stage.window.needsFrame)
    }
}
