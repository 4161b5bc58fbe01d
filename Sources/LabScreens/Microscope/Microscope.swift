import TerminalScreen
import TerminalViews

/// The picture of the selected cell, enlarged pixel by pixel as the terminal shows it, with its stage and its frame.
@MainActor
final class Microscope: View {
    private(set) var history = FrameHistory()

    /// The fewest columns in which a picture of a usual cell is enlarged.
    static let minColumns = 40

    init() {
        super.init()
        isUserInteractionEnabled = false
    }

    /// Adopts the last drawn frame of a cell's picture, as far as it is inside of the table; of two pictures, the
    /// second below the first. Without a cell there is nothing to show.
    func record(_ canvas: Canvas, _ cell: LabCell?, inside table: CellRect, at time: Duration) {
        guard let cell else { return forget() }
        let areas = cell.shownPictures.map {
            CellRect(canvas.size).intersection(table).intersection(cell.convert($0.imageView.frame, to: nil))
        }
        guard let columns = areas.first?.size.columns, areas.allSatisfy({ !$0.isEmpty }) else { return forget() }
        let canvas = canvas.inHalfBlocks()
        let pictures = areas.map { area in
            (area.minRow..<area.maxRow).flatMap { row in
                (area.minColumn..<area.maxColumn).map { canvas[$0, row] }
            }
        }
        let cells = Array(pictures.joined(separator: Array(repeating: Cell.blank, count: columns)))
        let stages = cell.shownPictures.map(\.stage)
        let settings = cell.shownPictures.compactMap(\.shownSettings)
        if history.add(cells, columns: columns, stages, of: settings, cell.facts, at: time) { setNeedsDisplay() }
    }

    private func forget() {
        guard history.shown != nil else { return }
        history = FrameHistory()
        setNeedsDisplay()
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
        context.drawTitle(title, columns: columns, isFocused: false, theme: theme)
        guard let frame = history.shown else { return }
        let height = frame.cells.count / frame.columns
        let scale = min((columns - 2) / frame.columns, (rows - 4 - frame.stages.count) / max(1, height))
        guard scale > 0 else { return }
        draw(frame, scale: scale, in: &context)
        var row = 2 + height * scale
        for (stage, settings) in zip(frame.stages, frame.settings) {
            draw(stage, settings, row: row, in: &context)
            row += 1
        }
        var position =
            "frame \(history.index + 1) of \(history.frames.count)  +\(Int(frame.time / .milliseconds(1))) ms"
        for case .transition(let percent) in frame.stages { position += "  \(percent) %" }
        let keys = "\(keyName(LabAction.frame)) next frame  \(keyName(LabAction.frameBack)) back"
        context.draw(position, column: 1, row: row, columns: columns - 2, style: theme.text)
        context.draw(keys, column: 1, row: row + 1, columns: columns - 2, style: theme.detail)
    }

    /// Draws each half of a cell as `scale` columns and half as many rows.
    private func draw(_ frame: FrameHistory.Frame, scale: Int, in context: inout DrawingContext) {
        for (index, cell) in frame.cells.enumerated() {
            let left = 1 + index % frame.columns * scale
            let top = 1 + index / frame.columns * scale
            let colors = cell.halves ?? (cell.background, cell.background)
            for row in 0..<scale {
                let halves = Self.halfBlock(
                    2 * row < scale ? colors.upper : colors.lower,
                    2 * row + 1 < scale ? colors.upper : colors.lower)
                context.fill(CellRect(column: left, row: top + row, columns: scale, rows: 1), with: halves)
            }
            guard cell.halves == nil, cell.glyph > 0x20, let glyph = Unicode.Scalar(cell.glyph) else { continue }
            let style = CellStyle(
                foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
            context.draw(
                String(glyph), column: left + (scale - 1) / 2, row: top + (scale - 1) / 2, columns: 2, style: style)
        }
    }

    /// Returns a cell of two colors. The terminal's own color is that of its background, so it cannot be a glyph's.
    private static func halfBlock(_ upper: CellColor, _ lower: CellColor) -> Cell {
        if upper == lower { return Cell(" ", style: CellStyle(background: lower)) }
        return upper == .terminal
            ? Cell("▄", style: CellStyle(foreground: lower, background: upper))
            : Cell("▀", style: CellStyle(foreground: upper, background: lower))
    }

    /// Draws the stages of a picture, with the present one emphasized: `placeholder ─ spinner ─ fade ▮▮▮▯▯▯ ─ shown`.
    private func draw(
        _ stage: FrameHistory.Stage, _ settings: PictureSettings, row: Int, in context: inout DrawingContext
    ) {
        var progress = ""
        if case .transition(let percent) = stage {
            let full = percent * 6 / 100
            progress =
                " " + String(repeating: "▮", count: full) + String(repeating: "▯", count: 6 - full)
        }
        let placeholder = if case .none = settings.placeholder.placeholder { "none" } else { "placeholder" }
        let stages: [(name: String, isPresent: Bool)] = [
            (stage == .preview ? "preview" : placeholder, stage == .placeholder || stage == .preview),
            (settings.indicator.name, stage == .indicator),
            (settings.transition.name + progress, !progress.isEmpty),
            (stage == .failed ? "failed" : "shown", stage == .shown || stage == .failed),
        ]
        var line = AttributedText()
        for each in stages {
            if !line.isEmpty { line.append(" ─ ", style: theme.line) }
            line.append(each.name, style: each.isPresent ? theme.changed : theme.detail)
        }
        context.draw(line, column: 1, row: row, columns: bounds.size.columns - 2)
    }
}
