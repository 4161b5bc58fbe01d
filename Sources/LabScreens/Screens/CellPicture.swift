import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews

/// One of the two pictures of a cell, with settings of its own. Loads with equal options are shared.
@MainActor
final class CellPicture {
    let imageView: AnimatedImageView
    let load: PictureLoad
    private let lab: LabEnvironment
    /// Number of reuses, including those by a replay.
    private(set) var reuses = 0
    private let isSecond: Bool

    init(lab: LabEnvironment, environment: ScreenEnvironment, isSecond: Bool) {
        (self.lab, self.isSecond) = (lab, isSecond)
        imageView = AnimatedImageView(environment: environment)
        load = PictureLoad(into: imageView)
        // Creates the binding, so that a reuse before the first load raises its generation too.
        _ = imageView.imageProgress
    }

    /// The settings; `nil` for a second picture that is not shown.
    var settings: PictureSettings? { isSecond ? lab.settings.beside : lab.settings.picture }

    /// The settings, with the transition that runs.
    var shownSettings: PictureSettings? {
        var shown = settings
        if let running = imageView.runningTransition { shown?.transition = running }
        return shown
    }

    /// Applies the settings of the view, without a load.
    func restyle() {
        guard let settings else { return }
        imageView.indicator = settings.indicator
        imageView.transition = settings.transition
        imageView.transitionThreshold = .zero  // however short the load
        imageView.changePlaceholder(to: settings.placeholder.placeholder)
    }

    /// Shows the placeholder until the picture is requested, unless it is delayed.
    func showPlaceholder() {
        guard let settings, !settings.options.contains(.delayPlaceholder) else { return }
        imageView.showPlaceholder(settings.placeholder.placeholder)
    }

    /// Unbinds the view from its row.
    func leaveRow() {
        reuses += 1
        load.reset()
    }

    /// Requests the picture of a row; reloads it if it was requested before.
    func request(row: Int) {
        guard let settings else {
            if imageView.imageURL != nil { leaveRow() }
            return
        }
        load.start(
            lab.url(ofRow: row), placeholder: settings.placeholder.placeholder,
            options: settings.options,
            context: lab.context(row: row, variant: imageView.variant))
    }

    // MARK: - State

    /// The generation of the binding, which tells late results from awaited ones.
    var generation: String {
        let all = imageView.bindingGeneration
        return "generation \(all) = \(reuses) \(reuses == 1 ? "reuse" : "reuses") + \(all - reuses) loads"
    }

    var state: LabCellFacts.State {
        if load.isRunning { return imageView.shownURL == nil ? .loading : .preview }
        return switch load.state {
        case .idle: .waiting
        case .loading, .loaded: .shown
        case .failed(.cancelled): .cancelled
        case .failed: .failed
        }
    }

    var stage: FrameHistory.Stage {
        if let progress = imageView.transitionProgress { return .transition(percent: Int(progress * 100)) }
        return switch state {
        case .waiting, .cancelled: .placeholder
        case .loading: imageView.showsIndicator ? .indicator : .placeholder
        case .preview: .preview
        case .shown: .shown
        case .failed: .failed
        }
    }
}
