import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

/// Shows one image, and loads it by URL. Main actor only.
///
/// A view is bound to the URL it was last given. Each ``setImage(url:placeholder:options:context:progress:completion:)``
/// is a new generation; what arrives for an older one is dropped and counted, so a reused view never shows the picture
/// of its former row. A view that is released cancels its loads.
@MainActor
public final class ImageView: View {
    public typealias Completion = @MainActor (Result<LoadedImage, ImageError>) -> Void

    /// What is shown; see ``show(_:of:animated:)`` for the way an image arrives.
    enum Content {
        case placeholder(Placeholder)
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
    /// The URL the view is bound to; set even when it is `nil` or its load fails.
    public private(set) var imageURL: URL?
    /// The number of the view in the trace.
    public let id: Int

    public let environment: ScreenEnvironment
    var content = Content.placeholder(.none)
    var rendered: (key: RenderKey, cells: PictureCells)?
    var running: RunningTransition?
    var hasPainted = false
    var indication: Indication?
    var indicatorView: View?
    private(set) var row: Int?
    private var generation = 0
    /// The generation that has brought an image.
    private var answeredGeneration = -1
    /// The generation that shows another size of its image.
    private var previewedGeneration = -1
    /// Loads under way by slot, oldest first; more than one only after ``ImageOptions/avoidAutoCancelImage``. Some may
    /// have ended.
    private var operations: [String: [ImageLoadOperation]] = [:]
    /// The loads that are being started in this very call, the innermost last: a completion may start another one.
    private var starts: [Start] = []

    private struct Start {
        let slot: String
        let generation: Int
        var isUnwanted = false
    }

    private static var lastID = 0
    private static let imageSlot = "image"

    public init(environment: ScreenEnvironment) {
        self.environment = environment
        Self.lastID += 1
        id = Self.lastID
        super.init()
    }

    isolated deinit {
        for operation in operations.values.joined() { operation.cancel() }
    }

    /// The image that is shown; `nil` while the placeholder is. Setting it drops a running transition, and counts as
    /// the picture of the URL that the view is bound to.
    public var image: Image? {
        get {
            if case .image(let image, _) = content { return image }
            return nil
        }
        set {
            if let newValue {
                show(newValue, of: imageURL, animated: false)
            } else {
                show(.placeholder(.none))
            }
        }
    }

    /// The latest load of the view's image, while it is under way.
    public var latestOperation: ImageLoadOperation? { operations[Self.imageSlot]?.last { !$0.isFinished } }

    // MARK: - Loading

