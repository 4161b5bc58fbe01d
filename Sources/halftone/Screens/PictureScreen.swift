import Basis
import ImageLoading
import TerminalScreen
import TerminalViews

/// One picture as large as the screen.
@MainActor
final class PictureScreen: View {
    private let imageView: AnimatedImageView
    private let footer = Footer()
    private let gallery: Gallery
    private(set) var row = 0
    private var shownSize: CellSize?
    private var status = ""

    init(gallery: Gallery) {
        self.gallery = gallery
        imageView = AnimatedImageView(environment: gallery.environment)
        super.init()
        addSubview(imageView)
        addSubview(footer)
    }

    /// Shows a row's picture.
    func show(row: Int) {
        self.row = min(max(0, row), gallery.count - 1)
        layoutIfNeeded()
        load()
    }

    func close() { imageView.prepareForReuse() }

    func perform(_ action: Action) {
        switch action {
        case .up, .pageUp: step(to: row - 1)
        case .down, .pageDown: step(to: row + 1)
        case .top: step(to: 0)
        case .bottom: step(to: gallery.count - 1)
        case .refresh: load(options: gallery.refreshOptions(for: gallery.entry(row)))
        case .open, .close, .previous, .next, .cycleIndicator, .cycleTransition, .cyclePlaceholder, .toggleLayout,
            .moreColumns, .fewerColumns, .toggleFigures, .help, .redraw, .quit:
            break  // not this screen's business
        }
    }

    /// Says something for a moment.
    func flash(_ text: String) { footer.flash(text, for: .seconds(2)) }

    private func step(to row: Int) {
        guard row != self.row, (0..<gallery.count).contains(row) else { return }
        show(row: row)
    }

    private func load(options: ImageOptions = []) {
        guard gallery.count > 0 else { return }
        let entry = gallery.entry(row)
        var context = ImageContext()
        context.row = row
        imageView.indicator = gallery.options.indicator
        imageView.transition = gallery.options.transition
        say("loading")
        imageView.setImage(
            url: entry.url, placeholder: gallery.options.placeholder.placeholder,
            options: gallery.options.imageOptions.union(options).union(.highPriority), context: context,
            completion: { [weak self] result in self?.show(result) })
    }

    private func show(_ result: Result<LoadedImage, ImageError>) {
        switch result {
        case .success(let loaded):
            let size = loaded.image.sourceSize
            let facts = "\(size.width) × \(size.height), \(ByteSize(loaded.image.sourceBytes))"
            say(loaded.image.warning.map { "\(facts), \($0)" } ?? facts)
        case .failure(.cancelled): break
        case .failure(let error): say("\(error); r tries again")
        }
    }

    private func say(_ text: String) {
        let entry = gallery.entry(row)
        footer.show(
            title: "\(entry.item.title)  \(text)", place: "\(entry.number)/\(gallery.count)",
            hints: [.close, .next, .refresh, .help])
    }

    override func layoutSubviews() {
        let rows = max(0, bounds.size.rows - 1)
        imageView.frame = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: rows)
        footer.frame = CellRect(column: 0, row: rows, columns: bounds.size.columns, rows: 1)
        // Another size needs another decode.
        if let shownSize, shownSize != bounds.size, !isHidden {
            load()
        }
        shownSize = bounds.size
    }

    override func draw(in context: inout DrawingContext) { context.fill(bounds, style: .plain) }
}
