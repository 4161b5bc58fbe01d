import TerminalScreen
import TerminalViews

/// The picture of the selected cell, enlarged pixel by pixel as the terminal shows it, with its stage and its frame.
@MainActor
final class Microscope: View {
    private let lab: LabEnvironment
    private(set) var history = FrameHistory()

    /// The fewest columns in which a picture of a usual cell is enlarged.
    static let minColumns = 40

    init(lab: LabEnvironment) {
        self.lab = lab
        super.init()
        isUserInteractionEnabled = false
    }

    /// Adopts the last drawn frame of a cell's picture.
    func look(at canvas: Canvas, _ cell: LabCell, at time: Duration) {
        let area = CellRect(canvas.size).intersection(cell.convert(cell.pictureFrame, to: nil))
        guard !area.isEmpty else { return }
        let canvas = canvas.inHalfBlocks()
        let cells = (area.minRow..<area.maxRow).flatMap { row in
            (area.minColumn..<area.maxColumn).map { canvas[$0, row] }
        }
        if history.add(cells, columns: area.size.columns, cell.stage, cell.facts, at: time) { setNeedsDisplay() }
    }

    /// Shows an earlier or a later recorded frame. Returns `false` if there is none.
    func move(forward: Bool) -> Bool {
        defer { setNeedsDisplay() }
        return forward ? history.forward() : history.back()
    }

    // MARK: - View

    override func draw(in context: inout DrawingContext) {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        let facts = history.facts
        let title = facts.map { "microscope: cell \($0.cell), row \($0.row)" } ?? "microscope"
        context.drawTitle(title, columns: columns, isFocused: false, theme: theme.lab)
        guard let frame = history.shown else { return }
        let height = frame.cells.count / frame.columns
        let scale = min((columns - 2) / frame.columns, (rows - 5) / max(1, height))
        guard scale > 0 else { return }
        draw(frame, scale: scale, in: &context)
        let row = 2 + height * scale
        drawStages(frame.stage, row: row, in: &context)
        let position =
            "frame \(history.index + 1) of \(history.frames.count)  +\(Int(frame.time / .milliseconds(1))) ms"
        let keys = "\(keyName(LabAction.frame)) next frame  \(keyName(LabAction.frameBack)) back"
        context.draw(position, column: 1, row: row + 1, columns: columns - 2, style: theme.lab.text)
        context.draw(keys, column: 1, row: row + 2, columns: columns - 2, style: theme.lab.dim)
    }

    /// Draws each half of a cell as `scale` columns and half as many rows.
    private func draw(_ frame: FrameHistory.Frame, scale: Int, in context: inout DrawingContext) {
        for (index, cell) in frame.cells.enumerated() {
            let left = 1 + index % frame.columns * scale
            let top = 1 + index / frame.columns * scale
            let colors = cell.halves ?? (cell.background, cell.background)
            for row in 0..<scale {
                let style = CellStyle(
                    foreground: 2 * row < scale ? colors.upper : colors.lower,
                    background: 2 * row + 1 < scale ? colors.upper : colors.lower)
                let rect = CellRect(column: left, row: top + row, columns: scale, rows: 1)
                context.fill(rect, with: Cell("▀", style: style))
            }
            guard cell.halves == nil, cell.glyph > 0x20, let glyph = Unicode.Scalar(cell.glyph) else { continue }
            let style = CellStyle(
                foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
            context.draw(
                String(glyph), column: left + (scale - 1) / 2, row: top + (scale - 1) / 2, columns: 2, style: style)
        }
    }

    /// Draws the way of a picture, with the present stage emphasized: `placeholder ─ spinner ─ fade ▮▮▮▯▯▯ ─ shown`.
    private func drawStages(_ stage: FrameHistory.Stage, row: Int, in context: inout DrawingContext) {
        let settings = lab.settings
        var progress = ""
        if case .transition(let percent) = stage {
            let full = percent * 6 / 100
            progress =
                " " + String(repeating: "▮", count: full) + String(repeating: "▯", count: 6 - full)
                + " \(percent) %"
        }
        let stages: [(name: String, isPresent: Bool)] = [
            (stage == .preview ? "preview" : "placeholder", stage == .placeholder || stage == .preview),
            (settings.look.indicator.name, stage == .indicator),
            (settings.look.transition.name + progress, !progress.isEmpty),
            (stage == .failed ? "failed" : "shown", stage == .shown || stage == .failed),
        ]
        var column = 1
        for (index, each) in stages.enumerated() {
            if index > 0 {
                column += context.draw(" ─ ", column: column, row: row, columns: 3, style: theme.lab.line)
            }
            let style = each.isPresent ? theme.lab.changed : theme.lab.dim
            column += context.draw(
                each.name, column: column, row: row, columns: max(0, bounds.size.columns - column - 1), style: style)
        }
    }
}

extension LabCell {
    /// What the cell's picture is doing.
    var stage: FrameHistory.Stage {
        if let progress = imageView.transitionProgress { return .transition(percent: Int(progress * 100)) }
        return switch facts.state {
        case .waiting, .cancelled: .placeholder
        case .loading: imageView.showsIndicator ? .indicator : .placeholder
        case .preview: .preview
        case .shown: .shown
        case .failed: .failed
        }
    }
}
