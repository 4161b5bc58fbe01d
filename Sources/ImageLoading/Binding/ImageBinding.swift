import FoundationEssentials
import ImageCoding

/// A view of any toolkit whose image an ``ImageBinding`` manages. Called on the main actor.
@MainActor
public protocol ImageBindingTarget: AnyObject {
    /// Replaces the content of the view.
    ///
    /// - Parameters:
    ///   - content: What to show.
    ///   - isAnimated: Whether the image may arrive with the view's transition. `false` for content that must appear at
    ///     once, such as an image from memory.
    func show(_ content: ImageBinding.Content, isAnimated: Bool)
    /// Shows or hides the sign that an image is loading, with no progress at first. May be called with the same value
    /// again. Default: nothing.
    func setLoading(_ isLoading: Bool)
    /// Shows how much of the image has arrived; `expected` is `nil` while it is not known. Default: nothing.
    func setProgress(received: Int, expected: Int?)
    /// Ends a running transition at once. Only needed with ``ImageBinding/didBeginTransition()``. Default: nothing.
    func dropTransition()
    /// Called for each result of a load that another one has replaced, and which is not shown. Default: nothing.
    func didDropLateResult()
}

extension ImageBindingTarget {
    public func setLoading(_ isLoading: Bool) {}
    public func setProgress(received: Int, expected: Int?) {}
    public func dropTransition() {}
    public func didDropLateResult() {}
}

/// The binding of a reused view to the URL of its image, for views of any toolkit. Main actor only.
///
/// A view that scrolls out of sight shows another row's image next. The binding sees to it that the view never shows an
/// image of its former row: ``load(_:options:context:progress:completion:)`` cancels the load before it, drops results
/// that come late, shows an image in memory before it returns, and otherwise a preview or the placeholder meanwhile.
///
/// ```swift
/// final class Thumbnail: ToolkitView, ImageBindingTarget {
///     private lazy var binding = ImageBinding(target: self)
///     var url: URL? { didSet { binding.load(url, context: .thumbnail(width: 96, height: 96)) } }
///     func prepareForReuse() { binding.prepareForReuse() }
///     func show(_ content: ImageBinding.Content, isAnimated: Bool) { picture = content.image?.bitmap.premultipliedBGRA() }
/// }
/// ```
///
/// The binding holds its target weakly; released with its view, it cancels its loads.
@MainActor
public final class ImageBinding {
    /// The content of a view.
    public enum Content: Sendable {
        /// Nothing: the view is empty.
        case nothing
        /// No image yet, or a load that ended without one.
        case placeholder
        /// Another size of the image, or a partial image. The image follows.
        case preview(Image)
        /// The loaded image.
        case image(LoadedImage)

        /// The image to show; `nil` for nothing and for a placeholder.
        public var image: Image? {
            switch self {
            case .nothing, .placeholder: nil
            case .preview(let image): image
            case .image(let loaded): loaded.image
            }
        }
    }

    /// What the view cancels when it is reused.
    package enum Operation {
        case load(ImageLoadOperation)
        /// An operation of the program's own.
        case foreign(cancel: @MainActor () -> Void)

        @MainActor package func cancel() {
            switch self {
            case .load(let operation): operation.cancel()
            case .foreign(let cancel): cancel()
            }
        }

        fileprivate var load: ImageLoadOperation? {
            if case .load(let operation) = self { operation } else { nil }
        }
    }

    /// The manager of loads to come.
    public var manager: ImageManager
    /// The progress of the latest load, the same object for all loads.
    public let progress = ImageProgress()
    private weak var target: (any ImageBindingTarget)?
    private var state = LoadBinding()
    /// The operations, oldest first; more than one only after ``ImageOptions/avoidAutoCancelImage``. Some may have ended.
    private var operations: [Operation] = []
    /// A completion that waits for the end of a transition.
    private var waiting: (@MainActor () -> Void)?

    /// Creates a binding for a view, which shows nothing yet.
    public init(manager: ImageManager = .shared, target: any ImageBindingTarget) {
        (self.manager, self.target) = (manager, target)
    }

