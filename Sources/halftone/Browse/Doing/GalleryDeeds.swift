import Basis
import Dispatch
import FoundationEssentials
import ImageFeeds
import ImageLoading
import TerminalScreen

/// What the gallery does beyond the screen: reads sources again, saves, copies, starts other programs.
@MainActor
final class GalleryDeeds {
    let gallery: Gallery
    private let sources: GallerySources
    let saving: SavingLine
    /// Whether the gallery is to end as soon as everything is saved.
    var isQuitting = false
    /// What was not saved and could not be said on the screen any more.
    var unsaved: [String] = []
    /// How much has come of what is being read.
    var progress: FetchProgress?
    unowned let root: RootView
    /// What the linked feed is called that was asked for.
    private var opening: String?

    init(gallery: Gallery, sources: GallerySources, downloader: ImageDownloader, root: RootView) {
        self.gallery = gallery
        self.sources = sources
        self.root = root
        let (manager, folder) = (gallery.manager, gallery.options.saveDirectory)
        saving = SavingLine { item, permit in
            try await PictureSaver(folder: folder, manager: manager, downloader: downloader).save(item, permit)
        }
        listenToSaving()
    }

    // MARK: - Saving

    func save() { if let entry = gallery.selectedEntry { save([entry.item]) } }

    func saveMarked() {
        let items = gallery.markedItems
        items.isEmpty ? gallery.say("nothing is marked; \(Action.mark.keyName) marks") : save(items)
    }

    // MARK: - Sources

    /// The reader has come to another row.
    func didMove() {
        sources.didMove(to: gallery.model.place, of: gallery.count)
        showActivity()
    }

    func refreshAll() {
        gallery.say("reading the sources again …")
        gallery.manager.removeAllFailedURLs()
        sources.refresh()
        showActivity()
    }

    func toggleHiddenEntries() {
        sources.toggleHiddenEntries()
        gallery.say(
            sources.options.showsEntriesWithoutPictures
                ? "entries without pictures are shown" : "entries without pictures are hidden")
        showActivity()
    }

    func goBack() {
        guard sources.canGoBack else { return gallery.say("\(Action.quit.keyName) quits") }
        _ = sources.goBack()
        showActivity()
    }

    /// What is being read beside the pictures.
    func showActivity() {
        let amount = ReadingAmount(fetchedBytes: progress?.byteCount ?? 0, findings: sources.findings).text
        root.list.activityText = activity(amount.map { ", \($0) so far" } ?? "")
        guard gallery.model.items.isEmpty, sources.isReading else { return }
        root.list.show(
            message: "Reading \(gallery.title) …", hint: amount.map { $0 + " so far" } ?? "", style: Theme.detail,
            isBusy: true)
    }

    private func activity(_ amount: String) -> String? {
        if gallery.model.items.isEmpty { return nil }
        if let name = sources.coming.first {
            return sources.coming.count == 1
                ? "\(Self.short(name.description)) is still coming\(amount) …"
                : "\(sources.coming.count) sources are still coming\(amount) …"
        }
        if gallery.isRefreshing || sources.isReading {
            let feed = gallery.levels.depth < sources.depth ? opening.map { " " + Self.short($0) } : nil
            return "reading\(feed ?? "")\(amount) …"
        }
        if sources.isKept { return "as it was the last time" }
        return sources.paging.isReading ? "more is coming\(amount) …" : sources.paging.hasMore ? "and more" : nil
    }

    /// The end of a name, which tells more than its beginning.
    private static func short(_ name: String) -> String { name.count > 40 ? "…" + name.suffix(39) : name }

    func retryFailed() {
        let failed = gallery.failed
        let isPage = sources.retryPage()
        showActivity()
        guard !failed.isEmpty else { return gallery.say(isPage ? "reading on …" : "nothing has failed") }
        for number in failed {
            if let url = Gallery.url(of: gallery.model.items[number].picture) { gallery.manager.removeFailedURL(url) }
        }
        gallery.failed = []
        if root.isPictureOpen { root.picture.refresh() }
        root.list.stage.retry(failed)
        gallery.say(failed.count == 1 ? "1 picture once more" : "\(failed.count) pictures once more")
    }

    func chooseFeed() {
        let feeds = sources.linkedFeeds
        guard !feeds.isEmpty else { return gallery.say("this source names no feeds") }
        let lines = feeds.map { feed in
            feed.title.map { "\($0)  \(feed.address)" } ?? feed.address.description
        }
        root.choice.show("Feeds of this page", lines) { [weak self] index in
            guard let self else { return }
            opening = feeds[index].title ?? lines[index]
            sources.open(feeds[index])
            showActivity()
        }
    }

    // MARK: - Other programs

    /// Where a picture is, for other programs: a path is made absolute, so that it cannot look like an option.
    private static func target(of picture: PictureSource) -> Opener.Target? {
        switch picture {
        case .remote(let address): .address(address.publicAddress)
        case .local(let path): .file(path.absolute())
        case .missing: nil
        }
    }

    func openPage() { open { $0.page.map { .address($0.publicAddress) } ?? Self.target(of: $0.picture) } }
    func openPicture() { open { Self.target(of: $0.picture) } }

    private func open(_ target: (FeedItem) -> Opener.Target?) {
        guard let item = gallery.selectedEntry?.item else { return }
        guard let target = target(item) else { return gallery.say("there is nothing to open") }
        gallery.say("opening \(target)")
        gallery.options.opener.open(target) { [weak self] failure in
            guard let failure else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    self?.gallery.say("\(Sanitiser.sentence(failure)); --opener names another program")
                }
            }
        }
    }

    func copy() {
        guard let item = gallery.selectedEntry?.item, let name = CopiedName(absolute: item) else {
            return gallery.say("there is no address")
        }
        root.didAsk(.send(.clipboard(name.bytes(withPasswords: gallery.options.copiesPasswords))))
        gallery.say("copied \(name)")
    }
}
