import HalftoneCore
import ImageLoading
import Pixels
import ScreenKit
import TerminalScreen
import TerminalViews

/// A picture of the gallery: with text beside it in the list, with its title below in the grid, and large with text
/// below in the preview.
@MainActor
final class PictureCell: ReusableCell {
    let imageView: AnimatedImageView
    private let pictureLoad: PictureLoad
    let text = ItemTextView()
    /// The error in place of the picture; the list has its text beside it.
    private let message: FailureMessage
    private let folder: FolderView
    let browser: Browser
    private let layout: GalleryLayout
    /// The error, and the key that helps; `nil` if the picture is loaded or loading.
    private var failure: FailureText?
    /// Whether the load failed; `false` for an entry without a picture.
    private(set) var hasFailed = false
    /// Called when the status changes while the cell is selected.
    var didChangeStatus: @MainActor () -> Void = {}
    private(set) var entry: Page.Entry?
    /// The page of the entry. The load may end while another page is shown.
    private weak var page: Page?
    /// The time of the first turn with the row; `nil` before it.
    private var since: Duration?

    init(browser: Browser, layout: GalleryLayout) {
        self.browser = browser
        self.layout = layout
        imageView = AnimatedImageView(environment: browser.environment)
        pictureLoad = PictureLoad(into: imageView)
        message = FailureMessage(margin: layout == .grid ? 1 : 2)
        folder = FolderView(environment: browser.environment)
        super.init(reuseIdentifier: layout.rawValue)
        imageView.autoPlays = false
        imageView.contentMode = contentMode
        pictureLoad.didChange = { [weak self] in self?.showState() }
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
            text.isSelected = isSelected && layout == .list
        }
    }

    // MARK: - Row

    /// Shows a row's text. ``load(options:)`` requests its picture, which is shown immediately if it is in memory.
    func configure(_ entry: Page.Entry) {
        self.entry = entry
        page = browser.page
        since = nil
        imageView.indicator = browser.settings.indicator
        imageView.transition = browser.settings.transition
        showText(taken: nil)
        showStatus(entry.item.folderContents)
        folder.show(entry.item, placeholder: browser.settings.placeholder)
        guard entry.item.picture.isPicture else { return showMissing() }
        let manager = browser.manager
        if let url = entry.url,
            manager.memoryCache.contains(manager.key(for: url, options: GallerySettings.imageOptions, context: context))
        {
            load()
        } else if let preview = entry.url.flatMap({ manager.preview(for: $0, context: context) }) {
            imageView.showPlaceholder(.image(preview))
        } else {
            imageView.showPlaceholder(browser.settings.placeholder)
        }
    }

    /// Whether a part of the text is below what is in view.
    var hasMoreText: Bool {
        layoutIfNeeded()
        return text.hasMore
    }

    /// Whether the entry belongs to the page that is shown now.
    var isOnShownPage: Bool { page === browser.page }

    /// Updates the row and the facts of the entry that the cell shows.
    func adopt(_ entry: Page.Entry) {
        let (old, hadAsked) = (self.entry?.item, hasAsked)
        guard entry.item.picture == old?.picture, entry.item.samples == old?.samples else {
            pictureLoad.reset()
            configure(entry)
            return hadAsked ? load() : ()
        }
        self.entry = entry
        if entry.item != old { redrawSigns() }
    }

    /// Shows a folder, or a feed entry without a picture.
    private func showMissing() {
        pictureLoad.reset()
        guard folder.isHidden else { return }
        showStatus(failure: FailureText(missingWithPage: entry?.item.page != nil, browser.keys))
    }

    /// Shows the texts of the entry, with the date of its camera if that is known.
    private func showText(taken: String?) {
        guard let entry else { return }
        text.show(
            entry.item, byline: browser.byline(of: entry, taken: taken, saysWhich: layout == .preview),
            words: layout == .preview ? entry.item.allWords : entry.item.words, isUnread: isUnread,
            search: browser.page.list.highlighted)
    }

    /// Shows anew whether the entry is marked, and whether it is unread.
    func redrawSigns() {
        showText(taken: pictureLoad.loaded?.image.metadata?.exif?.taken)
        setNeedsDisplay()
    }

    /// How pictures are fitted: those of the grid fill their boxes, unless whole pictures are asked for.
    private var contentMode: ImageView.ContentMode {
        layout == .grid && !browser.showsWholePictures ? .aspectFill : .aspectFit
    }

    func restyle() {
        imageView.changePlaceholder(to: browser.settings.placeholder)
        text.setNeedsLayout()
        setNeedsLayout()
        setNeedsDisplay()
    }

    func load(options: ImageOptions = []) {
        guard let entry else { return }
        guard entry.item.picture.isPicture else {
            return folder.load(
                placeholder: browser.settings.placeholder,
                options: GallerySettings.imageOptions.union(options))
        }
        imageView.contentMode = contentMode
        page?.didRecover(entry.item.picture)
        pictureLoad.start(
            entry.url, placeholder: browser.settings.placeholder,
            options: GallerySettings.imageOptions.union(options), context: context)
    }

    /// Whether the row has requested its picture, or has none.
    var hasAsked: Bool {
        if entry?.item.isFolder == true { return folder.hasAsked }
        return pictureLoad.hasBegun || entry?.item.picture.isPicture == false
    }

    /// Requests the picture of the preview after the delay for scrolled rows; a table tells its cells when they settle.
    override func advance(to now: Duration) -> Duration? {
        guard layout == .preview, entry != nil, !hasAsked else { return nil }
        let start = since ?? now
        since = start
        guard now >= start + browser.settings.loadDelay else { return start + browser.settings.loadDelay }
        load()
        return nil
    }

    /// Loads a failed picture that another view has loaded, or tried to, since.
    func loadIfRecovered() {
        guard hasFailed, let picture = entry?.item.picture, page?.failed.contains(picture) == false else { return }
        load()
    }

    override func prepareForReuse() {
        super.prepareForReuse()
        entry = nil
        pictureLoad.reset()
        folder.show(nil, placeholder: .none)
    }

    private var context: ImageContext {
        var context = ImageContext()
        context.row = entry?.row
        context.variant = imageView.variant
        context.animation = .frames
        return context
    }

    // MARK: - Load state

    private func showState() {
        guard let entry else { return }
        switch pictureLoad.state {
        case .idle: break
        case .loading: showStatus()
        case .loaded(let loaded):
            let image = loaded.image
            page?.didRecover(entry.item.picture)
            showText(taken: image.metadata?.exif?.taken)
            showStatus(image.warning.map { "\($0)" } ?? "", isWrong: image.warning != nil)
        case .failed(.cancelled): showStatus()
        case .failed(let error):
            showStatus(failure: FailureText(error, browser.keys), isWrong: true)
            page?.didFail(entry.item.picture)
            if error.isAboutPage, case .remote(let address) = entry.item.picture {
                page?.reader.sourceIsWebPage(at: address)
            }
        }
    }

    /// Shows the state of the load, which is empty for a picture that is shown without a problem, or why there is none.
    private func showStatus(_ status: String = "", failure: FailureText? = nil, isWrong: Bool = false) {
        (self.failure, hasFailed) = (failure, isWrong && failure != nil)
        let failure = layout == .list ? failure : nil
        text.show(status: failure?.text ?? status, failure: failure, isWrong: isWrong)
        setNeedsLayout()
        setNeedsDisplay()
        if isSelected { didChangeStatus() }
    }

    /// The ``failure`` that the cell does not show itself: if there is an older picture or no room, or the text is
    /// truncated.
    var hiddenFailure: String? {
        guard hasFailed, let failure else { return nil }
        layoutIfNeeded()
        let isCut = layout == .list ? text.isFailureCut : message.isCut
        return isCut ? failure.text : nil
    }

    // MARK: - View

    /// Where the parts are in the present size.
    var frames: PictureCellFrames {
        PictureCellFrames(
            layout: layout, size: bounds.size,
            textRows: layout == .preview ? text.rows(columns: bounds.size.columns) : 0)
    }

    override func layoutSubviews() {
        let frames = frames
        (imageView.frame, text.frame) = (frames.picture, frames.text)
        // Without room, or with an older picture, the footer shows the error of the selected row: see
        // ``hiddenFailure``.
        let room = imageView.frame.size
        (message.frame, folder.frame) = (imageView.frame, imageView.frame)
        let isSeen = layout != .list && imageView.image == nil && room.columns >= 12 && room.rows >= 2
        let sign = hasFailed && imageView.image == nil ? browser.environment.failureSign : ""
        let style = hasFailed ? browser.environment.theme.error : browser.environment.theme.detail
        message.show(isSeen ? failure : nil, sign: sign, style: style)
    }

    override func draw(in context: inout DrawingContext) {
        switch layout {
        case .grid: drawCaption(in: &context)
        case .list:
            let isChosen = isSelected || isHighlighted
            if isChosen {
                let rows = frames.pictureRows
                let area = CellRect(column: 0, row: 0, columns: bounds.size.columns, rows: rows)
                context.fill(area, style: theme.selected(.plain))
                for row in 0..<rows {
                    context.draw("▌", column: 0, row: row, columns: 1, style: theme.selected(theme.mark))
                }
            }
            drawSigns(in: &context)
        case .preview: break
        }
    }
}
