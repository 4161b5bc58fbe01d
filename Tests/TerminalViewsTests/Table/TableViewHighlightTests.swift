import FoundationEssentials
import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The states of a row between the press and the release of a mouse button.
@Suite(.endsInTime) @MainActor struct TableViewHighlightTests {
    private let test = ListStage([Array(0..<20)], lines: 5)

    init() { _ = test.takeLog() }

    private func path(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }
    private var selected: [Int] { test.table.indexPathsForSelectedRows.map(\.row) }
    private var highlighted: [Int] {
        test.table.visibleCells.filter(\.isHighlighted).compactMap { ($0 as? ListStage.RowCell)?.id }
    }

    @Test func `a press highlights a row and its release selects it`() {
        test.mouse(.press, 2)
        #expect(test.takeLog() == ["highlight 0.2"] && highlighted == [2] && selected == [0])
        test.mouse(.drag, 2, column: 9)
        #expect(highlighted == [2], "it is still on the row")
        test.mouse(.release, 2, column: 9)
        #expect(highlighted.isEmpty && selected == [2])
        #expect(
            test.takeLog()
                == ["unhighlight 0.2", "willselect 0.2", "willdeselect 0.0", "deselect 0.0", "select 0.2"])
        test.mouse(.release, 2)
        #expect(test.takeLog().isEmpty, "no button is pressed any more")
    }

    @Test func `a press that is released elsewhere selects nothing`() {
        test.mouse(.press, 2)
        test.mouse(.release, 3)
        #expect(test.takeLog() == ["highlight 0.2", "unhighlight 0.2"] && selected == [0] && highlighted.isEmpty)
        // nor does a press whose pointer left and came back
        test.mouse(.press, 2)
        test.mouse(.drag, 3)
        #expect(highlighted.isEmpty)
        test.mouse(.drag, 2)
        test.mouse(.release, 2)
        #expect(test.takeLog() == ["highlight 0.2", "unhighlight 0.2"] && selected == [0])
    }

    @Test func `a row that may not be highlighted is not selected`() {
        test.shouldHighlight = { $0.row != 2 }
        for row in [2, 3] { for action in [MouseEvent.Action.press, .release] { test.mouse(action, row) } }
        #expect(test.takeLog("highlight", "select") == ["highlight 0.3", "select 0.3"])
        test.table.allowsSelection = false
        test.mouse(.press, 1)
        #expect(test.takeLog().isEmpty && highlighted.isEmpty)
    }

    @Test(arguments: ["scroll", "key", "reload", "reloadRow", "deletion", "width", "hidden", "removed"])
    func `whatever moves or changes the content ends the press`(_ what: String) throws {
        test.mouse(.press, 4)
        _ = test.takeLog()
        switch what {
        case "scroll": test.table.scroll(byLines: 1)
        case "key": test.table.moveSelection(.last)
        case "reload": test.table.reloadData()
        case "reloadRow": test.table.reloadRows(at: [path(4)])
        case "deletion":
            test.model.sections[0].remove(at: 4)
            try test.table.deleteRows(at: [path(4)])
        case "width": test.resize(columns: 30, lines: 5)
        case "hidden": test.table.isHidden = true
        default: test.table.removeFromSuperview()
        }
        test.stage.frame(after: .seconds(1))
        #expect(test.takeLog("unhighlight") == ["unhighlight 0.4"] && highlighted.isEmpty)
        let before = selected
        test.mouse(.release, 4)
        #expect(selected == before && test.takeLog("select", "unhighlight").isEmpty)
    }

    /// Regression: the next step of the scrolling cancelled the press, and the click was lost.
    @Test func `a press stops the scrolling, and its release selects the row`() {
        test.table.setContentOffset(10, animated: true)
        for _ in 0..<4 { test.stage.turn(after: .milliseconds(16)) }
        let offset = test.table.contentOffset
        #expect(0 < offset && offset < 10)
        test.mouse(.press, 1)
        for _ in 0..<40 { test.stage.turn(after: .milliseconds(16)) }
        #expect(test.table.contentOffset == offset && highlighted == [offset + 1])
        test.mouse(.release, 1)
        #expect(selected == [offset + 1])
    }

    @Test func `a highlighted row stays highlighted wherever it moves`() throws {
        test.mouse(.press, 2)
        // an insertion after it, as the next page of a feed
        test.model.sections[0].append(99)
        try test.table.insertRows(at: [path(20)])
        test.mouse(.release, 2)
        #expect(test.takeLog("un", "select") == ["unhighlight 0.2", "select 0.2"])
        // an insertion above it moves it away from the pointer
        test.mouse(.press, 2)
        test.model.sections[0].insert(98, at: 0)
        try test.table.insertRows(at: [path(0)])
        _ = test.lines(after: .seconds(1))
        #expect(highlighted == [2] && test.table.cellForRow(at: path(3))?.isHighlighted == true)
        test.mouse(.release, 2)
        #expect(test.takeLog("un", "select") == ["unhighlight 0.3"] && highlighted.isEmpty)
    }

    @Test func `a reconfigured row stays highlighted`() {
        test.mouse(.press, 2)
        test.table.reconfigureRows(at: [path(2)])
        #expect(highlighted == [2])
        test.mouse(.release, 2)
        #expect(selected == [2])
    }

    @Test func `a delegate may reload in a highlight callback`() {
        test.onHighlight = { [unowned test] in
            test.model.sections[0] = Array(0..<3)
            test.table.reloadData()
        }
        test.mouse(.press, 2)
        #expect(test.takeLog("highlight", "unhighlight") == ["highlight 0.2", "unhighlight 0.2"])
        test.mouse(.release, 2)
        test.stage.frame()
        #expect(highlighted.isEmpty && selected == [0] && test.fault() == nil)
        // when the button is released
        test.onHighlight = {}
        test.mouse(.press, 1)
        test.onHighlight = { [unowned test] in
            test.model.sections[0] = [7, 8, 9]
            test.table.reloadData()
        }
        test.mouse(.release, 1)
        test.stage.frame()
        #expect(selected == [0], "the row now under the pointer was not pressed")
        #expect(highlighted.isEmpty && test.fault() == nil)
    }

    @Test func `a delegate may reload when it decides on a highlight`() {
        test.shouldHighlight = { [unowned test] _ in
            test.model.sections[0] = Array(30..<40)
            test.table.reloadData()
            test.stage.frame()
            return true
        }
        test.mouse(.press, 2)
        #expect(highlighted.isEmpty && test.table.highlighted == nil && test.takeLog("highlight").isEmpty)
        test.mouse(.release, 2)
        #expect(selected == [0] && test.fault() == nil)
    }

    @Test func `pictures of a highlighted or selected cell show their highlighted images`() {
        let stage = Stage(columns: 4, rows: 2)
        func image(_ color: RGB) -> Image {
            Image(bitmap: Bitmap(size: PixelSize(width: 4, height: 4), filledWith: RGBA(color)))
        }
        let (day, night) = (RGB(250, 240, 10), RGB(10, 20, 90))
        let (cell, inside) = (TableViewCell(reuseIdentifier: "row"), View(frame: stage.window.bounds))
        let picture = ImageView(environment: stage.environment)
        picture.frame = stage.window.bounds
        (picture.image, picture.highlightedImage) = (image(day), image(night))
        cell.frame = stage.window.bounds
        stage.host.addSubview(cell)
        cell.addSubview(inside)
        inside.addSubview(picture)
        #expect(stage.frame().colors() == [day])
        cell.isHighlighted = true
        #expect(stage.frame().colors() == [night])
        cell.isSelected = true
        cell.isHighlighted = false
        #expect(stage.frame().colors() == [night], "as in UITableViewCell")
        cell.isHighlighted = true
        cell.prepareForReuse()
        #expect(stage.frame().colors() == [day] && !cell.isHighlighted)
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func `whatever happens, a press ends once`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let row = Int.random(in: 0..<5, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: test.mouse(.press, row)
            case 2: test.mouse(.drag, row)
            case 3, 4: test.mouse(.release, row)
            case 5: test.mouse(Bool.random(using: &random) ? .wheelUp : .wheelDown, row)
            case 6: try test.table.performBatchUpdates { $0 = test.model.change(using: &random) }
            default: test.stage.window.sendEvent(.key(Bool.random(using: &random) ? .up : .down))
            }
            let news = test.log.filter { $0.hasPrefix("highlight") || $0.hasPrefix("unhighlight") }
            for pair in stride(from: 0, to: news.count, by: 2) {
                #expect(news[pair].hasPrefix("highlight"), "seed \(seed)")
                guard pair + 1 < news.count else { continue }
                #expect(news[pair + 1].hasPrefix("un"), "seed \(seed)")  // under its path at that time
            }
            #expect(highlighted.count == news.count % 2, "seed \(seed)")
            #expect((test.table.highlighted != nil) == (news.count % 2 == 1), "seed \(seed)")
            _ = test.lines(after: .seconds(1))
            if let fault = test.fault() {
                Issue.record("seed \(seed): \(fault)")
                return
            }
        }
    }
}
