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

    /// The ways to fit an image to a view, by UIKit's names; both keep its proportions.
    public enum ContentMode: Sendable {
        /// The whole image is displayed, in the middle.
        case aspectFit
        /// The image fills the view; what extends beyond it is cut evenly.
        case aspectFill
    }

    /// The displayed content; see ``show(_:of:)`` for the way an image is set.
    enum Content {
        case placeholder(Placeholder)
        /// Another size of the loading image, or a partial image.
        case preview(Image)
        case image(Image, url: URL?)
    }

    /// The indicator of a load that lasts longer than 150 ms. A change takes effect at once.
    public var indicator = ImageIndicator.spinner {
        didSet { if indicator != oldValue { updateIndicator() } }
    }
    /// The transition from the displayed content to a new image. None by default.
    public var transition = ImageTransition.none
    /// How long a load must last for its image to arrive with the transition. 200 ms by default: a picture that is there
    /// at once needs none. `ImageOptions.forceTransition` ignores it.
    public var transitionThreshold = Duration.milliseconds(200)
    /// The background behind the transparent parts of an image. A checkerboard by default.
    public var background = PictureBackground.checkerboard {
        didSet { if background != oldValue { setNeedsDisplay() } }
    }
    /// How an image is fitted to the view. The whole image by default. The displayed image is fitted anew at once; the
    /// next load is decoded for it.
    public var contentMode = ContentMode.aspectFit {
        didSet { if contentMode != oldValue { setNeedsDisplay() } }
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
    var loadWait = LoadWait()
    var indicatorView: (any ImageIndicatorView)?
    /// The state of each slot; see ``ImageView/makeSlot(_:)``.
    var slots: [ImageSlot: Slot] = [:]
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

    /// The progress of the running transition, from 0 to 1; `nil` if there is none.
    package var transitionProgress: Double? { running?.fraction }
    /// The running transition, which a change of ``transition`` does not replace; `nil` if there is none.
    package var runningTransition: ImageTransition? { running?.transition }

    /// Whether the indicator of the load is displayed.
    package var showsIndicator: Bool { indicatorView?.isHidden == false }

    /// The displayed image or preview; `nil` for a placeholder.
    package var shownImage: Image? {
        switch content {
        case .image(let image, _), .preview(let image): image
        case .placeholder: nil
        }
    }

    // MARK: - Loading

    /// Binds the view to a URL and loads its image.
    ///
    /// The earlier load ends first, with `.cancelled`, and a running transition is dropped. An image in memory
    /// is set before this method returns, without placeholder or indicator. If another size of the image is in memory,
    /// it is displayed, scaled, until the requested size has loaded. Otherwise the placeholder and the indicator are
    /// displayed until the load ends. With `ImageOptions.delayPlaceholder` the view keeps its content, unless that is
    /// the image of another URL. With `ImageOptions.progressiveLoad` partial images are displayed as they arrive.
    /// Without a URL the placeholder is displayed, the completion receives `.invalidURL`, and the method returns `nil`.
    /// The image is decoded to the present size of the view, unless the context specifies a size; to its own size if
    /// the view is empty.
    ///
    /// The completion is called after the image was set, as documented for `ImageLoadOperation`; it receives partial
    /// images only with `ImageOptions.avoidAutoSetImage`. It may call this method again: the newest load wins, and a
    /// call from the completion of a load that this call cancels counts as older than this call. With
    /// `ImageOptions.waitTransition` the completion is called when the transition has ended or was dropped.
    ///
    /// An `ImageContext.operationKey` selects another slot. One that the view does not display has its load managed
    /// only: its image is passed to the completion.
    ///
    /// - Returns: the operation; `nil` if there is no URL.
    @discardableResult
    public func setImage(
        url: URL?, placeholder: Placeholder = .none, options: ImageOptions = [],
        context: ImageContext = ImageContext(), progress: ImageLoadOperation.Progress? = nil,
        completion: Completion? = nil
    ) -> ImageLoadOperation? {
        load(
            Request(
                url: url, slot: context.operationKey.map(ImageSlot.init(rawValue:)) ?? .image, placeholder: placeholder,
                options: options, context: context, progress: progress, completion: completion))
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
        load(
            Request(url: url, slot: .highlighted, options: options, context: context, completion: completion))
    }

    /// The variant that the view requests by default, at its present size.
    public var variant: ImageVariant {
        let sampling = environment.renderer.sampling
        let decoding = sampling.decoding(
            to: sampling.pixels(in: bounds.size), halfCellAspect: environment.pixelAspect)
        return ImageVariant(
            box: decoding.box, fit: contentMode == .aspectFill ? .cover : .contain, pixelAspect: decoding.pixelAspect)
    }

    /// The size of the view in half cells.
    var pixelBox: PixelSize { PictureSampling.halves.pixels(in: bounds.size) }

    /// Fills in the parts of the context that the caller left open.
    func complete(_ context: inout ImageContext) {
        guard context.variant.box == nil, !bounds.isEmpty else { return }
        (context.variant.box, context.variant.pixelAspect) = (variant.box, variant.pixelAspect)
        if contentMode == .aspectFill { context.variant.fit = .cover }
    }

    /// Called when the displayed content changed.
    func didChangeContent() {}

    /// Returns whether an image is a frame of an animation that plays.
    func isPlaying(_ image: Image) -> Bool { false }

    // MARK: - View

    func draw(_ image: Image, in context: inout DrawingContext, with renderer: PictureRenderer) {
        context.draw(cells(for: image, with: renderer), centeredIn: bounds.size)
    }

    public override func layoutSubviews() {
        indicatorView?.frame = bounds
        if let running, running.old.size != pixelBox { endTransition() }
    }

    /// Ends a transition when the view can no longer be seen.
    override func didChangeVisibility() { if running != nil, !isInVisibleTree { endTransition() } }

    public override func advance(to now: Duration) -> Duration? {
        [advanceTransition(to: now), advanceLoad(to: now)].compactMap(\.self).min()
    }

    public override func draw(in context: inout DrawingContext) {
        if let cells = transitionCells(on: context.ground) {
            context.draw(cells, column: 0, row: 0)
        } else {
            drawContent(in: &context, with: environment.renderer)
        }
        recordPaint()
    }
}
