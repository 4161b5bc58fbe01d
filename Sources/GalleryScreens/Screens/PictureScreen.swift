import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import Pixels
import ScreenKit
import TerminalScreen
import TerminalViews

/// The screen of an open picture: still, enlarged, animated, or as a slideshow.
///
/// The image view shows the whole picture. An enlarged part is decoded at its scale and shown by a separate view; until
/// the decode is complete, the present image is scaled.
@MainActor
final class PictureScreen: View {
    let imageView: AnimatedImageView
    let zoomView: ZoomView
    private let footer: Footer<Action>
    private let message = FailureMessage()
    let details: DetailsPanel
    let browser: Browser
    /// The sizes of the screen and of the view for which the picture was loaded.
    private var loadedSize: (screen: CellSize, view: CellSize)?
    private let pictureLoad: PictureLoad
    /// The entry that is shown or loading; `nil` before the first.
    private var item: FeedItem?
    /// What is shown until the load has more of the picture: the part that its row or this screen has shown.
    private var preview: Image?
    private var status = ""
    var zoom = PictureZoom(
        picture: PixelSize(width: 1, height: 1), screen: CellSize(columns: 1, rows: 1), halfCellAspect: 1)
    var zoomLoad: ImageLoadOperation?
    /// The mouse button that is held over the picture: the last position of the pointer, and whether it has moved, so
    /// that the picture was dragged, not clicked.
    var press: (last: CellPoint, hasMoved: Bool)?
    var slideshow: Slideshow

    init(browser: Browser, footer: Footer<Action>) {
        (self.browser, self.footer) = (browser, footer)
        imageView = AnimatedImageView(environment: browser.environment)
        pictureLoad = PictureLoad(into: imageView)
        zoomView = ZoomView(of: imageView)
        details = DetailsPanel(browser: browser)
        slideshow = Slideshow(interval: browser.settings.slideInterval)
        super.init()
        pictureLoad.didChange = { [weak self] in self?.showState() }
        pictureLoad.didProgress = { [weak self] in self?.showProgress() }
        imageView.didShowFrame = { [weak self] _, frame in self?.show(frame) }
        imageView.didEnd = { [weak self] in self?.updateFooter() }
        details.didPress = { [weak self] in self?.toggleDetails() }
        for view in [imageView, zoomView, message, details] as [View] { addSubview(view) }
    }

    var row: Int { browser.page.row }

    func close() {
        slideshow.stop()
        zoomLoad?.cancel()
        zoomLoad = nil
        press = nil
        pictureLoad.reset()
        (item, loadedSize, preview) = (nil, nil, nil)
    }

    /// Shows the picture of a row. Folders are skipped in the direction of the step, as far as possible.
    func step(to row: Int) {
        let count = browser.page.count
        guard row < count else { return browser.page.readAhead() }  // as a move at the end of the list does
        guard row >= 0, row != self.row else { return }
        let step = row < self.row ? -1 : 1
        let (onward, back) = (
            stride(from: row, to: step < 0 ? -1 : count, by: step), stride(from: row, to: self.row, by: -step)
        )
        let isPicture = { (row: Int) in !self.browser.page.list.item(inRow: row).isFolder }
        guard let row = onward.first(where: isPicture) ?? back.first(where: isPicture) else { return }
        browser.page.select(row: row)
    }

    /// Shows the selected picture; it stays if it is the shown one. Until it is there, what the list has shown of it.
    func showSelection(showing preview: Image?) {
        guard let entry = browser.page.selectedEntry else { return }
        guard let item, item.picture.isPicture, (entry.item.id, entry.item.picture) == (item.id, item.picture) else {
            return restart(preview)
        }
        self.item = entry.item
        updateFooter()
    }

    /// Shows the picture's state and the hints in the last line, unless that is the list's.
    func updateFooter() {
        guard !isHidden, let entry = browser.page.selectedEntry else { return }
        // States that keys change come first: the file's facts are left out if there is no room.
        var facts = entry.pictureCount > 1 ? ["picture \(entry.picture + 1)/\(entry.pictureCount)"] : []
        facts += playingFacts
        let isZoomed = zoom.mode != .fit
        if isZoomed, loaded != nil { facts.append("\(zoom.percent) %") }
        facts.append(status)
        if slideshow.isRunning { facts.append("slideshow") }
        let mark = browser.marks.contains(entry.item.id) ? browser.environment.markSign + " " : ""
        footer.show(
            title: mark + entry.item.title, facts: facts.joined(separator: ", "),
            place: "\(entry.number)/\(browser.page.count)",
            hints: [.previous] + (entry.pictureCount > 1 ? [.nextOfEntry] : [])
                + [.larger] + (isZoomed ? [.wholePicture] : []) + [.save, .mark, .details, .close, .help],
            words: [.previous: isZoomed ? "pan" : "next", .larger: "zoom"])
    }