    /// Binds the view to a URL and loads its image.
    ///
    /// The earlier load ends first, with `.cancelled`, before this one does anything. An image in memory is shown in
    /// this very call, with neither placeholder nor indicator. If another size of it is in memory, that is shown, scaled,
    /// until the right one is there. Otherwise the placeholder and the indicator are shown until the load ends; with ``ImageOptions/delayPlaceholder`` the view keeps what it shows, unless that is the
    /// picture of another URL. Without a URL the placeholder is shown and the completion gets `.invalidURL`.
    /// The image is decoded to the size that the view has now, unless the context names one; to its own, if it has none.
    ///
    /// The completion runs after the image was set; as said in ``ImageLoadOperation``. It may call this again: the
    /// newest load wins, and a call from the completion of a load that this one cancels is older than this one.
    /// A load with an ``ImageContext/operationKey`` of its own touches nothing but its slot: its image is for the
    /// completion.
    @discardableResult
    public func setImage(
        url: URL?, placeholder: Placeholder = .none, options: ImageOptions = [],
        context: ImageContext = ImageContext(), progress: ImageLoadOperation.Progress? = nil,
        completion: Completion? = nil
    ) -> ImageLoadOperation? {
        let slot = context.operationKey ?? Self.imageSlot
        if !options.contains(.avoidAutoCancelImage) { cancelLoads(in: slot) }
        guard slot == Self.imageSlot else {
            return start(url, options, context, slot, progress: progress) { completion?($0) }
        }
        let load = bind(to: url, row: context.row)
        let operation = start(
            url, options, context, slot,
            progress: { [weak self] received, expected in
                self?.didProgress(load, received, expected)
                progress?(received, expected)
            },
            completion: { [weak self] result in
                self?.didLoad(load, result, placeholder, options)
                completion?(result)
            })
        // The completion may have run already, and may have given the view another URL.
        if !operation.isFinished, load == generation, load != answeredGeneration {
            if !showPreview(of: url, options, context) {
                showWhileLoading(placeholder, options)
                startIndicator()
            }
        }
        return operation
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

    /// Cancels the load that is under way; its completion runs before this returns.
    public func cancelCurrentImageLoad() { cancelLoads(in: Self.imageSlot) }

    /// Makes the view as new for another row: its loads end, and neither image nor transition is left.
    public func prepareForReuse() {
        for index in starts.indices { starts[index].isUnwanted = true }
        for slot in operations.keys.sorted() { cancelLoads(in: slot) }
        generation += 1
        imageURL = nil
        row = nil
        stopIndicator()
        show(.placeholder(.none))
    }

    /// The variant of a picture that the view asks for: as large as the view is now.
    public var variant: ImageVariant { ImageVariant(box: pixelBox, pixelAspect: environment.pixelAspect) }

    /// The pixels that the view has: two to a cell.
    var pixelBox: PixelSize {
        PixelSize(width: max(0, bounds.size.columns), height: 2 * max(0, bounds.size.rows))
    }

    // MARK: - Starting and cancelling

    private func bind(to url: URL?, row: Int?) -> Int {
        generation += 1
        // An image that stays although it is not this URL's would be a stale paint: let it be seen as one.
        if url != imageURL { hasPainted = false }
        imageURL = url
        self.row = row
        environment.manager.trace.record(TraceEvent(.bind, view: id, row: row, url: url?.absoluteString))
        return generation
    }

    private func start(
        _ url: URL?, _ options: ImageOptions, _ context: ImageContext, _ slot: String,
        progress: ImageLoadOperation.Progress?, completion: @escaping Completion
    ) -> ImageLoadOperation {
        starts.append(Start(slot: slot, generation: generation))
        let operation = environment.manager.loadImage(
            url, options: options, context: contextForThisView(context), progress: progress, completion: completion)
        let start = starts.removeLast()
        if start.isUnwanted { operation.cancel() }  // a completion inside cancelled what we did not know yet
        operations[slot, default: []].removeAll { $0.isFinished }
        if !operation.isFinished { operations[slot, default: []].append(operation) }
        return operation
    }

    private func cancelLoads(in slot: String) {
        for index in starts.indices where starts[index].slot == slot { starts[index].isUnwanted = true }
        for operation in operations.removeValue(forKey: slot) ?? [] { operation.cancel() }
    }

    private func contextForThisView(_ context: ImageContext) -> ImageContext {
        guard context.variant.box == nil, !bounds.isEmpty else { return context }
        var context = context
        context.variant = variant
        return context
    }

    // MARK: - What arrives

    private func didProgress(_ load: Int, _ received: Int, _ expected: Int?) {
        guard load == generation else { return }
        setProgress(expected.map { $0 > 0 ? Double(received) / Double($0) : 0 })
    }

    private func didLoad(
        _ load: Int, _ result: Result<LoadedImage, ImageError>, _ placeholder: Placeholder, _ options: ImageOptions
    ) {
        guard load == generation else { return recordLate(result) }
        let isStarting = starts.contains { $0.generation == load && $0.slot == Self.imageSlot }
        stopIndicator()
        switch result {
        case .success(let loaded):
            answeredGeneration = load
            if !options.contains(.avoidAutoSetImage) {
                show(loaded.image, of: loaded.url, animated: animates(loaded, options))
            } else if isStarting {
                showWhileLoading(placeholder, options)
            }
        case .failure:
            // A failed refresh keeps the image that it was to renew, and a preview is better than no image.
            guard answeredGeneration != load, previewedGeneration != load else { return }
            if isStarting || options.contains(.delayPlaceholder) { showPlaceholder(placeholder) }
        }
    }

    private func recordLate(_ result: Result<LoadedImage, ImageError>) {
        if case .failure(.cancelled) = result { return }  // nothing arrived
        environment.manager.trace.record(TraceEvent(.late, view: id, row: row))
    }

    /// Shows another size of the picture until the right one is there. `false` if none is in memory, or none is wanted.
    private func showPreview(of url: URL?, _ options: ImageOptions, _ context: ImageContext) -> Bool {
        guard let url, !options.contains(.fromLoaderOnly), context.queryCacheType.contains(.memory),
            let preview = environment.manager.preview(for: url, context: contextForThisView(context))
        else { return false }
        previewedGeneration = generation
        show(.placeholder(.image(preview)))
        return true
    }

    private func showWhileLoading(_ placeholder: Placeholder, _ options: ImageOptions) {
        if !options.contains(.delayPlaceholder) { return showPlaceholder(placeholder) }
        if case .image(_, let url) = content, url != imageURL { show(.placeholder(.none)) }
    }

    /// What comes from memory is there at once, and what was there in another size only grows sharper; everything else
    /// may arrive with a transition.
    private func animates(_ loaded: LoadedImage, _ options: ImageOptions) -> Bool {
        guard loaded.isFinal else { return false }
        if options.contains(.forceTransition) { return true }
        return previewedGeneration != generation && !loaded.cacheType.contains(.memory)
    }

    // MARK: - View

    public override func layoutSubviews() {
        indicatorView?.frame = bounds
        if let running, running.to.size != pixelBox { self.running = nil }
    }

    public override func advance(to now: Duration) -> Duration? { advanceTransition(to: now) }

    public override func draw(in context: inout DrawingContext) {
        if let mixed = transitionPixels(at: context.now) {
            context.draw(environment.renderer.cells(for: mixed, background: .terminal), column: 0, row: 0)
        } else {
            drawContent(in: &context, with: environment.renderer)
        }
        recordPaint()
    }
}
