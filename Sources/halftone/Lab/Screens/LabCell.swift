import Basis
import FoundationEssentials
import ImageLab
import ImageLoading
import TerminalScreen
import TerminalViews
import TraceAnalysis

/// A row of the Lab's table: a picture, and beside it which cell this is and what it is doing.
@MainActor
final class LabCell: ReusableCell {
    static let identifier = "lab"

    let imageView: AnimatedImageView
    /// In the order in which cells were made, from 1.
    let number: Int
    let lab: LabEnvironment
    let twin: PictureTwin
    private(set) var row = 0
    private var title = ""
    private var hasAsked = false
    private var operation: ImageLoadOperation?
    /// Counts what has been asked for: with `avoidAutoCancelImage` an older load may end after a newer one.
    private var question = 0
    private var failure: ImageError?
    private var origin = ""
    private var progress = ""
    private var received: Double?
    /// What the cell was before it was reused; `nil` once that has been said long enough.
    private var former: FormerCell?
    private var formerUntil: Duration?
    /// Rows that it has left, also in a replay, which reuses it as scrolling does.
    private var departures = 0
    /// Whether the load that is chosen in the waterfall belongs to this cell.
    var isLinked = false {
        didSet { if isLinked != oldValue { setNeedsDisplay() } }
    }

    init(number: Int, lab: LabEnvironment, environment: ScreenEnvironment) {
        self.number = number
        self.lab = lab
        imageView = AnimatedImageView(environment: environment)
        twin = PictureTwin(lab: lab, environment: environment)
        super.init(reuseIdentifier: Self.identifier)
        for view in [imageView, twin.imageView] as [View] { addSubview(view) }
    }

    // MARK: - Row

