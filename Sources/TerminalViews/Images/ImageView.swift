import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// Shows one image, and loads it by URL. Main actor only.
///
/// A view is bound to the URL it was last given. Each ``setImage(url:placeholder:options:context:progress:completion:)``
/// is a new generation; what arrives for an older one is dropped and counted, so a reused view never shows the picture
/// of its former row.
@MainActor
public final class ImageView: View {
    public typealias Completion = @MainActor (Result<LoadedImage, ImageError>) -> Void

    /// What is shown; see ``show(_:of:animated:)`` for the way an image arrives.
    enum Content {
        case placeholder(Placeholder)
        case image(Image, url: URL?)
    }

    /// A change of content that is under way.
    struct RunningTransition {
        let from: Bitmap
        let to: Bitmap
        let start: Duration
        let duration: Duration
    }

    /// What turns or fills while a load is under way.
    public var indicator = ImageIndicator.activity {
        didSet { if indicator != oldValue, indicatorView != nil { startIndicator() } }
    }
    /// How a new image replaces what is shown.
    public var transition = ImageTransition.none
    /// What shows through where the image is transparent.
    public var background = PictureBackground.checkerboard {
        didSet { setNeedsDisplay() }
    }
    /// The URL the view is bound to; set even when it is `nil` or its load fails.
    public private(set) var imageURL: URL?
    /// The number of the view in the trace.
    public let id: Int

    public let environment: ScreenEnvironment
    var content = Content.placeholder(.none)
    var rendered: (key: RenderKey, cells: PictureCells)?
    var running: RunningTransition?
    var hasPainted = false
    var indicatorView: View?
    private(set) var row: Int?
    private var generation = 0
    /// The load that is being started in this very call: what completes now completes at once.
    private var startingLoad: Int?
    /// The generation whose image is shown.
    private var shownGeneration = -1
    private var operations: [String: ImageLoadOperation] = [:]

    private static var lastID = 0
    private static let imageSlot = "image"

    public init(environment: ScreenEnvironment) {
        self.environment = environment
        Self.lastID += 1
        id = Self.lastID
        super.init()
    }

    /// The image that is shown; `nil` while the placeholder is. Setting it drops a running transition.
    public var image: Image? {
        get {
            if case .image(let image, _) = content { return image }
            return nil
        }
        set {
            if let newValue {
                show(newValue, of: nil, animated: false)
            } else {
                show(.placeholder(.none))
            }
        }
    }

    /// The load that is under way.
    public var latestOperation: ImageLoadOperation? { operations[Self.imageSlot] }

    // MARK: - Loading

    /// Binds the view to a URL and loads its image.
    ///
    /// The earlier load ends first, with `.cancelled`, before this one does anything. An image in memory is shown in
    /// this very call, with neither placeholder nor indicator. Without a URL the placeholder is shown and the
    /// completion gets `.invalidURL`. The completion runs after the image was set; as said in ``ImageLoadOperation``.
    @discardableResult
    public func setImage(
        url: URL?, placeholder: Placeholder = .none, options: ImageOptions = [],
        context: ImageContext = ImageContext(), progress: ImageLoadOperation.Progress? = nil,
        completion: Completion? = nil
    ) -> ImageLoadOperation? {
        let slot = context.operationKey ?? Self.imageSlot
        if !options.contains(.avoidAutoCancelImage) { cancelLoad(in: slot) }
        generation += 1
        let load = generation
        imageURL = url
        row = context.row
        environment.manager.trace.record(TraceEvent(.bind, view: id, row: row, url: url?.absoluteString))

        startingLoad = load
        let operation = environment.manager.loadImage(
            url, options: options, context: contextForThisView(context),
            progress: { [weak self] received, expected in
                self?.didProgress(load, received, expected)
                progress?(received, expected)
            },
            completion: { [weak self] result in
                self?.didLoad(load, result, placeholder, options)
                completion?(result)
            })
        startingLoad = nil
        // The completion may have run already, and may have given the view another URL.
        guard !operation.isFinished else { return operation }
        guard load == generation else { return operation }
        operations[slot] = operation
        if shownGeneration != load {
            if !options.contains(.delayPlaceholder) { showPlaceholder(placeholder) }
            startIndicator()
        }
        return operation
    }

    /// Cancels the load that is under way; its completion runs before this returns.
    public func cancelCurrentImageLoad() { cancelLoad(in: Self.imageSlot) }

    /// Makes the view as new for another row: its load ends, and neither image nor transition is left.
    public func prepareForReuse() {
        for slot in operations.keys.sorted() { cancelLoad(in: slot) }
        generation += 1
        imageURL = nil
        row = nil
        stopIndicator()
        show(.placeholder(.none))
    }

    private func cancelLoad(in slot: String) {
        operations.removeValue(forKey: slot)?.cancel()
    }

    private func contextForThisView(_ context: ImageContext) -> ImageContext {
        guard context.variant.box == nil, !bounds.isEmpty else { return context }
        var context = context
        context.variant = variant
        return context
    }

    /// The variant of a picture that the view asks for: as large as the view is now.
    public var variant: ImageVariant { ImageVariant(box: pixelBox, pixelAspect: environment.pixelAspect) }

    /// The pixels that the view has: two to a cell.
    var pixelBox: PixelSize { PixelSize(width: bounds.size.columns, height: 2 * bounds.size.rows) }

    private func didProgress(_ load: Int, _ received: Int, _ expected: Int?) {
        guard load == generation, let bar = indicatorView as? ProgressBar else { return }
        bar.fraction = expected.map { $0 > 0 ? Double(received) / Double($0) : 1 }
    }

    private func didLoad(
        _ load: Int, _ result: Result<LoadedImage, ImageError>, _ placeholder: Placeholder, _ options: ImageOptions
    ) {
        guard load == generation else {
            environment.manager.trace.record(TraceEvent(.late, view: id, row: row))
            return
        }
        stopIndicator()
        switch result {
        case .success(let loaded):
            guard !options.contains(.avoidAutoSetImage) else { return }
            shownGeneration = load
            show(loaded.image, of: loaded.url, animated: animates(loaded, options))
        case .failure:
            // A failed refresh keeps the image that it was to renew.
            guard shownGeneration != load else { return }
            let failsAtOnce = startingLoad == load
            if failsAtOnce || options.contains(.delayPlaceholder) { showPlaceholder(placeholder) }
        }
    }

    /// What comes from memory is there at once; everything else may arrive with a transition.
    private func animates(_ loaded: LoadedImage, _ options: ImageOptions) -> Bool {
        guard loaded.isFinal else { return false }
        return options.contains(.forceTransition) || !loaded.cacheType.contains(.memory)
    }

    // MARK: - Indicator

    private func startIndicator() {
        stopIndicator()
        let view: View
        switch indicator {
        case .none: return
        case .activity: view = ActivityIndicator()
        case .progress: view = ProgressBar()
        }
        view.frame = bounds
        indicatorView = view
        addSubview(view)
    }

    private func stopIndicator() {
        indicatorView?.removeFromSuperview()
        indicatorView = nil
    }

    // MARK: - View

    public override func layoutSubviews() { indicatorView?.frame = bounds }

    public override func advance(to now: Duration) -> Duration? { advanceTransition(to: now) }

    public override func draw(in context: inout DrawingContext) {
        if let mixed = transitionPixels(at: context.now) {
            context.draw(environment.renderer.cells(for: mixed, background: .terminal), column: 0, row: 0)
        } else {
            drawContent(in: &context)
        }
        recordPaint()
    }
}
