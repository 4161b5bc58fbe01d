import Basis
import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TerminalViews

/// A picture of the gallery. In the list its title and what became of its load stand at the right, in the grid the
/// title stands below, with a sign if the picture could not be loaded.
@MainActor
final class PictureCell: ReusableCell {
    let imageView: AnimatedImageView
    private let titleLabel = Label()
    private let detailLabel = Label()
    private let statusLabel = Label()
    private let browser: Browser
    private let layout: GalleryLayout
    private var hasFailed = false
    /// Why there is no picture, and what to press; `nil`: it is there, or on its way.
    private var failure: FailureText? {
        didSet {
            guard failure != oldValue else { return }
            setNeedsLayout()
            setNeedsDisplay()
            if isSelected { didChangeFailure() }
        }
    }
    /// The failure that it shows while it is selected is another one.
    var didChangeFailure: @MainActor () -> Void = {}
    private(set) var entry: Page.Entry?
    /// The page of the entry. Its load may end when another page is shown.
    private weak var page: Page?
    /// Counts the rows that it has shown: what comes for another one is not for this.
    private var configuration = 0
    /// Whether the row has asked for its picture.
    private(set) var hasAsked = false

    init(browser: Browser, layout: GalleryLayout) {
        self.browser = browser
        self.layout = layout
        imageView = AnimatedImageView(environment: browser.environment)
        super.init(reuseIdentifier: layout.rawValue)
        imageView.autoPlays = false
        titleLabel.numberOfLines = 2
        statusLabel.numberOfLines = 0
        statusLabel.textAlignment = layout == .grid ? .center : .left
        for view in [imageView, statusLabel] as [View] { addSubview(view) }
        guard layout == .list else { return }
        for label in [titleLabel, detailLabel] { addSubview(label) }
    }

    /// Only the row that is selected plays: a list in which everything moves cannot be read, and costs a frame each time.
    override var isSelected: Bool {
        didSet {
            guard isSelected != oldValue else { return }
            imageView.autoPlays = isSelected
            isSelected ? imageView.startAnimating() : imageView.stopAnimating()
        }
    }

    // MARK: - Row

    /// Shows a row's text. Its picture is asked for by ``load(options:)``; at once if it is in memory.
    func configure(_ entry: Page.Entry) {
        self.entry = entry
        page = browser.page
        configuration += 1
        hasAsked = false
        titleLabel.style = browser.environment.theme.title
        detailLabel.style = browser.environment.theme.detail
        imageView.indicator = browser.options.indicator
        imageView.transition = browser.options.transition
        titleLabel.text = entry.item.title
        titleLabel.link = entry.item.page.flatMap { LinkTarget($0.publicAddress.text) }
        setNeedsLayout()  // one line of title or two
        detailLabel.text = Self.facts(of: entry)
        setStatus("", browser.environment.theme.detail)
        hasFailed = false
        setNeedsDisplay()
        guard entry.item.picture != .missing else { return showMissing() }
        let manager = browser.manager
        let options = browser.options.imageOptions
        if let url = entry.url,
            manager.memoryCache.contains(manager.key(for: url, options: options, context: context))
        {
            load()
        } else if let preview = entry.url.flatMap({ manager.preview(for: $0, context: context) }) {
            imageView.showPlaceholder(.image(preview))
        } else if !options.contains(.delayPlaceholder) {
            imageView.showPlaceholder(browser.options.placeholder.placeholder)
        }
    }

    /// Others came before it: it is the same picture in another row.
    func renumber(_ entry: Page.Entry) { self.entry = entry }

    /// An entry of a feed that has none.
    private func showMissing() {
        hasAsked = true
        imageView.prepareForReuse()
        setFailure(FailureText(missingWithPage: entry?.item.page != nil), browser.environment.theme.detail)
        detailLabel.text = entry?.item.summary ?? ""
    }

    /// Adopts what was chosen for all pictures since.
    func restyle() {
        imageView.indicator = browser.options.indicator
        imageView.transition = browser.options.transition
        imageView.changePlaceholder(to: browser.options.placeholder.placeholder)
        titleLabel.style = browser.environment.theme.title
        detailLabel.style = browser.environment.theme.detail
        statusLabel.style = hasFailed ? browser.environment.theme.error : browser.environment.theme.detail
        setNeedsDisplay()
    }

