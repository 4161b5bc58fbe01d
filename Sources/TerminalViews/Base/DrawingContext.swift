import TerminalScreen

/// The target of ``View/draw(in:)``: the canvas in the view's own coordinates, clipped to the part to redraw.
public struct DrawingContext {
    /// The canvas that the view tree is drawn on, in the coordinates of its root.
    private(set) var canvas: Canvas
    private var origin = CellPoint.zero
    /// The part of the canvas to redraw. Drawing outside of it has no effect.
    private(set) var clip: CellRect

    /// Creates a context whose drawing is clipped to `clip`; `nil` means the whole canvas.
    init(canvas: Canvas, clip: CellRect? = nil) {
        self.canvas = canvas
        self.clip = clip ?? canvas.bounds
    }

    /// Fills a rectangle of the view with spaces of one style.
    public mutating func fill(_ rect: CellRect, style: CellStyle) { fill(rect, with: Cell(" ", style: style)) }

    /// Fills a rectangle of the view with one cell.
    public mutating func fill(_ rect: CellRect, with cell: Cell) {
        canvas.fill(placed(rect), with: cell, clip: clip)
    }

    /// Draws one line of text, truncated to `columns` with an ellipsis, and returns the number of columns drawn.
    @discardableResult
    public mutating func draw(_ text: String, column: Int, row: Int, columns: Int, style: CellStyle) -> Int {
        guard columns > 0 else { return 0 }
        let point = CellPoint(column: origin.column + column, row: origin.row + row)
        let text = Canvas.truncated(text, columns: columns)
        canvas.draw(text, at: point, style: style, clip: clip)
        return Canvas.columns(of: text)
    }

    /// Draws one line of text in the styles of its runs, without truncation, and returns the number of columns drawn.
    @discardableResult
    public mutating func draw(_ text: AttributedText, column: Int, row: Int) -> Int {
        let start = CellPoint(column: origin.column + column, row: origin.row + row)
        var point = start
        for run in text.runs {
            canvas.draw(run.text, at: point, style: run.style, clip: clip)
            point.column += Canvas.columns(of: run.text)
        }
        return point.column - start.column
    }

    /// Draws one line of text in the styles of its runs, truncated to `columns` with an ellipsis, and returns the number
    /// of columns drawn.
    @discardableResult
    public mutating func draw(_ text: AttributedText, column: Int, row: Int, columns: Int) -> Int {
        let line = TextLayout(columns: columns, maximumLines: 1).lines(of: text).first
        return line.map { draw($0, column: column, row: row) } ?? 0
    }

    /// Makes the cells in a rectangle of the view a hyperlink to `target`. Cells drawn afterwards are no hyperlinks.
    public mutating func link(_ rect: CellRect, to target: Hyperlink) {
        canvas.link(placed(rect), to: target, clip: clip)
    }

    /// Draws a border along the edges of a rectangle of the view, which needs at least two columns and two rows.
    public mutating func drawBox(_ rect: CellRect, style: CellStyle) {
        canvas.drawBox(placed(rect), style: style, clip: clip)
    }

    /// Draws a picture with its top left corner at a cell of the view.
    public mutating func draw(_ picture: PictureCells, column: Int, row: Int) {
        canvas.draw(
            picture, at: CellPoint(column: origin.column + column, row: origin.row + row), clip: clip)
    }

    /// Returns the color behind a cell of the view, as far as it has been drawn: see `Canvas.ground(column:row:)`.
    package func ground(column: Int, row: Int) -> CellColor {
        canvas.ground(column: origin.column + column, row: origin.row + row)
    }

    /// The color behind the first cell to redraw, as far as it has been drawn.
    var ground: CellColor { canvas.ground(column: clip.minColumn, row: clip.minRow) }

    /// Calls `body` with the origin and the clip moved to a subview's frame. Does nothing if no cell of the frame is
    /// visible.
    mutating func inside(_ frame: CellRect, _ body: (inout DrawingContext) -> Void) {
        let (outerOrigin, outerClip) = (origin, clip)
        let rect = placed(frame)
        clip = clip.intersection(rect)
        origin = rect.origin
        if !clip.isEmpty { body(&self) }
        (origin, clip) = (outerOrigin, outerClip)
    }

    private func placed(_ rect: CellRect) -> CellRect { rect.offset(columns: origin.column, rows: origin.row) }
}
