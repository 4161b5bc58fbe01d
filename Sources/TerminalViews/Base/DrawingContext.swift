import TerminalScreen

/// Where a view draws: the canvas, seen from the view's own corner and clipped to what is visible of it.
public struct DrawingContext {
    public private(set) var canvas: Canvas
    private var origin = CellPoint.zero
    private var clip: CellRect
    /// When the frame is drawn, on the window's clock.
    public let now: Duration

    init(canvas: Canvas, now: Duration) {
        self.canvas = canvas
        self.now = now
        clip = canvas.bounds
    }

    /// Fills a rectangle of the view with spaces of one style.
    public mutating func fill(_ rect: CellRect, style: CellStyle) {
        canvas.fill(placed(rect), with: Cell(" ", style: style), clip: clip)
    }

    /// Draws one line of text; what does not fit into `columns` is cut and marked with an ellipsis.
    @discardableResult
    public mutating func draw(_ text: String, column: Int, row: Int, columns: Int, style: CellStyle) -> Int {
        guard columns > 0 else { return 0 }
        let point = CellPoint(column: origin.column + column, row: origin.row + row)
        return canvas.draw(Canvas.truncated(text, columns: columns), at: point, style: style, clip: clip)
    }

    /// Draws a picture with its top left corner at a place of the view.
    /// Draws the outline of a rectangle of the view.
    public mutating func drawBox(_ rect: CellRect, style: CellStyle) {
        canvas.drawBox(placed(rect), style: style, clip: clip)
    }

    public mutating func draw(_ picture: PictureCells, column: Int, row: Int) {
        canvas.draw(
            picture, at: CellPoint(column: origin.column + column, row: origin.row + row), clip: clip)
    }

    /// Lets a subview draw inside its frame.
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
