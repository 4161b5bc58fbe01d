import HalftoneCore
import FoundationEssentials
import ImageLoading
import Pixels
import TerminalScreen
import TerminalViews

/// A picture of the gallery: with text beside it in the list, with its title below in the grid, and large with text
/// below in the preview.
@MainActor
final class PictureCell: ReusableCell {
    let imageView: AnimatedImageView
    private let text = ItemTextView()
    /// The error in place of the picture; the list shows it in the text.
    private let message: FailureMessage
    private let folder = FolderView()
    let browser: Browser
    private let layout: GalleryLayout
    /// The state of the load, or the source's facts before it.
    private var status = ""
    /// The error, and the key that helps; `nil` if the picture is loaded or loading.
    private var failure: FailureText?
    /// Whether the load failed; `false` for an entry without a picture.
    private(set) var hasFailed = false
    /// Called when the status changes while the cell is selected.
    var didChangeStatus: @MainActor () -> Void = {}
    private(set) var entry: Page.Entry?
    /// The page of the entry. The load may end while another page is shown.
    private weak var page: Page?
    /// Counts the rows shown so far; results for other rows are dropped.
    private var configuration = 0
    /// Whether the row has requested its picture.
    private(set) var hasAsked = false
    private let loadsByItself: Bool
    /// The time of the first turn with the row; `nil` before it.
    private var since: Duration?

    /// - Parameter loadsByItself: whether the cell requests its picture after the delay for scrolled rows.
    init(browser: Browser, layout: GalleryLayout, loadsByItself: Bool = false) {
        self.browser = browser
        self.layout = layout
        self.loadsByItself = loadsByItself
        imageView = AnimatedImageView(environment: browser.environment)
        message = FailureMessage(margin: layout == .grid ? 1 : 2)
        super.init(reuseIdentifier: layout.rawValue)
        imageView.autoPlays = false
        for view in [imageView, message, folder] as [View] { addSubview(view) }
        if layout != .grid { addSubview(text) }
    }

    /// Whether the animation plays: only in the selected row, because a moving list is hard to read, and every step
    /// costs a frame.
    override var isSelected: Bool {
        didSet {
            guard isSelected != oldValue else { return }
            imageView.autoPlays = isSelected
            isSelected ? imageView.startAnimating() : imageView.stopAnimating()
        }
    }

    // MARK: - Row

