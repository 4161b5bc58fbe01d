import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// A view that displays one image and loads it by URL. Main actor only.
///
/// A view is bound to the URL it was last given. Each load is a new generation; a result for an older generation is
/// dropped and counted, so a reused view never displays the image of its former row (see `ImageBinding`). Releasing a
/// view cancels its loads.
@MainActor
public class ImageView: View {
    /// Called on the main actor with the result of a load.
    public typealias Completion = @MainActor (Result<LoadedImage, ImageError>) -> Void

    /// The displayed content; see ``show(_:of:)`` for the way an image is set.
    enum Content {
        case placeholder(Placeholder)
        /// Another size of the loading image, or a partial image.
        case preview(Image)
        case image(Image, url: URL?)
    }

    /// The activity or progress indicator during a load. A change takes effect at once.
    public var indicator = ImageIndicator.activity {
        didSet { if indicator != oldValue { updateIndicator() } }
    }
    /// The transition from the displayed content to a new image. None by default.
    public var transition = ImageTransition.none
    /// The background behind the transparent parts of an image. A checkerboard by default.
    public var background = PictureBackground.checkerboard {
        didSet { if background != oldValue { setNeedsDisplay() } }
    }
    /// The image to display while ``isHighlighted`` is on; `nil`, the default, to keep the normal image.
    public var highlightedImage: Image? {
        didSet { if highlightedImage !== oldValue { setNeedsDisplay() } }
    }
    /// Whether the view displays ``highlightedImage``. Off by default.
    public var isHighlighted = false {
        didSet { if isHighlighted != oldValue, highlightedImage != nil { setNeedsDisplay() } }
    }
    /// The number of the view in the trace, unique in the process.
    public let id: Int

    /// The terminal and the image manager of the view.
    public let environment: ScreenEnvironment
    var content = Content.placeholder(.none)
    var rendered: (key: RenderKey, cells: PictureCells)?
    var running: RunningTransition?
    /// Whether the image has been on screen.
    var hasPainted = false
    var indication: Indication?
    var indicatorView: (any ImageIndicatorView)?
    /// The state of each slot; see ``ImageView/load(_:)``.
    var slots: [ImageSlot: Slot] = [:]
    var latestSlot = ImageSlot.image
    var row: Int?

    private static var lastID = 0

    /// Creates an empty view that loads with the environment's manager.
    public init(environment: ScreenEnvironment) {
        self.environment = environment
        Self.lastID += 1
        id = Self.lastID
        super.init()
    }

    /// The displayed image; `nil` while a placeholder or preview is displayed. Setting it drops a running transition
    /// and counts as the image of the bound URL; `nil` clears the view.
    public var image: Image? {
        get {
            if case .image(let image, _) = content { return image }
            return nil
        }
        set { setByHand(newValue) }
    }

    /// The URL that the view is bound to by its latest load; it remains when the load fails, and is `nil` after a
    /// reset.
    public var imageURL: URL? { slots[.image]?.binding.url }

    /// The URL of the displayed image or preview; `nil` if neither is displayed.
    public var shownURL: URL? {
        switch content {
        case .image(_, let url): url
        case .preview: imageURL
        case .placeholder: nil
        }
    }

    /// Whether a preview is displayed: another size of the image, or a partial image.
    public var showsPreview: Bool { if case .preview = content { true } else { false } }

    // MARK: - Loading

    /// Binds the view to a URL and loads its image: ``load(_:)`` with SDWebImage's parameters.
    ///
    /// An `ImageContext.operationKey` selects another slot.
    ///
    /// - Returns: the operation; `nil` if there is no URL.
    @discardableResult
    public func setImage(
        url: URL?, placeholder: Placeholder = .none, options: ImageOptions = [],
        context: ImageContext = ImageContext(), progress: ImageLoadOperation.Progress? = nil,
        completion: Completion? = nil
    ) -> ImageLoadOperation? {
        var request = Request(url: url, options: options, context: context)
        request.slot = context.operationKey.map(ImageSlot.init(rawValue:)) ?? .image
        request.placeholder = placeholder
        request.progress = progress
        request.completion = completion
        return load(request)
    }

    /// Binds the view to a URL and loads its image without a progress callback: a single trailing closure is the
    /// completion.
    @discardableResult
    public func setImage(
        url: URL?, placeholder: Placeholder = .none, options: ImageOptions = [],
        context: ImageContext = ImageContext(), completion: @escaping Completion
    ) -> ImageLoadOperation? {
        setImage(
            url: url, placeholder: placeholder, options: options, context: context, progress: nil,
            completion: completion)
    }

    /// Loads ``highlightedImage``. It has no placeholder: until it has loaded, the view displays its normal image.
    @discardableResult
    public func setHighlightedImage(
        url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext(), completion: Completion? = nil
    ) -> ImageLoadOperation? {
        var request = Request(url: url, options: options, context: context)
        request.slot = .highlighted
        request.completion = completion
        return load(request)
    }

    /// The variant that the view requests by default, at its present size.
    public var variant: ImageVariant {
        let sampling = environment.renderer.sampling
        let decoding = sampling.decoding(
            to: sampling.pixels(in: bounds.size), halfCellAspect: environment.pixelAspect)
        return ImageVariant(box: decoding.box, pixelAspect: decoding.pixelAspect)
    }

    /// The size of the view in half cells.
    var pixelBox: PixelSize { PictureSampling.halves.pixels(in: bounds.size) }

    /// Fills in the parts of the context that the caller left open.
    func complete(_ context: inout ImageContext) {
        guard context.variant.box == nil, !bounds.isEmpty else { return }
        (context.variant.box, context.variant.pixelAspect) = (variant.box, variant.pixelAspect)
    }

    /// Called when the displayed content changed.
    func didChangeContent() {}

    /// Returns the animation that an image is a frame of; `nil` for a still image.
    func animation(of image: Image) -> ScaledPicture.Animation? { nil }

    // MARK: - View

    func draw(_ image: Image, in context: inout DrawingContext, with renderer: PictureRenderer) {
        context.draw(cells(for: image, with: renderer), centeredIn: bounds.size)
    }

    public override func layoutSubviews() {
        indicatorView?.frame = bounds
        if let running, running.old.size != pixelBox { endTransition() }
    }

    /// Ends a transition when the view can no longer be seen.
    public override func didChangeVisibility() { if running != nil, !isInVisibleTree { endTransition() } }

    public override func advance(to now: Duration) -> Duration? { advanceTransition(to: now) }

    public override func draw(in context: inout DrawingContext) {
        if let cells = transitionCells() {
            context.draw(cells, column: 0, row: 0)
        } else {
            drawContent(in: &context, with: environment.renderer)
        }
        recordPaint()
    }
}
