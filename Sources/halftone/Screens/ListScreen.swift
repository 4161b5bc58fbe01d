import TerminalScreen
import TerminalViews

/// The list or grid of the gallery, with a line below that says where we are, and words where there is nothing to show.
@MainActor
final class ListScreen: View {
    let stage: ItemsStage
    private let footer = Footer<Action>()
    private let message = Label()
    private let activity = ActivityIndicatorView()
    private let gallery: Gallery
    /// What is going on beside the pictures, such as the reading of a page.
    var activityText: String? {
        didSet { if activityText != oldValue { updateFooter() } }
    }
    /// What is being saved.
    var savingText: String? {
        didSet { if savingText != oldValue { updateFooter() } }
    }

    init(gallery: Gallery) {
        self.gallery = gallery
        stage = ItemsStage(gallery: gallery)
        super.init()
        activity.style = gallery.environment.isASCII ? .line : .dots
        message.numberOfLines = 0
        for view in [stage, activity, message, footer] as [View] { addSubview(view) }
    }

    var isGrid: Bool { stage.isGrid }

    /// A hint of the footer was clicked on.
    var didChoose: @MainActor (Action) -> Void {
        get { footer.didChoose }
        set { footer.didChoose = newValue }
    }

    /// Shows what is being waited for, with a sign that turns, or why there is nothing to see.
    /// What to press then stands below it.
    func show(message text: String, hint: String = "", style: CellStyle, isBusy: Bool = false) {
        var words = AttributedText(text, style: style)
        if !hint.isEmpty { words.append("\n\n" + hint, style: Theme.detail) }
        message.attributedText = words
        isBusy ? activity.startAnimating() : activity.stopAnimating()
        setNeedsLayout()
        updateFooter()
    }

    /// Shows what the model has now.
    func reload() {
        if gallery.count == 0, !gallery.model.items.isEmpty {
            let filter = gallery.model.arrangement.filter.text
            show(
                message: "No title has “\(filter)”.",
                hint: "\(Action.close.keyName) shows all \(gallery.model.items.count) pictures again, "
                    + "\(Action.filter.keyName) asks for other words.", style: Theme.title)
        } else {
            show(message: "", style: Theme.detail)
        }
        stage.reload()
        updateFooter()
    }

    func insertRows(_ rows: [Range<Int>]) {
        stage.insertRows(rows)
        updateFooter()
    }

    /// Says something for a moment.
    func flash(_ text: String) { footer.flash(text) }

    func move(_ move: ItemMove) {
        stage.move(!isGrid && move == .left ? .up : move)
        updateFooter()
    }

    func refresh() {
        stage.refresh()
        updateFooter()
    }

    func toggleLayout() {
        stage.toggleLayout()
        updateFooter()
    }

    func changeColumns(by step: Int) {
        stage.changeColumns(by: step)
        updateFooter()
    }

    func restyle() {
        stage.restyle()
        footer.setNeedsDisplay()
    }

    func updateFooter() {
        var place = gallery.model.isEmpty ? "" : "\(gallery.model.place + 1)/\(gallery.count)"
        if gallery.hasMarks { place = gallery.markTally.words + "  " + place }
        var title = gallery.title
        if let summary = gallery.model.arrangement.summary { title += "  " + summary }
        let failure = stage.hiddenFailure
        footer.show(
            title: title, news: savingText ?? (failure == nil ? activityText : nil), alert: failure, place: place,
            hints: hints)
    }

    /// What can be done with what is shown.
    private var hints: [Action] {
        if !gallery.model.isEmpty { return [.open, .search, .mark, .toggleLayout, .toggleFigures, .help, .quit] }
        return gallery.model.items.isEmpty ? [.refreshAll, .help, .quit] : [.close, .filter, .help, .quit]
    }

    override func layoutSubviews() {
        let rows = max(0, bounds.size.rows - 1)
        stage.frame = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: rows)
        let top = min(1, rows)
        activity.frame = CellRect(column: 2, row: top, columns: 1, rows: min(1, rows))
        let left = activity.isAnimating ? 4 : 2
        message.frame = CellRect(
            column: left, row: top, columns: max(0, bounds.size.columns - left - 2), rows: max(0, rows - top))
        footer.frame = CellRect(column: 0, row: rows, columns: bounds.size.columns, rows: 1)
    }
}