    /// Asks for the picture.
    func load(options: ImageOptions = []) {
        guard let entry, entry.item.picture != .missing else { return }
        hasAsked = true
        setStatus("loading", browser.environment.theme.detail)
        hasFailed = false
        imageView.setImage(
            url: entry.url, placeholder: browser.options.placeholder.placeholder,
            options: browser.options.imageOptions.union(options), context: context,
            progress: { [weak self] received, expected in self?.show(received, of: expected) },
            completion: { [weak self, configuration] result in self?.show(result, of: configuration) })
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        imageView.prepareForReuse()
        entry = nil
        hasAsked = false
    }

    private var context: ImageContext {
        var context = ImageContext()
        context.row = entry?.row
        context.variant = imageView.variant
        context.animation = .frames
        return context
    }

    // MARK: - What became of the load

    private func show(_ received: Int, of expected: Int?) {
        let whole = expected.map { " of \(ByteSize($0))" } ?? ""
        setStatus("loading \(ByteSize(received))\(whole)", browser.environment.theme.detail)
    }

    private func show(_ result: Result<LoadedImage, ImageError>, of configuration: Int) {
        guard let entry, configuration == self.configuration else { return }  // the row is another one by now
        switch result {
        case .success(let loaded):
            let image = loaded.image
            page?.didLoad(entry.item.id, bytes: image.sourceBytes)
            if browser.options.imageOptions.contains(.avoidAutoSetImage) { imageView.image = image }
            let format = image.format.map { "\($0.name), " } ?? ""
            detailLabel.text =
                "\(image.sourceSize.width) × \(image.sourceSize.height), \(format)\(ByteSize(image.sourceBytes))"
            setStatus(
                image.warning?.description ?? Self.origin(of: loaded),
                image.warning == nil ? browser.environment.theme.detail : browser.environment.theme.error
            )
        case .failure(.cancelled):
            setStatus("", browser.environment.theme.detail)
        case .failure(let error):
            hasFailed = true
            setFailure(FailureText(error), browser.environment.theme.error)
            page?.didFail(entry.item.id)
            if error.isAboutPage, case .remote(let address) = entry.item.picture {
                page?.reader.didMeetPage(at: address)
            }
        }
    }

    private func setStatus(_ text: String, _ style: CellStyle) {
        failure = nil
        statusLabel.style = style
        statusLabel.text = text
    }

    /// What stands there depends on the room for it.
    private func setFailure(_ text: FailureText, _ style: CellStyle) {
        (statusLabel.style, statusLabel.text) = (style, text.text)
        failure = text
    }

    /// What of ``failure`` the cell itself does not show: all of it in the grid if there is an older picture or no room,
    /// and everywhere if it is cut.
    var hiddenFailure: String? {
        guard hasFailed, let failure else { return nil }
        layoutIfNeeded()
        let room = statusLabel.frame.size
        let whole = Label()
        whole.numberOfLines = 0
        whole.text = statusLabel.text
        let isCut =
            statusLabel.isHidden || whole.sizeThatFits(CellSize(columns: room.columns, rows: .max)).rows > room.rows
        return isCut ? failure.text : nil
    }

    private static func origin(of loaded: LoadedImage) -> String {
        if loaded.cacheType.contains(.memory) { return "from memory" }
        if loaded.cacheType.contains(.disk) { return "from disk" }
        return loaded.url.isFileURL ? "from the file" : "from the network"
    }

    private static func facts(of entry: Page.Entry) -> String {
        var facts: [String] = []
        if let width = entry.item.pixelWidth, let height = entry.item.pixelHeight {
            facts.append("\(width) × \(height)")
        }
        if let bytes = entry.item.byteCount { facts.append("\(ByteSize(bytes))") }
        return facts.joined(separator: ", ")
    }

    // MARK: - View

    /// The lines of a row on a screen of so many: about three pictures at once.
    static func height(on rows: Int) -> Int { max(1, min(20, max(rows / 3, min(7, rows)))) }

