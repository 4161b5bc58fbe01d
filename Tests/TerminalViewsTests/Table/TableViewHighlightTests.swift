import FoundationEssentials
import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import TerminalViews

/// The states of a row between the press and the release of a mouse button.
@Suite(.endsInTime) @MainActor struct TableViewHighlightTests {
    private let test = ListStage(Array(0..<20), lines: 5)

    init() { _ = test.takeLog() }

    private var selected: Int? { test.table.selectedItem }
    private var highlighted: [Int] {
        test.table.visibleCells.filter(\.isHighlighted).compactMap { ($0 as? ListStage.RowCell)?.id }
    }

    @Test func `a press highlights a row and its release selects it`() {
        test.mouse(.press, 2)
        #expect(highlighted == [2] && selected == 0)
        test.mouse(.drag, 2, column: 9)
        #expect(highlighted == [2], "it is still on the row")
        test.mouse(.release, 2, column: 9)
        #expect(highlighted.isEmpty && selected == 2 && test.takeLog() == ["select 2"])
        test.mouse(.release, 2)
        #expect(test.takeLog().isEmpty, "no button is pressed any more")
    }

    @Test func `a press that is released elsewhere selects nothing`() {
        test.mouse(.press, 2)
        test.mouse(.release, 3)
        #expect(test.takeLog().isEmpty && selected == 0 && highlighted.isEmpty)
        // nor does a press whose pointer left and came back
        test.mouse(.press, 2)
        test.mouse(.drag, 3)
        #expect(highlighted.isEmpty)
        test.mouse(.drag, 2)
        test.mouse(.release, 2)
        #expect(test.takeLog().isEmpty && selected == 0)
    }

    @Test(arguments: ["scroll", "key", "reload", "reloadRow", "deletion", "width", "hidden", "removed"])
    func `whatever moves or changes the content ends the press`(_ what: String) {
        test.mouse(.press, 4)
        switch what {
        case "scroll": test.table.scroll(byLines: 1)
        case "key": test.table.moveSelection(.last)
        case "reload": test.table.reloadData()
        case "reloadRow": test.table.reloadRows(at: [IndexPath(row: 4)])
        case "deletion":
            test.ids.remove(at: 4)
            test.table.deleteRows(at: [IndexPath(row: 4)])
        case "width": test.resize(columns: 30, lines: 5)
        case "hidden": test.table.isHidden = true
        default: test.table.removeFromSuperview()
        }
        test.stage.frame(after: .seconds(1))
        #expect(highlighted.isEmpty && test.table.highlighted == nil)
        let before = selected
        _ = test.takeLog()
        test.mouse(.release, 4)
        #expect(selected == before && test.takeLog("select").isEmpty)
    }

    @Test func `a highlighted row stays highlighted wherever it moves`() {
        test.mouse(.press, 2)
        // an insertion after it, as the next page of a feed
        test.change(to: test.ids + [99])
        test.mouse(.release, 2)
        #expect(test.takeLog("select") == ["select 2"])
        // an insertion above it, while another row keeps its line
        test.mouse(.press, 1)
        test.change(to: [98] + test.ids)
        #expect(highlighted == [1] && test.table.cellForRow(at: IndexPath(row: 2))?.isHighlighted == true)
        test.mouse(.release, 1)
        #expect(test.takeLog("select") == ["select 2"] && highlighted.isEmpty)
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
    func `whatever happens, at most one row is highlighted`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let row = Int.random(in: 0..<5, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: test.mouse(.press, row)
            case 2: test.mouse(.drag, row)
            case 3, 4: test.mouse(.release, row)
            case 5: test.mouse(Bool.random(using: &random) ? .wheelUp : .wheelDown, row)
            case 6: test.change(to: test.ids.changed(using: &random))
            default: test.stage.window.sendEvent(.key(Bool.random(using: &random) ? .up : .down))
            }
            #expect(highlighted.count == (test.table.highlighted == nil ? 0 : 1), "seed \(seed)")
            _ = test.lines()
            if let fault = test.fault() {
                Issue.record("seed \(seed): \(fault)")
                return
            }
        }
        #expect(test.log.contains { $0.hasPrefix("select") }, "seed \(seed)")
    }
}
