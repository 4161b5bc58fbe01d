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
    private var hasAsked = false
    private var operation: ImageLoadOperation?
    /// Counts the requests: with `avoidAutoCancelImage` an older load may end after a newer one.
    private var question = 0
    private(set) var failure: ImageError?
    private(set) var origin = ""
    private(set) var progress = ""
    private var received: Double?
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
        twin = PictureTwin(lab: lab, environment: environment)
        super.init(reuseIdentifier: Self.identifier)
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
        } else if lab.settings.loadDelay > 0, !lab.settings.options.contains(.delayPlaceholder) {
            imageView.showPlaceholder(lab.settings.placeholder.placeholder)
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
        imageView.indicator = lab.settings.indicator
        imageView.transition = lab.settings.transition
        imageView.changePlaceholder(to: lab.settings.placeholder.placeholder)
        twin.restyle()
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Requests the row's picture, with the present options and additional ones; reloads it if it was requested before.
    func ask(_ more: ImageOptions = []) {
        if twin.imageView.isHidden == lab.settings.showsBeside {  // the request depends on the size
            setNeedsLayout()
            layoutIfNeeded()
        }
        if hasAsked { forgetFormer() }  // the text names another load than the replaced one
        hasAsked = true
        (failure, origin, progress, received) = (nil, "", "", nil)
        question += 1
        let question = question
        let context = lab.context(row: row, variant: imageView.variant)
        operation = imageView.setImage(
            url: lab.url(ofRow: row), placeholder: lab.settings.placeholder.placeholder,
            options: lab.settings.imageOptions.union(more), context: context,
            progress: { [weak self] received, expected in self?.show(received, of: expected, question) },
            completion: { [weak self] result in self?.show(result, question) })
        twin.ask(row: row)
        setNeedsDisplay()
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        leaveRow()
    }

    /// Unbinds the cell from its row.
    func leaveRow() {
        let old = (state: state, load: operation, stage: stageOfLoad)
        let loadBeside = twin.load
        departures += 1
        imageView.prepareForReuse()
        twin.prepareForReuse()
        former = old.load.map { load in
            FormerCell(
                row: row + 1, load: load.id, loadBeside: load.isCancelled ? loadBeside : nil, state: old.state,
                isCancelled: load.isCancelled, stage: old.stage, received: received)
        }
        formerUntil = nil
        hasAsked = false
        question += 1
        (operation, failure, origin, progress, received) = (nil, nil, "", "", nil)
    }

    /// Removes the text about the previous row.
    func forgetFormer() { former = nil }

    /// The stage of the load; `nil` if it has ended.
    private var stageOfLoad: TracedLoad.Stage? {
        guard isLoading, let operation else { return nil }
        lab.takeEvents()
        let stage = lab.model.recording.load(operation.id)?.currentStage
        return stage == .disk && lab.manager.diskCache == nil ? .waiting : stage
    }

    /// The time for which a reused cell shows its previous state, by the wall clock.
    private static let formerTime = Duration.seconds(6)

    override func advance(to now: Duration) -> Duration? {
        guard former != nil else { return nil }
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

    private func show(_ received: Int, of expected: Int?, _ question: Int) {
        guard question == self.question else { return }
        self.received = expected.flatMap { $0 > 0 ? Double(received) / Double($0) : nil }
        progress = "\(ByteSize(received))" + (expected.map { " of \(ByteSize($0))" } ?? "")
        setNeedsDisplay()
    }

    private func show(_ result: Result<LoadedImage, ImageError>, _ question: Int) {
        if case .success(let loaded) = result, let metrics = loaded.metrics { lab.keep(metrics) }
        guard question == self.question else { return }  // the cell was reused, or a newer request was made
        switch result {
        case .success(let loaded):
            if lab.settings.options.contains(.avoidAutoSetImage) { imageView.image = loaded.image }
            failure = nil
            origin = loaded.originInWords
        case .failure(let error): failure = error
        }
        setNeedsDisplay()
    }

    // MARK: - Facts

    var hasAskedForPicture: Bool { hasAsked }

    var facts: LabCellFacts {
        LabCellFacts(
            cell: number, row: row + 1, reused: departures, load: operation?.id,
            generation: imageView.bindingGeneration,
            state: state, shownURL: imageView.shownURL?.absoluteString, boundURL: imageView.imageURL?.absoluteString,
            isSelected: isSelected, failure: failure.flatMap { state == .failed ? "\($0)" : nil })
    }

    /// Whether the load is in progress.
    var isLoading: Bool { operation.map { !$0.isFinished } ?? false }

    private var state: LabCellFacts.State {
        guard hasAsked else { return .waiting }
        if isLoading { return imageView.shownURL == nil ? .loading : .preview }
        switch failure {
        case nil: return .shown
        case .cancelled: return .cancelled
        default: return .failed
        }
    }

    // MARK: - View

    override func layoutSubviews() {
        let rows = max(1, textRows)
        let isTwice = lab.settings.showsBeside
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