    isolated deinit {
        waiting?()
        for operation in operations { operation.cancel() }
    }

    /// The URL that the view was last bound to; it remains when the load fails, and is `nil` after a reset.
    public var url: URL? { state.url }
    /// The number of the present binding, which changes with every load and reset.
    public var generation: Int { state.generation }
    /// The latest load; `nil` if none is in progress that the view would cancel.
    public var latestOperation: ImageLoadOperation? { operations.compactMap(\.load).last { !$0.isFinished } }

    // MARK: - Loading

    /// Binds the view to a URL and loads its image.
    ///
    /// The load before it ends first, with `.cancelled`, unless ``ImageOptions/avoidAutoCancelImage`` is set. An image
    /// in memory is shown before this returns. With ``ImageOptions/delayPlaceholder`` the view keeps its content,
    /// unless that is the image of another URL. With ``ImageOptions/progressiveLoad`` partial images are shown as they
    /// arrive. With ``ImageOptions/avoidAutoSetImage`` only the completion gets the image.
    ///
    /// - Parameters:
    ///   - url: `nil` shows the placeholder and completes with `.invalidURL`.
    ///   - options: The options for loading and showing the image.
    ///   - context: The parameters of the request beyond its options.
    ///   - progress: Called as bytes arrive; see ``ImageLoadOperation/Progress``.
    ///   - completion: Called with each result, after the image was shown; see ``ImageLoadOperation``. It may call this
    ///     method again.
    /// - Returns: The operation; `nil` if there is no URL.
    @discardableResult
    public func load(
        _ url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext(),
        progress: ImageLoadOperation.Progress? = nil, completion: ImageLoadOperation.Completion? = nil
    ) -> ImageLoadOperation? {
        load(url, options, context, progress: progress, completion: completion) { _ in }
    }

    /// Binds the view to a URL and loads its image without a progress callback: a single trailing closure is the
    /// completion.
    @discardableResult
    public func load(
        _ url: URL?, options: ImageOptions = [], context: ImageContext = ImageContext(),
        completion: @escaping ImageLoadOperation.Completion
    ) -> ImageLoadOperation? {
        load(url, options: options, context: context, progress: nil, completion: completion)
    }

    /// Binds the view to a URL and loads its image. `didBind` is called with the former URL once the load before has
    /// ended, before anything of this one is shown.
    package func load(
        _ url: URL?, _ options: ImageOptions, _ context: ImageContext, progress: ImageLoadOperation.Progress?,
        completion: ImageLoadOperation.Completion?, didBind: (_ former: URL?) -> Void
    ) -> ImageLoadOperation? {
        if !options.contains(.avoidAutoCancelImage) { cancel() }
        perform(state.leave())
        let former = state.url
        let load = state.bind(to: url, options: options)
        didBind(former)
        self.progress.reset()
        let manager = manager
        let operation = manager.makeOperation(
            url,
            progress: { [weak self] received, expected in
                self?.react { $0.didProgress(load, received: received, expected: expected) }
                progress?(received, expected)
            },
            completion: { [weak self] result in
                guard let self else { return completion?(result) ?? () }
                react(ActionValues(result: result, completion: completion)) { $0.didEnd(load, result) }
            })
        operations.removeAll { $0.load?.isFinished == true }
        operations.append(.load(operation))  // known at once, because a completion in the next call may cancel it
        manager.start(operation, options, context)
        let preview = state.isUnanswered(load) ? manager.preview(of: operation.id) : nil
        react(ActionValues(preview: preview)) { $0.didStart(load, preview: preview?.size.area) }
        return url == nil ? nil : operation
    }

    /// Cancels the loads; their completions are called before this returns. The view keeps its content.
    public func cancel() { for operation in takeOperations() { operation.cancel() } }

    /// Removes and returns the operations for the caller to cancel.
    package func takeOperations() -> [Operation] {
        defer { operations = [] }
        return operations
    }

