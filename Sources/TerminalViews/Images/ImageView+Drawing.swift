import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

extension ImageView {
    /// The parameters that the rendered cells of an image depend on, or those of the frames of an animation.
    struct RenderKey: Equatable {
        let image: ObjectIdentifier
        let box: PixelSize
        let mode: ContentMode
        let background: PictureBackground
        let pixelAspect: Double
        let renderer: PictureRenderer
        let isPlaying: Bool
    }

    // MARK: - Content

    /// Displays an image immediately, replacing any content.
    func show(_ image: Image, of url: URL?) {
        show(.image(image, url: url))
        environment.manager.trace.record(TraceEvent(.set, view: id, row: row, url: url?.absoluteString))
    }

    /// Replaces the placeholder if one is displayed; an image or preview stays, as does a placeholder that is an image.
    public func changePlaceholder(to placeholder: Placeholder) {
        switch content {
        case .placeholder(.image), .preview, .image: break
        case .placeholder: show(.placeholder(placeholder))
        }
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
        case .surface: context.fill(bounds, style: surfaceStyle)
        case .plain(let color): context.fill(bounds, style: CellStyle(background: CellColor(color)))
        case .image(let image): draw(image, in: &context, with: renderer)
        case .text(let text): draw(text, in: &context)
        }
    }

    func cells(for image: Image, with renderer: PictureRenderer) -> PictureCells {
        let key = RenderKey(
            image: ObjectIdentifier(image), box: pixelBox, mode: contentMode, background: background(of: image),
            pixelAspect: environment.pixelAspect, renderer: renderer, isPlaying: isPlaying(image))
        if let rendered, rendered.key == key { return rendered.cells }
        let cells = makeCells(for: image, with: renderer)
        // cells that a transition renders in other colors are not requested again
        if renderer == environment.renderer { rendered = (key, cells) }
        return cells
    }

    /// Returns the cells of an image as it is displayed now.
    func makeCells(for image: Image, with renderer: PictureRenderer) -> PictureCells {
        let fit: Fit = contentMode == .aspectFill ? .cover : .contain
        let size = renderer.sampling.size(
            of: image.visibleSize, in: bounds.size, halfCellAspect: environment.pixelAspect, fit: fit)
        let visible = PixelRect(centerOf: size, in: renderer.sampling.pixels(in: bounds.size))
        let source = ScaledPicture(image.bitmap, scaledTo: size, visible: visible, isPlaying: isPlaying(image))
        return renderer.cells(of: source, background: background(of: image))
    }

    /// Returns what is behind an image: the surface of placeholders where its pixels have not arrived.
    private func background(of image: Image) -> PictureBackground {
        image.isIncremental ? environment.surface.map { .color($0) } ?? .terminal : background
    }

    /// Draws text in the middle, or below the indicator; truncated if it does not fit.
    private func draw(_ text: String, in context: inout DrawingContext) {
        let size = bounds.size
        var style = surfaceStyle
        context.fill(bounds, style: style)
        style.attributes = .dim
        let room = max(0, size.columns - 2)
        let columns = min(room, Canvas.columns(of: text))
        let middle = max(0, (size.rows - 1) / 2)
        let isBelowSign = indicatorView?.isHidden == false
        let row = isBelowSign ? min(max(0, size.rows - 1), middle + 2) : middle  // a ring is three rows high
        context.draw(text, column: (size.columns - columns) / 2, row: row, columns: room, style: style)
    }

    private var surfaceStyle: CellStyle {
        CellStyle(background: environment.surface.map { CellColor($0) } ?? .terminal)
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
