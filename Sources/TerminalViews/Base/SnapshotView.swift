import TerminalScreen

/// A static copy of another view's appearance at the time of creation.
@MainActor
final class SnapshotView: View {
    private let canvas: Canvas

    init(of view: View) {
        var context = DrawingContext(canvas: Canvas(size: view.bounds.size), now: view.window?.now ?? .zero)
        view.drawTree(in: &context)
        canvas = context.canvas.inHalfBlocks()
        super.init(frame: view.frame)
        isUserInteractionEnabled = false
    }

    override func draw(in context: inout DrawingContext) { context.draw(canvas, column: 0, row: 0) }
}
