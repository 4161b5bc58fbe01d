import ImageCoding
import Pixels
import TerminalScreen
import TerminalViews

/// The part of a picture that a ``PictureZoom`` shows, in the best decoded resolution.
@MainActor
final class ZoomView: View {
    private let environment: ScreenEnvironment
    /// The view whose picture is enlarged.
    private let imageView: AnimatedImageView
    private var rendered: (key: RenderKey, cells: PictureCells)?

    /// The inputs of rendered cells.
    private struct RenderKey: Equatable {
        let placement: PictureZoom.Placement
        let image: ObjectIdentifier
        let renderer: PictureRenderer
        let isPlaying: Bool
    }

    var placement: PictureZoom.Placement? {
        didSet { if placement != oldValue { setNeedsDisplay() } }
    }
    var image: Image? {
        didSet { if image !== oldValue { setNeedsDisplay() } }
    }

    init(of imageView: AnimatedImageView) {
        (self.imageView, environment) = (imageView, imageView.environment)
        super.init()
        isHidden = true
        isUserInteractionEnabled = false
    }

    override func draw(in context: inout DrawingContext) {
        context.fill(bounds, style: .plain)
        guard let placement, let image else { return }
        context.draw(cells(of: image, placement), column: placement.origin.column, row: placement.origin.row)
    }

    private func cells(of image: Image, _ placement: PictureZoom.Placement) -> PictureCells {
        let key = RenderKey(
            placement: placement, image: ObjectIdentifier(image), renderer: environment.renderer,
            isPlaying: imageView.isAnimating)
        if let rendered, rendered.key == key { return rendered.cells }
        let source = ScaledPicture(
            image.bitmap, scaledTo: placement.size, visible: placement.visible, isPlaying: key.isPlaying)
        let cells = environment.renderer.cells(of: source, background: .checkerboard)
        rendered = (key, cells)
        return cells
    }
}
