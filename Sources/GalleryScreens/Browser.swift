import HalftoneCore
import ImageFeeds
import ImageLoading
import ScreenKit
import TerminalViews

/// What the gallery browses: a stack of pages, of which the last one is shown, and the marks on all of them.
///
/// A linked feed or a subfolder is a page from when it is opened. The pages below go on reading. Main actor.
@MainActor
final class Browser {
    var settings: GallerySettings
    let environment: ScreenEnvironment
    /// The pages, beginning with the one of the program's start.
    private(set) var pages: [Page]
    let marking = Marking()
    let state: UserState
    /// Whether the grid shows whole pictures, in place of the middle of each in all of its box.
    var showsWholePictures = false
    /// Shows a change.
    var didChange: @MainActor (GalleryChange) -> Void = { _ in }
    var firstLine: @MainActor () -> Int = { 0 }
    /// The errors of the sources, printed after the terminal is restored.
    private(set) var errors: [String] = []
    /// Maximum number of ``errors``; a line for all others follows.
    private static let maxErrors = 100
    /// Whether the initial sources had no items.
    var hasNothingToShow: Bool { pages[0].problem != nil && pages[0].list.items.isEmpty }

    init(
        _ page: Page, settings: GallerySettings, environment: ScreenEnvironment, state: UserState = UserState()
    ) {
        (pages, self.settings, self.environment, self.state) = ([page], settings, environment, state)
        page.browser = self
        marking.didChange = { [weak self] in self?.publish(.marks) }
        page.chosen = SourceLayout(layout: settings.layout, order: settings.order)
    }

    /// The page that is shown.
    var page: Page { pages[pages.count - 1] }
    var manager: ImageManager { environment.manager }
    var keys: KeyBindings<Action> { environment[KeyBindings<Action>.self] }
    var marks: Marks { marking.marks }

    /// Returns the options for reloading a picture: a failed load is retried, a cached picture is revalidated.
    func refreshOptions(for entry: Page.Entry) -> ImageOptions {
        GallerySettings.imageOptions.union(
            entry.item.isLocal ? [.retryFailed, .fromLoaderOnly] : [.retryFailed, .refreshCached])
    }

    func publish(_ change: GalleryChange) { didChange(change) }
    func flash(_ text: String) { publish(.message(text)) }

    // MARK: - Reading

    /// Starts reading, after the state of earlier runs has been loaded, and `didLoad` was called.
    func start(didLoad: @escaping @MainActor () -> Void = {}) {
        state.load { [weak self] message in
            didLoad()
            guard let self else { return }
            page.chosen = chosen(for: page, orElse: page.chosen)
            page.reader.open()
            if let message { flash(message) }
        }
        publish(.activity)
    }

    /// Reads the sources again, or the later page that could not be read, and loads all failed pictures again.
    func refreshAll() {
        let failed = page.failed
        manager.removeAllFailedURLs()
        if !failed.isEmpty { publish(.items(reloading: failed)) }
        if !page.reader.retryPage() { page.reader.refresh() }
        publish(.activity)
    }

    func retry(_ source: FeedSource) {
        page.reader.retry([source])
        publish(.activity)
    }

    // MARK: - Layout

    /// Returns how a page is shown: as it was in an earlier run, except for what the command line says.
    private func chosen(for page: Page, orElse other: SourceLayout) -> SourceLayout {
        guard var chosen = page.name.flatMap({ state.stored.layouts[$0] }) else { return other }
        if settings.asksForLayout || chosen.layout == nil { chosen.layout = other.layout }
        if settings.asksForOrder || chosen.order == nil { chosen.order = other.order }
        if chosen.measures == LayoutMeasures() { chosen.measures = other.measures }
        return chosen
    }

    /// Changes how the page is shown, by a choice of the user that is remembered.
    func choose(_ change: (inout SourceLayout) -> Void) {
        change(&page.chosen)
        state.changeLayout(of: page.name, change)
    }

    // MARK: - Linked feeds and folders

    func open(_ link: FeedLink) {
        page.reader.environment.guardian?.trust(link.address, namedBy: link.source)
        open(.url(link.address), titled: link.title ?? link.address.description)
    }

    func openFolder(_ path: FilePath) { open(.path(path), titled: path.shownName) }

    /// Shows the page of a linked feed or a folder, and starts reading it.
    private func open(_ source: FeedSource, titled title: String) {
        let new = Page(title: title, name: state.id(of: [source]), reader: page.reader.reader(of: source))
        new.browser = self
        var inherited = page.chosen
        inherited.order = settings.order
        new.chosen = chosen(for: new, orElse: inherited)
        page.firstLine = firstLine()
        page.finding.cancel()
        pages.append(new)
        publish(.opened)
        new.reader.open()
        publish(.activity)
    }

    func goBack() {
        guard pages.count > 1, let left = pages.popLast() else { return flash("\(keys.name(of: .quit)) quits") }
        left.cancel()
        state.leave(left)
        publish(.opened)
        publish(.activity)
        page.readAhead()
    }

    func cancel() { for page in pages { page.cancel() } }

    /// Saves the state, with the positions on all pages, and with the way of drawing pictures where there is a choice.
    /// Returns the errors.
    func saveState() -> [String] {
        for page in pages { state.leave(page) }
        let methods = environment[PictureMethods.self]
        if let choice = state.chosenPictures, methods.best != methods.method(.half) {
            state.stored.pictures[methods.terminal] = choice
        }
        return state.save()
    }
}

// MARK: - Changes of pages

extension Browser {
    func page(_ page: Page, did change: GalleryChange) {
        if case .items(let rewritten) = change { forget(rewritten) }
        guard page === self.page else { return }
        publish(change)
        guard case .opened = change else { return }
        var wanted = page.arrangement
        wanted.order = page.chosen.order ?? .feed
        if wanted != page.arrangement { page.arrange(wanted) }
        if let position = state.position(on: page) { page.restore(position) }
    }

    /// Drops cached pictures of rewritten files, so that they are loaded again when shown.
    private func forget(_ rewritten: Set<PictureSource>) {
        for picture in rewritten {
            guard let url = picture.url else { continue }
            manager.memoryCache.removeAll(of: manager.key(for: url).source)
            manager.removeFailedURL(url)
        }
    }

    /// Some sources failed, completely or in part.
    func page(_ page: Page, didReport failures: [FeedFailure]) {
        for failure in failures { add(error: failure.description) }
    }

    private func add(error: String) {
        guard !errors.contains(error), errors.count <= Self.maxErrors else { return }
        errors.append(errors.count < Self.maxErrors ? error : "and more failed sources")
    }

    /// Reading failed; the present items stay.
    func page(_ page: Page, didFailWith error: FeedError) {
        let (line, isEmpty) = (page.line(of: error), page.list.items.isEmpty)
        if isEmpty ? page === pages[0] : page.reader.isKept { add(error: line) }
        if !isEmpty { flash(page.reader.isKept ? line + "; showing what it had before" : line) }
    }
}
