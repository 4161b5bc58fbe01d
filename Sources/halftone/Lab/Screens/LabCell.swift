import HalftoneCore
import FoundationEssentials
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews
import TraceAnalysis

/// A row of the Lab's table: a picture, and the cell's identity and state beside it.
@MainActor
final class LabCell: ReusableCell {
    static let identifier = "lab"

    let imageView: AnimatedImageView
    /// The number of the cell in the order of creation, from 1.
    let number: Int
    let lab: LabEnvironment
    let twin: PictureTwin
    private(set) var row = 0
    private(set) var title = ""
    let pictureLoad: PictureLoad
    /// The state before the last reuse; `nil` after it has been shown for some time.
    private(set) var former: FormerCell?
    private var formerUntil: Duration?
    /// Number of reuses, including those by a replay.
    private var departures = 0
    /// Whether the selected load of the waterfall belongs to this cell.
    var isLinked = false {
        didSet { if isLinked != oldValue { setNeedsDisplay() } }
    }

    init(number: Int, lab: LabEnvironment, environment: ScreenEnvironment) {
        self.number = number
        self.lab = lab
        imageView = AnimatedImageView(environment: environment)
        pictureLoad = PictureLoad(into: imageView)
        twin = PictureTwin(lab: lab, environment: environment)
        super.init(reuseIdentifier: Self.identifier)
        pictureLoad.didChange = { [weak self] in self?.setNeedsDisplay() }
        pictureLoad.didProgress = { [weak self] in self?.setNeedsDisplay() }
        // Creates the binding, so that a reuse before the first load raises its generation too.
        _ = imageView.imageProgress
        for view in [imageView, twin.imageView] as [View] { addSubview(view) }
    }

    // MARK: - Row

    /// Binds the cell to a row; ``ask()`` requests the picture.
    func configure(row: Int) {
        self.row = row
        title = lab.items.indices.contains(row) ? TextSanitizer.clean(lab.items[row].title) : ""
        restyle()
        if isInMemory {
            ask()  // without the delay for scrolled rows, and without placeholder
        } else if lab.settings.loadDelay > 0, !lab.settings.look.options.contains(.delayPlaceholder) {
            imageView.showPlaceholder(lab.settings.look.placeholder.placeholder)
        }
        setNeedsDisplay()
    }

    private var isInMemory: Bool {
        guard lab.settings.usesMemory, let url = lab.url(ofRow: row) else { return false }
        let context = lab.context(row: row, variant: imageView.variant)
        let key = lab.manager.key(for: url, options: lab.settings.imageOptions, context: context)
        return lab.manager.memoryCache.contains(key)
    }