    /// Becomes the cell of a row, which asks for its picture in ``ask()``.
    func configure(row: Int) {
        self.row = row
        title = lab.items.indices.contains(row) ? TextSanitizer.clean(lab.items[row].title) : ""
        restyle()
        if isInMemory {
            ask()  // it need not wait until the row settles, and nothing else is to be seen before it
        } else if lab.settings.settle > 0, !lab.settings.options.contains(.delayPlaceholder) {
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

    /// Looks as the switches say, without asking for anything.
    func restyle() {
        imageView.indicator = lab.settings.indicator
        imageView.transition = lab.settings.transition
        imageView.changePlaceholder(to: lab.settings.placeholder.placeholder)
        twin.restyle()
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Asks for the row's picture, with the options that hold now and some more; once more if it has asked before.
    func ask(_ more: ImageOptions = []) {
        if twin.imageView.isHidden == lab.settings.showsBeside {  // its size is part of what is asked for
            setNeedsLayout()
            layoutIfNeeded()
        }
        if hasAsked { forgetFormer() }  // the load before this one is another one than it names
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

    /// Ends what it was for its row.
    func leaveRow() {
        let old = (state: state, load: operation, stage: stageOfLoad)
        let loadBeside = twin.load
        departures += 1
        for view in [imageView, twin.imageView] { view.prepareForReuse() }
        former = old.load.map { load in
            FormerCell(
                row: row + 1, load: load.id, loadBeside: loadBeside, state: old.state, isCancelled: load.isCancelled,
                stage: old.stage, received: received)
        }
        formerUntil = nil
        hasAsked = false
        question += 1
        (operation, failure, origin, progress, received) = (nil, nil, "", "", nil)
    }

    func forgetFormer() { former = nil }

    /// What the cell's load is doing; `nil` when it has ended.
    private var stageOfLoad: TracedLoad.Stage? {
        guard isLoading, let operation else { return nil }
        lab.takeEvents()
        let stage = lab.model.recording.load(operation.id)?.currentStage
        return stage == .disk && lab.manager.diskCache == nil ? .waiting : stage
    }

    /// How long a reused cell says what it was: long enough to be found and read, which slow motion does not make longer.
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

    // MARK: - What became of the load

    private func show(_ received: Int, of expected: Int?, _ question: Int) {
        guard question == self.question else { return }
        self.received = expected.flatMap { $0 > 0 ? Double(received) / Double($0) : nil }
        progress = "\(ByteSize(received))" + (expected.map { " of \(ByteSize($0))" } ?? "")
        setNeedsDisplay()
    }

    private func show(_ result: Result<LoadedImage, ImageError>, _ question: Int) {
        if case .success(let loaded) = result, let metrics = loaded.metrics { lab.keep(metrics) }
        guard question == self.question else { return }  // it is another row's by now, or something newer was asked for
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

    /// Whether its load is under way.
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

    /// Lines of the cell that show something: a cell of three or more leaves the last one empty.
    private var textRows: Int { bounds.size.rows < 3 ? bounds.size.rows : bounds.size.rows - 1 }

    override func layoutSubviews() {
        let rows = max(1, textRows)
        let isTwice = lab.settings.showsBeside
        let columns = min(3 * rows, bounds.size.columns / (isTwice ? 4 : 2))  // half of the row is for the text
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

    /// Why a load failed is told to its end, below each other where it is too long for a line; the path makes way for it.
    private func lines(columns: Int) -> [AttributedText] {
        let facts = facts
        let name = AttributedText("\(facts.row)  \(title)", style: theme.lab.strong)
        let gap = AttributedText("  ")
        guard lab.settings.showsIdentity else {
            return textRows == 1 ? [name + gap + status(facts)] : [name] + statusLines(facts, columns, after: 1)
        }
        switch textRows {
        case ...1:
            let number = AttributedText("\(facts.row)".padded(to: 4), style: theme.lab.strong)
            let identity = AttributedText(shortIdentity(facts, columns), style: theme.lab.text)
            guard let former else {
                return [number + identity + status(facts) + gap + AttributedText(title, style: theme.lab.strong)]
            }
            return [number + identity + stateWord(facts) + gap + AttributedText(former.text, style: style(of: former))]
        case ...3:
            return [name + gap + status(facts), AttributedText(identity(facts), style: theme.lab.text)]
                + (textRows == 3 ? [formerOrPath] : [])
        default:
            return [name, AttributedText(identity(facts), style: theme.lab.text)]
                + statusLines(facts, columns, after: former == nil ? 2 : 3) + [formerOrPath]
        }
    }

    /// Which cell this is, and why its generation is what it is: each reuse and each load begins a new one.
    private func identity(_ facts: LabCellFacts) -> String {
        let load = facts.load.map { "load \($0)" } ?? "no load"
        func counted(_ count: Int, _ one: String, _ many: String) -> String { "\(count) \(count == 1 ? one : many)" }
        let parts =
            counted(facts.reused, "reuse", "reuses") + " + "
            + counted(facts.generation - facts.reused, "load", "loads")
        let sum = facts.reused == 0 ? "" : " = " + parts
        return "cell \(number)  reused \(facts.reused)  \(load)  generation \(facts.generation)\(sum)"
    }

    private func shortIdentity(_ facts: LabCellFacts, _ columns: Int) -> String {
        "cell \(number)".padded(to: 9) + (columns < 80 ? "" : "reused \(facts.reused)".padded(to: 11))
            + (facts.load.map { "load \($0)" } ?? "no load").padded(to: 10)
    }

    private var formerOrPath: AttributedText {
        former.map { AttributedText($0.text, style: style(of: $0)) } ?? AttributedText(path, style: theme.lab.dim)
    }

    private func style(of former: FormerCell) -> CellStyle {
        former.isCancelled ? theme.lab.style(of: LabCellFacts.State.cancelled) : theme.lab.dim
    }

    private func statusLines(_ facts: LabCellFacts, _ columns: Int, after used: Int) -> [AttributedText] {
        let room = facts.state == .failed ? max(1, textRows - used) : 1
        return TextLayout(columns: columns, maximumLines: room).lines(of: status(facts))
    }

    private func status(_ facts: LabCellFacts) -> AttributedText {
        let detail =
            switch facts.state {
            case .waiting, .cancelled: ""
            case .loading, .preview: progress
            case .shown: "from \(origin)"
            case .failed: failure.map { "\($0)" } ?? ""
            }
        return stateWord(facts) + AttributedText(detail.isEmpty ? "" : "  \(detail)", style: theme.lab.dim)
    }

    private func stateWord(_ facts: LabCellFacts) -> AttributedText {
        AttributedText(facts.state.rawValue, style: theme.lab.style(of: facts.state))
    }

    /// The settings of two pictures side by side, else the URL without what all have in common.
    private var path: String {
        guard !lab.settings.showsBeside else { return lab.settings.besideWords }
        guard lab.items.indices.contains(row) else { return "" }
        return TextSanitizer.clean(lab.items[row].url.dropFirst(lab.server.baseURL.count))
    }
}
