import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// Shows one image, and loads it by URL. Main actor only.
///
/// A view is bound to the URL it was last given. Each load is a new generation; what arrives for an older one is dropped
/// and counted, so a reused view never shows the picture of its former row (see ``LoadBinding``). A view that is
/// released cancels its loads.
@MainActor
public class ImageView: View {
    public typealias Completion = @MainActor (Result<LoadedImage, ImageError>) -> Void

    /// What is shown; see ``show(_:of:)`` for the way an image arrives.
    enum Content {
        case placeholder(Placeholder)
        /// Another size of the picture that is being loaded.
        case preview(Image)
        case image(Image, url: URL?)
    }

    /// What turns or fills while a load is under way. A change shows at once.
    public var indicator = ImageIndicator.activity {
        didSet { if indicator != oldValue { updateIndicator() } }
    }
    /// How a new image replaces what is shown.
    public var transition = ImageTransition.none
    /// What shows through where the image is transparent.
    public var background = PictureBackground.checkerboard {
        didSet { if background != oldValue { setNeedsDisplay() } }
    }
    /// What is shown instead while the view ``isHighlighted``; `nil`: the image all the same.
    public var highlightedImage: Image? {
        didSet { if highlightedImage !== oldValue { setNeedsDisplay() } }
    }
    public var isHighlighted = false {
        didSet { if isHighlighted != oldValue, highlightedImage != nil { setNeedsDisplay() } }
    }
    /// The number of the view in the trace.
    public let id: Int

    public let environment: ScreenEnvironment
    var content = Content.placeholder(.none)
    var rendered: (key: RenderKey, cells: PictureCells)?
    var running: RunningTransition?
    /// Whether the image has been on the screen.
    var hasPainted = false
    var indication: Indication?
    var indicatorView: (any ImageIndicatorView)?
    /// Everything that belongs to one slot; see ``ImageView/load(_:)``.
    var slots: [ImageSlot: Slot] = [:]
    var latestSlot = ImageSlot.image
    var row: Int?

    private static var lastID = 0

    public init(environment: ScreenEnvironment) {
        self.environment = environment
        Self.lastID += 1
        id = Self.lastID
        super.init()
    }

    isolated deinit {
        for slot in slots.values {
            slot.waiting?()
            for operation in slot.loads.all { operation.cancel() }
        }
    }

    /// The image that is shown; `nil` while the placeholder is. Setting it drops a running transition, and counts as
    /// the picture of the URL that the view is bound to.
    public var image: Image? {
        get {
            if case .image(let image, _) = content { return image }
            return nil
        }
        set { setByHand(newValue) }
    }

    /// The URL the view is bound to; set even when it is `nil` or its load fails.
    public var imageURL: URL? { slots[.image]?.binding.url }

    /// The URL of the picture that can be seen: the image's, or that of the preview which stands in for it; `nil` while
    /// neither is there.
    public var shownURL: URL? {
        switch content {
        case .image(_, let url): url
        case .preview: imageURL
        case .placeholder: nil
        }
    }

    /// Whether what is shown is not the image yet, but another size of it, or what has arrived.
    public var showsPreview: Bool { if case .preview = content { true } else { false } }

    // MARK: - Loading

    /// Binds the view to a URL and loads its image: ``load(_:)`` in the words of SDWebImage.
    ///
    /// With an ``ImageContext/operationKey`` the load goes to that slot.
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

    /// The same for those who do not follow the progress: a single trailing closure is the completion.
    @discardableResult
    public func setImage(
        url: URL?, placeholder: Placeholder = .none, options: ImageOptions = [],
        context: ImageContext = ImageContext(), completion: @escaping Completion
    ) -> ImageLoadOperation? {
        setImage(
            url: url, placeholder: placeholder, options: options, context: context, progress: nil,
            completion: completion)
    }

    /// Loads ``highlightedImage``. It has no placeholder: until it is there, the view shows its image.
    @discardableResult
    public func setHighlightedImage(
        url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext(), completion: Completion? = nil
    ) -> ImageLoadOperation? {
        var request = Request(url: url, options: options, context: context)
        request.slot = .highlighted
        request.completion = completion
        return load(request)
    }

    /// The variant of a picture that the view asks for: as large as the view is now.
    public var variant: ImageVariant { ImageVariant(box: pixelBox, pixelAspect: environment.pixelAspect) }

    /// The pixels that the view has: two to a cell.
    var pixelBox: PixelSize {
        PixelSize(width: max(0, bounds.size.columns), height: 2 * max(0, bounds.size.rows))
    }

    /// What a load is asked for beyond what its caller says.
    func complete(_ context: inout ImageContext) {
        if context.variant.box == nil, !bounds.isEmpty { context.variant = variant }
    }

    /// What is shown is something else from now on.
    func didChangeContent() {}

    // MARK: - View

    func draw(_ image: Image, in context: inout DrawingContext, with renderer: PictureRenderer) {
        context.draw(cells(for: image, with: renderer), centeredIn: bounds.size)
    }

    public override func layoutSubviews() {
        indicatorView?.frame = bounds
        if let running, running.old.size != pixelBox { endTransition() }
    }

    /// What cannot be seen any more has no transition.
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