    // MARK: - Loading

    /// Shows the newly selected picture as a whole.
    private func restart(_ preview: Image?) {
        zoom.reset()
        imageView.autoPlays = true
        self.preview = preview
        load()
        browser.page.selectedEntry.map(browser.markAsRead)
    }

    /// Loads the picture again, for another size or way of drawing. What is there stays until more has arrived.
    func reload(options: ImageOptions = []) {
        preview = imageView.shownImage ?? preview
        load(options: options)
    }

    private func load(options: ImageOptions = []) {
        guard let entry = browser.page.selectedEntry else { return }
        item = entry.item
        loadedSize = (bounds.size, imageView.frame.size)
        var context = ImageContext()
        context.row = row
        imageView.indicator = browser.settings.indicator
        imageView.transition = browser.settings.transition
        slideshow.didStep()
        guard entry.item.picture.isPicture else {
            pictureLoad.reset()
            showBeginning()
            let failure = FailureText(missingWithPage: entry.item.page != nil, browser.keys)
            message.show(failure, style: theme.detail)
            return show(status: failure.text)
        }
        browser.page.didRecover(entry.item.picture)
        pictureLoad.start(
            entry.url, placeholder: preview.map { .image($0) } ?? browser.settings.placeholder,
            options: GallerySettings.imageOptions.union(options).union(.highPriority), context: context)
    }

    var loaded: LoadedImage? { pictureLoad.loaded }

    /// Whether the load has ended, or there is nothing to load.
    var hasEnded: Bool { pictureLoad.hasEnded || item?.picture.isPicture == false }

    /// Shows that nothing is there so far.
    private func showBeginning() {
        message.show(nil)
        applyZoom()
        show(status: "loading")
        updateDetails()
    }

    private func showProgress() { show(status: "loading \(pictureLoad.amount)") }

    private func showState() {
        guard let item, browser.page.selectedEntry?.item == item else { return }
        switch pictureLoad.state {
        case .idle: return
        case .loading: return showBeginning()
        case .loaded(let loaded):
            preview = nil
            browser.page.didRecover(item.picture)
            let size = loaded.image.intrinsicSize
            let facts = "\(size.width) × \(size.height), \(ByteSize(loaded.image.sourceBytes))"
            applyZoom()
            show(status: loaded.image.warning.map { "\(facts), \($0)" } ?? facts)
        case .failed(.cancelled): return
        case .failed(let error):
            zoom.reset()
            browser.page.didFail(item.picture)
            let failure = FailureText(error, browser.keys)
            if loaded == nil {
                message.show(failure, sign: browser.environment.failureSign, style: theme.error)
            }
            show(status: failure.text)
        }
        updateDetails()
        setNeedsDisplay()  // causes a turn, from which the slideshow counts
    }

    func show(status text: String) {
        status = text
        updateFooter()
    }

    // MARK: - Layout

    /// The frame of the picture: beside the details, if there is room for both.
    var pictureRoom: CellSize {
        let room = bounds.size
        let detailsColumns = details.isHidden ? 0 : details.frame(in: room).size.columns
        guard detailsColumns < room.columns else { return room }
        return CellSize(columns: room.columns - detailsColumns, rows: room.rows)
    }

    // MARK: - View

    override func advance(to now: Duration) -> Duration? {
        advanceSlideshow(to: now)
    }

    override func layoutSubviews() {
        let pictureRoom = pictureRoom
        let isRefitted = imageView.frame.size != pictureRoom
        for view in [imageView, zoomView, message] as [View] { view.frame = CellRect(pictureRoom) }
        details.frame = details.frame(in: bounds.size)
        guard !isHidden, let loadedSize else { return }
        // Another size of the screen needs another decode; the details only scale the picture.
        if loadedSize.screen != bounds.size || pictureRoom.columns > loadedSize.view.columns
            || pictureRoom.rows > loadedSize.view.rows
        {
            reload()
        } else if isRefitted, let loaded {
            adaptZoom(to: loaded)
            if zoom.mode != .fit { applyZoom() }
        }
    }

    override func handle(_ event: InputEvent) -> Bool {
        if case .mouse(let mouse) = event { take(mouse) } else { false }
    }

    override func draw(in context: inout DrawingContext) { context.fill(bounds, style: .plain) }
}
