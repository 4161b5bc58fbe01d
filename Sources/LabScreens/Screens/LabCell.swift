import HalftoneCore
import FoundationEssentials
import ImageLab
import ImageLoading
import ScreenKit
import TerminalScreen
import TerminalViews
import TraceAnalysis

/// A row of the Lab's table: a picture, and the cell's identity and state beside it.
@MainActor
final class LabCell: ReusableCell {
    static let identifier = "lab"

    /// The number of the cell in the order of creation, from 1.
    let number: Int
    let lab: LabEnvironment
    /// The picture, and the second one, which is shown only beside the first.
    let pictures: [CellPicture]
    private(set) var row = 0
    private(set) var title = ""
    /// The title of the former row, for a second after a reuse; empty otherwise.
    private(set) var formerTitle = ""
    private var formerTitleEnd: Duration?
    /// The state before the last reuse; `nil` from the second load for the row on.
    private(set) var previousRow: PreviousRow?
    /// Whether the selected load of the waterfall belongs to this cell.
    var isLinked = false {
        didSet { if isLinked != oldValue { setNeedsDisplay() } }
    }

    init(number: Int, lab: LabEnvironment, environment: ScreenEnvironment) {
        self.number = number
        self.lab = lab
        pictures = [false, true].map { CellPicture(lab: lab, environment: environment, isSecond: $0) }
        super.init(reuseIdentifier: Self.identifier)
        for picture in pictures {
            addSubview(picture.imageView)
            picture.load.didChange = { [weak self] in self?.setNeedsDisplay() }
            picture.load.didProgress = { [weak self] in self?.setNeedsDisplay() }
        }
    }

    /// The view and the load of the first picture, which the texts are about.
    var imageView: AnimatedImageView { pictures[0].imageView }
    var pictureLoad: PictureLoad { pictures[0].load }

    // MARK: - Row

    /// Binds the cell to a row; ``request()`` requests the picture.
    func configure(row: Int) {
        self.row = row
        title = lab.items.indices.contains(row) ? TextSanitizer.clean(lab.items[row].title) : ""
        if formerTitle == title { formerTitle = "" }
        restyle()
        if isInMemory {
            request()  // without the delay for scrolled rows, and without placeholder
        } else if lab.settings.loadDelay > 0 {
            for picture in pictures { picture.showPlaceholder() }
        }
        setNeedsDisplay()
    }

    private var isInMemory: Bool {
        guard lab.settings.cacheTiers.contains(.memory), let url = lab.url(ofRow: row) else { return false }
        let context = lab.context(row: row, variant: imageView.variant)
        let key = lab.manager.key(for: url, options: lab.settings.picture.options, context: context)
        return lab.manager.memoryCache.contains(key)
    }

    /// Applies the settings of the view, without a load.
    func restyle() {
        for picture in pictures { picture.restyle() }
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Requests the row's pictures; reloads them if they were requested before.
    func request() {
        if pictures[1].imageView.isHidden == (lab.settings.beside != nil) {  // the request depends on the size
            setNeedsLayout()
            layoutIfNeeded()
        }
        if hasRequested { previousRow = nil }  // the text names another load than the replaced one
        for picture in pictures { picture.request(row: row) }
        setNeedsDisplay()
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        leaveRow()
    }

    /// Unbinds the cell from its row.
    private func leaveRow() {
        let (load, state) = (pictureLoad.operation, state)
        (formerTitle, formerTitleEnd) = (title, nil)
        lab.takeEvents()
        // The view knows nothing of bytes whose deliveries are held.
        let bytes = load.flatMap { lab.model.recording.load($0.id)?.bytes } ?? 0
        let received =
            pictureLoad.fraction.map { "at \(Int($0 * 100)) %" } ?? (bytes > 0 ? "after \(ByteSize(bytes))" : nil)
        let wasCancelled = load?.isCancelled == true  // by a key, before the reuse
        for picture in pictures { picture.leaveRow() }
        previousRow = load.map { load in
            PreviousRow(
                row: row + 1, load: load.id, state: state, isCancelled: load.isCancelled && !wasCancelled,
                received: received)
        }
    }

    /// Loads the row's picture again, as a newly bound cell without caches.
    func replay() {
        lab.forget(row: row)
        leaveRow()
        previousRow = nil  // the previous row is the same
        configure(row: row)
        if !hasRequested { request() }
    }

    /// The stage that the cell's text names.
    private var shownStage = FrameHistory.Stage.placeholder

    override func advance(to now: Duration) -> Duration? {
        if stage != shownStage {
            shownStage = stage
            setNeedsDisplay()
        }
        if !formerTitle.isEmpty {
            let end = formerTitleEnd ?? now + .seconds(1)
            formerTitleEnd = now < end ? end : nil
            if now >= end {
                formerTitle = ""
                setNeedsDisplay()
            }
        }
        // The turn after the last frame of a transition sees its end.
        let frame = imageView.transitionProgress == nil ? nil : now + .milliseconds(16)
        return [frame, formerTitleEnd].compactMap(\.self).min()
    }

    override var isSelected: Bool {
        didSet { if isSelected != oldValue { setNeedsDisplay() } }
    }

    // MARK: - Load state

    var hasRequested: Bool { pictureLoad.hasBegun }

    var facts: LabCellFacts {
        LabCellFacts(
            cell: number, row: row + 1, reused: pictures[0].reuses, load: pictureLoad.operation?.id,
            state: state, shownURL: imageView.shownURL?.absoluteString,
            isSelected: isSelected, failure: failure)
    }

    var isLoading: Bool { pictureLoad.isRunning }

    /// Why the load has failed.
    private var failure: String? {
        if state == .failed, case .failed(let error) = pictureLoad.state { "\(error)" } else { nil }
    }

    var state: LabCellFacts.State { pictures[0].state }
    var stage: FrameHistory.Stage { pictures[0].stage }

    /// The numbers of the cell's image views in the trace.
    var viewIDs: [Int] { pictures.map(\.imageView.id) }

    /// Returns the newest load for the present row in one of the cell's image views; `nil` if there was none.
    func load(ofView view: Int) -> Int? { pictures.first { $0.imageView.id == view }?.load.operation?.id }

    // MARK: - View

    override func layoutSubviews() {
        let rows = textRows
        let count = lab.settings.beside == nil ? 1 : 2
        let columns = min(3 * rows, bounds.size.columns / (2 * count))  // half of the row is text
        for (index, picture) in pictures.enumerated() {
            picture.imageView.isHidden = index >= count
            picture.imageView.frame =
                index < count
                ? CellRect(column: 2 + index * (columns + 1), row: 0, columns: columns, rows: rows) : .zero
        }
    }

    var shownPictures: ArraySlice<CellPicture> { pictures.prefix { !$0.imageView.isHidden } }

    override func draw(in context: inout DrawingContext) {
        if isSelected || isHighlighted || isLinked {
            let style = isLinked ? theme.changed : theme.mark
            for row in 0..<textRows {
                context.draw(isLinked ? "┃" : "▌", column: 0, row: row, columns: 1, style: style)
            }
        }
        let column = (shownPictures.last?.imageView.frame.maxColumn ?? 0) + 2
        let columns = bounds.size.columns - column - 1
        for (row, line) in lines(columns: columns).prefix(textRows).enumerated() {
            context.draw(line, column: column, row: row, columns: columns)
        }
    }
}