    /// The lines of an item of the grid that is so wide: a picture of 3:2 fills it, above one line of text.
    static func height(ofColumns columns: Int, pixelAspect: Double) -> Int {
        max(2, Int((Double(columns) * pixelAspect / 3).rounded()) + 1)
    }

    override func layoutSubviews() {
        let rows = max(1, bounds.size.rows - 1)  // one line apart, or for the title
        switch layout {
        case .grid:
            imageView.frame = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: rows)
            layoutFailure(in: imageView.frame)
        case .list: layoutRow(rows)
        }
    }

    /// In the grid, where the picture would be. Where there is hardly any room, or there is an older picture, the last line
    /// of the screen says it of the selected one: see ``hiddenFailure``.
    private func layoutFailure(in room: CellRect) {
        let columns = room.size.columns - 2
        statusLabel.isHidden = failure == nil || imageView.image != nil || columns < 10 || room.size.rows < 2
        guard let failure, !statusLabel.isHidden else { return }
        statusLabel.text = failure.fitting(columns: columns, rows: room.size.rows)
        let rows = statusLabel.sizeThatFits(CellSize(columns: columns, rows: room.size.rows)).rows
        statusLabel.frame = CellRect(column: 1, row: (room.size.rows - rows) / 2, columns: columns, rows: rows)
    }

    private func layoutRow(_ rows: Int) {
        let columns = max(0, min(3 * rows, bounds.size.columns / 2))
        imageView.frame = CellRect(column: 2, row: 0, columns: columns, rows: rows)
        let column = columns + 4
        let width = max(0, bounds.size.columns - column - 1)
        titleLabel.numberOfLines = rows >= 5 ? 2 : 1
        let wanted = titleLabel.sizeThatFits(CellSize(columns: width, rows: titleLabel.numberOfLines))
        let titleRows = max(1, wanted.rows)
        titleLabel.frame = CellRect(column: column, row: 0, columns: width, rows: titleRows)
        detailLabel.frame = CellRect(column: column, row: titleRows, columns: width, rows: 1)
        statusLabel.frame = CellRect(
            column: column, row: titleRows + 1, columns: width, rows: max(0, rows - titleRows - 1))
        if let failure { statusLabel.text = failure.fitting(columns: width, rows: statusLabel.frame.size.rows) }
    }

    override func draw(in context: inout DrawingContext) {
        switch layout {
        case .grid: drawCaption(in: &context)
        case .list:
            if isMarkedInGallery {
                context.draw(markSign, column: 1, row: 0, columns: 1, style: browser.environment.theme.mark)
            }
            guard isSelected || isHighlighted else { return }
            for row in 0..<max(1, bounds.size.rows - 1) {
                context.draw("▌", column: 0, row: row, columns: 1, style: browser.environment.theme.mark)
            }
        }
    }

    private var isMarkedInGallery: Bool { entry.map { browser.marks.contains($0.item.id) } ?? false }
    private var failureSign: String { browser.environment.isASCII ? "!" : "✗" }
    private var markSign: String { browser.environment.isASCII ? "*" : "●" }

    private func drawCaption(in context: inout DrawingContext) {
        let line = CellRect(column: 0, row: bounds.size.rows - 1, columns: bounds.size.columns, rows: 1)
        let isChosen = isSelected || isHighlighted
        if isChosen {
            context.fill(line, style: browser.environment.theme.barStrong)
            context.draw("▌", column: 0, row: line.minRow, columns: 1, style: browser.environment.theme.selectionMark)
        }
        let style = hasFailed ? browser.environment.theme.error : browser.environment.theme.detail
        let signs = (isMarkedInGallery ? markSign + " " : "") + (hasFailed ? failureSign + " " : "")
        let columns = context.draw(
            signs + titleLabel.text, column: 1, row: line.minRow, columns: line.size.columns - 1,
            style: isChosen ? browser.environment.theme.barStrong : style)
        guard let link = titleLabel.link else { return }
        context.link(CellRect(column: 1, row: line.minRow, columns: columns, rows: 1), to: link)
    }
}
