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
    }

    private static let frameInterval = Duration.milliseconds(16)

    // MARK: - Changing what is shown

    /// Shows an image, in place of whatever was shown.
    func show(_ image: Image, of url: URL?, animated: Bool) {
        let old = animated ? snapshot() : nil
        show(.image(image, url: url))
        hasPainted = false
        environment.manager.trace.record(TraceEvent(.set, view: id, row: row, url: url?.absoluteString))
        guard let old, let window, case .fade(let duration) = transition, duration > .zero, let new = snapshot() else {
            return
        }
        running = RunningTransition(from: old, to: new, start: window.now, duration: duration)
        environment.manager.trace.record(TraceEvent(.transition, view: id, row: row, url: url?.absoluteString))
    }

    /// Shows a placeholder in place of whatever was shown. A load that is under way goes on.
    public func showPlaceholder(_ placeholder: Placeholder) {
        environment.manager.trace.record(
            TraceEvent(.placeholder, view: id, row: row, url: imageURL?.absoluteString))
        show(.placeholder(placeholder))
    }

    /// Every change of content drops the transition that was under way.
    func show(_ content: Content) {
        self.content = content
        rendered = nil
        running = nil
        setNeedsDisplay()
    }

    // MARK: - Time

    func advanceTransition(to now: Duration) -> Duration? {
        guard let running else { return nil }
        setNeedsDisplay()
        if now - running.start >= running.duration {
            self.running = nil
            return nil
        }
        return now + Self.frameInterval
    }

    // MARK: - Drawing

    /// The middle of a transition; `nil` when none is running, or when the view changed its size under it.
    func transitionPixels(at now: Duration) -> Bitmap? {
        guard let running, running.to.size == pixelBox else { return nil }
        let fraction = min(1, max(0, (now - running.start) / running.duration))
        return running.from.mixed(with: running.to, fraction: fraction)
    }

    func drawContent(in context: inout DrawingContext) {
        switch content {
        case .placeholder(.none): break
        case .placeholder(.plain(let color)):
            context.fill(bounds, style: CellStyle(background: CellColor(color)))
        case .placeholder(.checkerboard):
            let clear = Bitmap(size: pixelBox, filledWith: RGBA(0, 0, 0, 0))
            context.draw(environment.renderer.cells(for: clear, background: .checkerboard), column: 0, row: 0)
        case .placeholder(.image(let image)), .image(let image, _):
            let cells = cells(for: image)
            context.draw(
                cells, column: (bounds.size.columns - cells.size.columns) / 2,
                row: (bounds.size.rows - cells.size.rows) / 2)
        }
    }

    private func cells(for image: Image) -> PictureCells {
        let key = RenderKey(image: ObjectIdentifier(image), box: pixelBox, background: background)
        if let rendered, rendered.key == key { return rendered.cells }
        let size = Fit.contain.size(of: image.sourceSize, in: pixelBox, pixelAspect: environment.pixelAspect)
        let bitmap = size == image.size ? image.bitmap : image.bitmap.resized(to: size)
        let cells = environment.renderer.cells(for: bitmap, background: background)
        rendered = (key, cells)
        return cells
    }

    /// What the view shows right now as pixels, the middle of a transition included; `nil` where it has no room.
    private func snapshot() -> Bitmap? {
        guard !bounds.isEmpty, let window else { return nil }
        if let mixed = transitionPixels(at: window.now) { return mixed }
        var context = DrawingContext(canvas: Canvas(size: bounds.size), now: window.now)
        drawContent(in: &context)
        return Bitmap(showing: context.canvas)
    }

    /// The first time that an image is on the screen is news: above all if it is not the one the view is bound to.
    func recordPaint() {
        guard !hasPainted, case .image(_, let url?) = content else { return }
        hasPainted = true
        environment.manager.trace.record(
            TraceEvent(.paint, view: id, row: row, url: url.absoluteString, bound: imageURL?.absoluteString))
    }
}