    /// Applies the settings of the view, without a load.
    func restyle() {
        imageView.indicator = lab.settings.look.indicator
        imageView.transition = lab.settings.look.transition
        imageView.transitionThreshold = .zero  // however short the load
        imageView.changePlaceholder(to: lab.settings.look.placeholder.placeholder)
        twin.restyle()
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Requests the row's picture, with the present options and additional ones; reloads it if it was requested before.
    func ask(_ more: ImageOptions = []) {
        if twin.imageView.isHidden == (lab.settings.beside != nil) {  // the request depends on the size
            setNeedsLayout()
            layoutIfNeeded()
        }
        if hasAsked { forgetFormer() }  // the text names another load than the replaced one
        pictureLoad.start(
            lab.url(ofRow: row), placeholder: lab.settings.look.placeholder.placeholder,
            options: lab.settings.imageOptions.union(more),
            context: lab.context(row: row, variant: imageView.variant),
            didEnd: { [lab] in if let metrics = (try? $0.get())?.metrics { lab.keep(metrics) } })
        twin.ask(row: row)
        setNeedsDisplay()
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        leaveRow()
    }

    /// Unbinds the cell from its row.
    func leaveRow() {
        let old = (state: state, load: pictureLoad.operation, stage: stageOfLoad, received: pictureLoad.fraction)
        let wasCancelled = old.load?.isCancelled == true  // by a key, before the reuse
        let loadBeside = twin.load
        departures += 1
        pictureLoad.reset()
        twin.prepareForReuse()
        former = old.load.map { load in
            let isCancelled = load.isCancelled && !wasCancelled
            return FormerCell(
                row: row + 1, load: load.id, loadBeside: isCancelled ? loadBeside : nil, state: old.state,
                isCancelled: isCancelled, stage: old.stage, received: old.received)
        }
        formerUntil = nil
    }

    /// Removes the text about the previous row.
    func forgetFormer() { former = nil }

    /// The stage of the load; `nil` if it has ended.
    private var stageOfLoad: TracedLoad.Stage? {
        guard pictureLoad.isRunning, let operation = pictureLoad.operation else { return nil }
        lab.takeEvents()
        let stage = lab.model.recording.load(operation.id)?.currentStage
        return stage == .disk && lab.manager.diskCache == nil ? .waiting : stage
    }

    /// The time for which a reused cell shows its previous state, by the wall clock.
    private static let formerTime = Duration.seconds(6)

    /// The stage of the picture that the cell's text names.
    private var shownStage = FrameHistory.Stage.placeholder

    override func advance(to now: Duration) -> Duration? {
        if stage != shownStage {
            shownStage = stage
            setNeedsDisplay()
        }
        // The turn after the last frame of a transition sees its end.
        let next = imageView.transitionProgress == nil ? nil : now + .milliseconds(16)
        return [next, advanceFormer(to: now)].compactMap(\.self).min()
    }

    private func advanceFormer(to now: Duration) -> Duration? {
        guard former != nil else { return nil }
        if lab.gate.isHeld || lab.isTourPaused {  // its load may still be explained
            formerUntil = nil
            return nil
        }
        let until = formerUntil ?? now + Self.formerTime * lab.settings.speed
        formerUntil = until
        guard now >= until else { return until }
        former = nil
        setNeedsDisplay()
        return nil
    }

    override var isSelected: Bool {
        didSet { if isSelected != oldValue { setNeedsDisplay() } }
    }

    // MARK: - Load state

    var hasAsked: Bool { pictureLoad.hasBegun }

    var facts: LabCellFacts {
        LabCellFacts(
            cell: number, row: row + 1, reused: departures, load: pictureLoad.operation?.id,
            generation: imageView.bindingGeneration,
            state: state, shownURL: imageView.shownURL?.absoluteString,
            isSelected: isSelected, failure: failure)
    }

    var isLoading: Bool { pictureLoad.isRunning }

    /// Why the load has failed.
    private var failure: String? {
        if state == .failed, case .failed(let error) = pictureLoad.state { "\(error)" } else { nil }
    }

    var state: LabCellFacts.State {
        if pictureLoad.isRunning { return imageView.shownURL == nil ? .loading : .preview }
        return switch pictureLoad.state {
        case .idle: .waiting
        case .loading, .loaded: .shown
        case .failed(.cancelled): .cancelled
        case .failed: .failed
        }
    }

    // MARK: - View

    override func layoutSubviews() {
        let rows = max(1, textRows)
        let isTwice = lab.settings.beside != nil
        let columns = min(3 * rows, bounds.size.columns / (isTwice ? 4 : 2))  // half of the row is text
        imageView.frame = CellRect(column: 2, row: 0, columns: columns, rows: rows)
        twin.imageView.frame = CellRect(
            column: imageView.frame.maxColumn + 1, row: 0, columns: isTwice ? columns : 0, rows: isTwice ? rows : 0)
        twin.imageView.isHidden = !isTwice
    }

    override func draw(in context: inout DrawingContext) {
        if isSelected || isHighlighted || isLinked {
            let style = isLinked ? theme.lab.changed : theme.mark
            for row in 0..<textRows {
                context.draw(isLinked ? "┃" : "▌", column: 0, row: row, columns: 1, style: style)
            }
        }
        let column = pictureFrame.maxColumn + 2
        let columns = bounds.size.columns - column - 1
        for (row, line) in lines(columns: columns).prefix(textRows).enumerated() {
            var place = column
            for run in line.runs {
                place += context.draw(
                    run.text, column: place, row: row, columns: columns - (place - column), style: run.style)
            }
        }
    }
}