    /// Detaches the loads from the view, which no longer cancels them when it loads again, is reused or released: they
    /// fill the caches and complete. Their image is still shown unless the view is bound to something else by then.
    ///
    /// An operation that ``replaceLoad(cancel:)`` has set is released without being cancelled.
    public func detachLoads() { _ = takeOperations() }

    /// Replaces the loads with an operation of the program's own: cancels them, and cancels the operation where it would
    /// cancel a load. The view keeps its content and URL; results of detached loads are not shown anymore.
    ///
    /// - Parameter cancel: Cancels the operation. Called at most once, perhaps after the operation has ended.
    public func replaceLoad(cancel: @escaping @MainActor () -> Void) {
        self.cancel()
        leave()
        let actions = state.replace()
        operations.append(.foreign(cancel: cancel))
        perform(actions)
    }

    /// Resets the view for another row: cancels the loads, and shows nothing.
    public func prepareForReuse() {
        cancel()
        leave()
        reset()
    }

    /// Ends a transition and cancels the loads, including those that completions have started.
    package func leave() {
        perform(state.leave())
        cancel()
    }

    /// Unbinds the view, which then shows nothing.
    package func reset() { perform(state.reuse()) }

    // MARK: - Transitions and other content

    /// Notifies the binding that the view has started a transition to the image just shown: a completion with
    /// ``ImageOptions/waitTransition`` waits for its end. Call it from inside of
    /// ``ImageBindingTarget/show(_:isAnimated:)``.
    public func didBeginTransition() { state.didBeginTransition() }

    /// Notifies the binding that the transition has ended or was dropped.
    public func didEndTransition() { react { $0.didEndTransition() } }

    /// Notifies the binding that the view shows other content than the binding's: an image, such as one that the program
    /// has drawn, which counts as that of the bound URL; or none, so that the view is empty or shows a placeholder. A
    /// running load continues; a transition is dropped.
    public func didShow(image: Bool) { react { $0.didSet(image: image) } }

    // MARK: - Actions

    /// The values that the actions for an event may need.
    private struct ActionValues {
        var preview: Image?
        var result: Result<LoadedImage, ImageError>?
        var completion: ImageLoadOperation.Completion?

        @MainActor func complete() { if let result { completion?(result) } }
    }

    private func react(_ values: ActionValues = ActionValues(), to event: (inout LoadBinding) -> [LoadBinding.Action]) {
        perform(event(&state), values)
    }

    private func perform(_ actions: [LoadBinding.Action], _ values: ActionValues = ActionValues()) {
        let generation = state.generation
        for action in actions where !action.isVisible || state.generation == generation { perform(action, values) }
    }

    private func perform(_ action: LoadBinding.Action, _ values: ActionValues) {
        switch action {
        case .showNothing: target?.show(.nothing, isAnimated: false)
        case .showPlaceholder: target?.show(.placeholder, isAnimated: false)
        case .showPreview: if let preview = values.preview { target?.show(.preview(preview), isAnimated: false) }
        case .showImage(let isAnimated):
            guard case .success(let loaded) = values.result else { return }
            target?.show(.image(loaded), isAnimated: isAnimated)
        case .startIndicator: target?.setLoading(true)
        case .stopIndicator: target?.setLoading(false)
        case .showProgress(let received, let expected):
            progress.set(received, of: expected)
            target?.setProgress(received: received, expected: expected)
        case .fillProgress: progress.fill()
        case .dropTransition: target?.dropTransition()
        case .complete: values.complete()
        case .completeAfterTransition:
            guard state.isTransitioning else { return values.complete() }
            waiting = { values.complete() }
        case .completeWaiting:
            let waiting = waiting
            self.waiting = nil
            waiting?()
        case .countLate: target?.didDropLateResult()
        }
    }
}

extension LoadBinding {
    /// Returns the actions for a load's result.
    fileprivate mutating func didEnd(_ load: Load, _ result: Result<LoadedImage, ImageError>) -> [Action] {
        switch result {
        case .success(let loaded): didReceive(load, loaded)
        case .failure(let error): didFail(load, isCancelled: error == .cancelled)
        }
    }
}
