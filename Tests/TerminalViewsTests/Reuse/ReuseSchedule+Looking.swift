import EngineTestSupport
import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport

@testable import TerminalViews

extension ReuseSchedule {
    // MARK: - Checking the screen

    func draw() {
        note("draw")
        window.turn(at: engine.time.now)
        let canvas = window.drawFrame()
        problem = problem ?? fault(in: canvas)
    }

    /// Checks every cell of the screen.
    private func fault(in canvas: Canvas) -> String? {
        let summary = engine.trace.summary
        if summary.stalePaints > 0 { return "\(summary.stalePaints) stale paints" }
        for line in 0..<canvas.size.rows {
            let position = table.contentOffset + line
            let row = position / table.rowHeight
            let isImage = position % table.rowHeight == 0 && row < gallery.pictureOfRow.count
            for column in 0..<canvas.size.columns {
                let cell = canvas[column, line]
                if isImage, column < ScheduleGallery.imageSize.columns {
                    if let wrong = fault(in: cell, row) {
                        return "row \(row), line \(line), column \(column): \(wrong)"
                    }
                } else if cell != .blank {
                    return "line \(line), column \(column): something is drawn outside of the images"
                }
            }
        }
        return nil
    }

    private func fault(in cell: Cell, _ row: Int) -> String? {
        let isText = cell.glyph != 0x20 && cell.glyph != 0x2580 && cell.glyph != 0x2584
        if isText { return nil }  // an indicator
        let picture = ScheduleGallery.pictures[gallery.pictureOfRow[row]]
        let colors = cell.glyph == 0x20 ? [cell.background.rgb] : [cell.background.rgb, cell.foreground.rgb]
        for case let color? in colors where color != picture.color && color != ScheduleGallery.placeholder {
            guard picture.allowed.contains(where: { $0.contains(color) }) else {
                let owner = ScheduleGallery.pictures.first { $0.color == color }?.url.absoluteString
                return "shows \(color), \(owner ?? "a mixture"), and not \(picture.color), \(picture.url)"
            }
        }
        return nil
    }

    // MARK: - The end

    /// Ends all loads and transitions; then every visible row must show its own picture.
    func drain() -> String? {
        note("drain")
        heldTransfers = []
        finishAll()
        engine.manager.removeAllFailedURLs()
        for _ in 0..<2 {  // rows are laid out, and settle
            window.turn(at: engine.time.now)
            engine.time.advance(by: .seconds(1))
        }
        window.turn(at: engine.time.now)
        for row in table.visibleItems {
            guard let cell = table.cellForRow(at: IndexPath(row: row)) as? ScheduleGallery.RowCell else {
                return "row \(row) has no cell"
            }
            if cell.imageView.image == nil, cell.imageView.latestOperation == nil {
                cell.hasInsisted = true
                gallery.load(row, in: cell, options: .retryFailed)
            }
        }
        finishAll()
        if engine.manager.activeLoadCount > 0 { return "\(engine.manager.activeLoadCount) loads never ended" }
        for _ in 0..<2 {
            engine.time.advance(by: .seconds(1))
            window.turn(at: engine.time.now)
        }
        let canvas = window.drawFrame()
        return fault(in: canvas) ?? incompleteness(of: canvas)
    }

    private func finishAll() {
        engine.answerAll { FakePicture(number: Stage.number(of: $0), size: PixelSize(width: 2, height: 2)) }
    }

    private func incompleteness(of canvas: Canvas) -> String? {
        for row in table.visibleItems {
            let line = row * table.rowHeight - table.contentOffset
            guard line >= 0, line < canvas.size.rows, !canvas.size.isEmpty else { continue }
            let area = CellRect(column: 0, row: line, columns: ScheduleGallery.imageSize.columns, rows: 1)
            let wanted = ScheduleGallery.pictures[gallery.pictureOfRow[row]].color
            // In a window of one column a square picture has one of the two pixels.
            let shown = canvas.colors(in: area).subtracting(canvas.size.columns == 1 ? [nil] : [])
            if shown != [wanted] { return "row \(row) shows \(shown) in the end, not \(wanted)" }
        }
        return nil
    }
}
