import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

@Suite(.endsInTime) @MainActor struct WindowDamageTests {
    /// Records the areas of its draw calls, in the window's coordinates.
    final class Probe: View {
        var dirty: [CellRect] = []
        var text = ""
        override func draw(in context: inout DrawingContext) {
            dirty.append(context.clip)
            context.draw(AttributedText(text), column: 0, row: 0)
        }
    }

    let stage = Stage(columns: 40, rows: 12)
    let probe = Probe(frame: CellRect(column: 10, row: 4, columns: 12, rows: 4))

    init() {
        stage.window.didFindWrongDamage = { Issue.record("\($0)") }
        stage.host.addSubview(probe)
        stage.frame()
        probe.dirty = []
    }

    @Test func `a frame draws the marked area and three columns around it`() {
        let other = Probe(frame: CellRect(column: 0, row: 9, columns: 40, rows: 1))
        stage.host.addSubview(other)
        stage.frame()
        stage.window.didFindWrongDamage = nil
        (probe.dirty, other.dirty) = ([], [])
        probe.setNeedsDisplay(CellRect(column: 4, row: 1, columns: 2, rows: 1))
        stage.frame()
        #expect(probe.dirty == [CellRect(column: 11, row: 5, columns: 8, rows: 1)])
        #expect(other.dirty.isEmpty)
    }

    @Test func `a frame in which nothing changed draws nothing`() {
        stage.window.didFindWrongDamage = nil
        let before = stage.window.drawFrame()
        #expect(stage.window.drawFrame() == before && probe.dirty.isEmpty)
    }

    @Test func `a change out of view causes no frame`() {
        let inner = Probe(frame: CellRect(column: 20, row: 0, columns: 5, rows: 1))
        probe.addSubview(inner)
        #expect(stage.window.needsFrame)  // it has to be laid out
        stage.frame()
        inner.setNeedsDisplay()
        probe.setNeedsDisplay(CellRect(column: 0, row: 7, columns: 3, rows: 1))
        #expect(!stage.window.needsFrame)
    }

    @Test func `a view that changes without a request to draw is detected`() {
        var faults: [String] = []
        stage.window.didFindWrongDamage = { faults.append($0) }
        probe.text = "news"
        _ = stage.window.drawFrame()
        #expect(faults.count == 1 && faults.first?.hasPrefix("column 10, row 4 of 40x12 shows") == true)
    }

    @Test func `a wide character that was covered in part is whole again`() {
        probe.text = "日本"
        probe.setNeedsDisplay()
        let cover = Probe(frame: CellRect(column: 11, row: 4, columns: 2, rows: 1))
        cover.text = "写"
        stage.host.addSubview(cover)
        #expect(stage.frame().text(row: 4) == "           写")
        cover.removeFromSuperview()
        #expect(stage.frame().text(row: 4) == "          日本")
    }

    @Test func `the canvas that was handed out stays as it was`() {
        let before = stage.window.drawFrame()
        let copy = before
        probe.text = "x"
        probe.setNeedsDisplay()
        let after = stage.window.drawFrame()
        #expect(before == copy && after != before)
    }

    @Test(arguments: 1...150 as ClosedRange<UInt64>)
    func `drawing in parts equals drawing as a whole`(_ seed: UInt64) {
        let session = DamageSession(seed: seed)
        session.run(steps: 40)
        if let fault = session.fault {
            Issue.record("seed \(seed): \(fault)\n\(session.log.suffix(6).joined(separator: "\n"))")
        }
    }

    @Test(arguments: [(1, 1), (2, 1), (1, 9), (3, 3), (500, 200)])
    func `every size of window is drawn in parts`(_ columns: Int, _ rows: Int) {
        let session = DamageSession(seed: 7, size: CellSize(columns: columns, rows: rows))
        session.run(steps: columns > 100 ? 5 : 40)
        #expect(session.fault == nil)
    }
}
