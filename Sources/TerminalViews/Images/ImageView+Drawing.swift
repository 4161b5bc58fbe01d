import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

extension ImageView {
    /// The parameters that rendered cells depend on.
    struct RenderKey: Equatable {
        let image: ObjectIdentifier
        let box: PixelSize
        let background: PictureBackground
        let pixelAspect: Double
        let renderer: PictureRenderer
        let animation: ScaledPicture.Animation?
    }

    // MARK: - Content

    /// Displays an image immediately, replacing any content.
    func show(_ image: Image, of url: URL?) {
        show(.image(image, url: url))
        environment.manager.trace.record(TraceEvent(.set, view: id, row: row, url: url?.absoluteString))
    }

    /// Replaces the placeholder if one is displayed; an image or preview stays.
    public func changePlaceholder(to placeholder: Placeholder) {
        if case .placeholder = content { show(.placeholder(placeholder)) }
    }

    func show(_ content: Content) {
        self.content = content
        rendered = nil
        hasPainted = false
        setNeedsDisplay()
        didChangeContent()
    }

    // MARK: - Drawing

    func drawContent(in context: inout DrawingContext, with renderer: PictureRenderer) {
        if isHighlighted, let highlightedImage { return draw(highlightedImage, in: &context, with: renderer) }
        switch content {
        case .placeholder(let placeholder): draw(placeholder, in: &context, with: renderer)
        case .preview(let image), .image(let image, _): draw(image, in: &context, with: renderer)
        }
    }

    private func draw(_ placeholder: Placeholder, in context: inout DrawingContext, with renderer: PictureRenderer) {
        switch placeholder {
        case .none: break
        case .plain(let color): context.fill(bounds, style: CellStyle(background: CellColor(color)))
        case .checkerboard: context.draw(.checkerboard(of: bounds.size, by: renderer), column: 0, row: 0)
        case .image(let image): draw(image, in: &context, with: renderer)
        case .text(let text): Self.draw(text, in: bounds.size, isBelowSign: indicatorView != nil, &context)
        }
    }

    func cells(for image: Image, with renderer: PictureRenderer) -> PictureCells {
        let key = RenderKey(
            image: ObjectIdentifier(image), box: pixelBox, background: background,
            pixelAspect: environment.pixelAspect, renderer: renderer, animation: animation(of: image))
        if let rendered, rendered.key == key { return rendered.cells }
        let cells = makeCells(for: image, with: renderer)
        // cells that a transition renders in other colors are not requested again
        if renderer == environment.renderer { rendered = (key, cells) }
        return cells
    }

    /// Returns the cells of an image as it is displayed now. `previous` is the frame before it, of an animation.
    func makeCells(
        for image: Image, with renderer: PictureRenderer, after previous: PictureCells? = nil
    ) -> PictureCells {
        let size = renderer.sampling.size(
            of: image.sourceSize, in: bounds.size, halfCellAspect: environment.pixelAspect)
        let source = ScaledPicture(image.bitmap, scaledTo: size, animation: animation(of: image))
        return renderer.cells(of: source, background: background, after: previous)
    }

    /// Draws text in the middle, or below the activity indicator; truncated if it does not fit.
    private static func draw(
        _ text: String, in size: CellSize, isBelowSign: Bool, _ context: inout DrawingContext
    ) {
        let style = CellStyle(foreground: CellColor(hex: 0x9AA0AC), background: CellColor(hex: 0x26282D))
        context.fill(CellRect(size), style: style)
        let room = max(0, size.columns - 2)
        let columns = min(room, Canvas.columns(of: text))
        let middle = max(0, (size.rows - 1) / 2)
        let row = isBelowSign ? min(max(0, size.rows - 1), middle + 3) : middle  // a ring is five rows high
        context.draw(text, column: (size.columns - columns) / 2, row: row, columns: room, style: style)
    }

    /// Records the first time that an image is on screen in the trace, which detects an image that is not the bound
    /// one.
    func recordPaint() {
        guard !hasPainted, case .image(_, let url?) = content, !isHighlighted || highlightedImage == nil else { return }
        hasPainted = true
        environment.manager.trace.record(
            TraceEvent(.paint, view: id, row: row, url: url.absoluteString, bound: imageURL?.absoluteString))
    }
}

extension DrawingContext {
    /// Draws a picture in the middle of a view.
    mutating func draw(_ picture: PictureCells, centeredIn size: CellSize) {
        draw(picture, column: (size.columns - picture.size.columns) / 2, row: (size.rows - picture.size.rows) / 2)
    }
}
