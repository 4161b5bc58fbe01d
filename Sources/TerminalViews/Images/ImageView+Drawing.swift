import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

extension ImageView {
    /// What rendered cells depend on.
    struct RenderKey: Equatable {
        let image: ObjectIdentifier
        let box: PixelSize
        let background: PictureBackground
        let colors: ColorDepth
    }

    // MARK: - Changing what is shown

    /// Shows an image, in place of whatever was shown.
    func show(_ image: Image, of url: URL?, animated: Bool) {
        let old = animated ? snapshotForTransition() : nil
        show(.image(image, url: url))
        hasPainted = false
        environment.manager.trace.record(TraceEvent(.set, view: id, row: row, url: url?.absoluteString))
        if let old { startTransition(from: old) }
    }

    /// Shows a placeholder in place of whatever was shown. A load that is under way goes on.
    public func showPlaceholder(_ placeholder: Placeholder) {
        environment.manager.trace.record(
            TraceEvent(.placeholder, view: id, row: row, url: imageURL?.absoluteString))
        show(.placeholder(placeholder))
    }

    /// Shows another placeholder if one is shown now. Neither an image nor the preview of one gives way to it.
    public func changePlaceholder(to placeholder: Placeholder) {
        guard case .placeholder(let shown) = content else { return }
        if case .image = shown { return }
        show(.placeholder(placeholder))
    }

    /// Every change of content drops the transition that was under way.
    func show(_ content: Content) {
        self.content = content
        rendered = nil
        running = nil
        setNeedsDisplay()
    }

    // MARK: - Drawing

    func drawContent(in context: inout DrawingContext, with renderer: PictureRenderer) {
        switch content {
        case .placeholder(.none): break
        case .placeholder(.plain(let color)):
            context.fill(bounds, style: CellStyle(background: CellColor(color)))
        case .placeholder(.checkerboard):
            let board = Bitmap(checkerboardOf: pixelBox)
            context.draw(renderer.cells(for: board, background: .terminal), column: 0, row: 0)
        case .placeholder(.image(let image)), .image(let image, _):
            let cells = cells(for: image, with: renderer)
            context.draw(
                cells, column: (bounds.size.columns - cells.size.columns) / 2,
                row: (bounds.size.rows - cells.size.rows) / 2)
        }
    }

    private func cells(for image: Image, with renderer: PictureRenderer) -> PictureCells {
        let key = RenderKey(
            image: ObjectIdentifier(image), box: pixelBox, background: background, colors: renderer.colors)
        if let rendered, rendered.key == key { return rendered.cells }
        let size = Fit.contain.size(of: image.sourceSize, in: pixelBox, pixelAspect: environment.pixelAspect)
        let bitmap = size == image.size ? image.bitmap : image.bitmap.resized(to: size)
        let cells = renderer.cells(for: bitmap, background: background)
        rendered = (key, cells)
        return cells
    }

    /// The first time that an image is on the screen is news: above all if it is not the one the view is bound to.
    func recordPaint() {
        guard !hasPainted, case .image(_, let url?) = content else { return }
        hasPainted = true
        environment.manager.trace.record(
            TraceEvent(.paint, view: id, row: row, url: url.absoluteString, bound: imageURL?.absoluteString))
    }
}