    /// Shows a row's text. ``load(options:)`` requests its picture, which is shown immediately if it is in memory.
    func configure(_ entry: Page.Entry) {
        self.entry = entry
        page = browser.page
        configuration += 1
        (hasAsked, since) = (false, nil)
        imageView.indicator = browser.options.indicator
        imageView.transition = browser.options.transition
        text.show(entry.item)
        say(entry.item.statedSize)
        folder.isHidden = !entry.item.isFolder
        guard entry.item.picture.isPicture else { return showMissing() }
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

    /// Whether the entry belongs to the page that is shown now.
    var isOnShownPage: Bool { page === browser.page }

    /// Adopts a new row of the same picture, after insertions before it.
    func renumber(_ entry: Page.Entry) { self.entry = entry }

    /// Shows a folder, or a feed entry without a picture.
    private func showMissing() {
        hasAsked = true
        imageView.prepareForReuse()
        guard folder.isHidden else { return }
        say(FailureText(missingWithPage: entry?.item.page != nil, browser.keys))
    }

    /// Applies the current indicator, transition, placeholder and theme.
    func restyle() {
        imageView.indicator = browser.options.indicator
        imageView.transition = browser.options.transition
        imageView.changePlaceholder(to: browser.options.placeholder.placeholder)
        text.setNeedsLayout()
        setNeedsLayout()
        setNeedsDisplay()
    }

    /// Requests the picture.
    func load(options: ImageOptions = []) {
        guard let entry, entry.item.picture.isPicture else { return }
        hasAsked = true
        page?.didBeginLoading(entry.item.id)
        say("loading")
        imageView.setImage(
            url: entry.url, placeholder: browser.options.placeholder.placeholder,
            options: browser.options.imageOptions.union(options), context: context,
            progress: { [weak self] received, expected in self?.show(received, of: expected) },
            completion: { [weak self, configuration] result in self?.show(result, of: configuration) })
    }

    /// Begins the delay before the load anew.
    func restartDelay() { since = nil }

    override func advance(to now: Duration) -> Duration? {
        guard loadsByItself, entry != nil, !hasAsked else { return nil }
        let start = since ?? now
        since = start
        guard now >= start + browser.options.loadDelay else { return start + browser.options.loadDelay }
        load()
        return nil
    }

    /// Loads a failed picture that another view has loaded, or tried to, since.
    func loadIfRecovered() {
        guard hasFailed, let id = entry?.item.id, page?.failed.contains(id) == false else { return }
        load()
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

    // MARK: - Load state

    private func show(_ received: Int, of expected: Int?) {
        say("loading \(ByteSize(received))" + (expected.map { " of \(ByteSize($0))" } ?? ""))
    }

    private func show(_ result: Result<LoadedImage, ImageError>, of configuration: Int) {
        guard let entry, configuration == self.configuration else { return }  // the cell has another row
        switch result {
        case .success(let loaded):
            let image = loaded.image
            page?.didLoad(entry.item.id, bytes: image.sourceBytes)
            if browser.options.imageOptions.contains(.avoidAutoSetImage) { imageView.image = image }
            let format = image.format.map { "\($0.name), " } ?? ""
            let size = "\(image.sourceSize.width) × \(image.sourceSize.height)"
            let facts = "\(size), \(format)\(ByteSize(image.sourceBytes))"
            say(image.warning.map { "\(facts), \($0)" } ?? facts, isWrong: image.warning != nil)
        case .failure(.cancelled): say(entry.item.statedSize)
        case .failure(let error):
            say(FailureText(error, browser.keys), isWrong: true)
            page?.didFail(entry.item.id)
            if error.isAboutPage, case .remote(let address) = entry.item.picture {
                page?.reader.didMeetPage(at: address)
            }
        }
    }

    private func say(_ status: String, isWrong: Bool = false) {
        show(status, failure: nil, isWrong: isWrong, hasFailed: false)
    }

    private func say(_ failure: FailureText, isWrong: Bool = false) {
        show(layout == .list ? failure.text : "", failure: failure, isWrong: isWrong, hasFailed: isWrong)
    }

    private func show(_ status: String, failure: FailureText?, isWrong: Bool, hasFailed: Bool) {
        (self.status, self.failure, self.hasFailed) = (status, failure, hasFailed)
        text.show(status: status, failure: layout == .list ? failure : nil, isWrong: isWrong)
        setNeedsLayout()
        setNeedsDisplay()
        if isSelected { didChangeStatus() }
    }

    /// The ``failure`` that the cell does not show itself: if there is an older picture or no room, or the text is
    /// truncated.
    var hiddenFailure: String? {
        guard hasFailed, let failure else { return nil }
        layoutIfNeeded()
        let isCut = layout == .list ? text.isFailureCut : message.isHidden || message.isCut
        return isCut ? failure.text : nil
    }

    /// The details of the picture in one line.
    var facts: String {
        let byline = entry?.item.byline ?? []
        return (byline + (status.isEmpty ? [] : [status])).joined(separator: ", ")
    }

    // MARK: - View

    /// Returns the height of a list row: six lines of picture, more on a tall screen, and a blank one.
    static func height(on rows: Int) -> Int { max(1, min(20, max(rows / 6, min(7, rows)))) }

    /// Returns the height of a grid item of a width: a picture of 3:2 fills it, inside a frame.
    static func height(ofColumns columns: Int, pixelAspect: Double) -> Int {
        max(2, Int((Double(columns - 2) * pixelAspect / 3).rounded()) + 2)
    }

    /// The height of the preview's picture for 3:2, with room for the text below.
    private var previewRows: Int {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        let textRows = rows < 8 ? min(1, rows / 2) : max(4, min(12, rows / 4))
        let wanted = Int((Double(columns) * browser.environment.pixelAspect / 3).rounded())
        return max(0, min(max(4, wanted), rows - textRows - 1))
    }

    /// Whether there is room for a frame around the picture of the grid.
    var hasFrame: Bool { bounds.size.columns >= 8 && bounds.size.rows >= 5 }

    override func layoutSubviews() {
        let (columns, rows) = (bounds.size.columns, bounds.size.rows)
        switch layout {
        case .grid:
            imageView.frame =
                hasFrame
                ? CellRect(column: 1, row: 1, columns: columns - 2, rows: rows - 2)
                : CellRect(column: 0, row: 0, columns: columns, rows: max(1, rows - 1))
        case .list:
            let pictureRows = max(1, rows - 1)  // one blank line
            let pictureColumns = max(0, min(3 * pictureRows, columns / 2))
            imageView.frame = CellRect(column: 2, row: 0, columns: pictureColumns, rows: pictureRows)
            let start = pictureColumns + 4
            text.frame = CellRect(column: start, row: 0, columns: max(0, columns - start - 1), rows: pictureRows)
        case .preview:
            imageView.frame = CellRect(column: 0, row: 0, columns: columns, rows: previewRows)
            let start = previewRows + 1
            text.frame = CellRect(column: 0, row: start, columns: columns, rows: max(0, rows - start))
        }
        // Without room, or with an older picture, the footer shows the error of the selected row: see
        // ``hiddenFailure``.
        let room = imageView.frame.size
        (message.frame, folder.frame) = (imageView.frame, imageView.frame)
        let isSeen = layout != .list && imageView.image == nil && room.columns >= 12 && room.rows >= 2
        let style = hasFailed ? browser.environment.theme.error : browser.environment.theme.detail
        message.show(isSeen ? failure : nil, style: style)
    }

    override func draw(in context: inout DrawingContext) {
        switch layout {
        case .grid: drawCaption(in: &context)
        case .list:
            if isMarkedInGallery {
                context.draw(browser.environment.markSign, column: 1, row: 0, columns: 1, style: theme.mark)
            }
            drawReadSign(in: &context)
            guard isSelected || isHighlighted else { return }
            for row in 0..<max(1, bounds.size.rows - 1) {
                context.draw("▌", column: 0, row: row, columns: 1, style: theme.mark)
            }
        case .preview: break
        }
    }
}
