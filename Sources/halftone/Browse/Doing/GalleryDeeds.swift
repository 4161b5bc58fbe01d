import Basis
import Dispatch
import FoundationEssentials
import ImageCoding
import ImageFeeds
import ImageLoading
import TerminalScreen

/// What the gallery does beyond the screen: reads sources again, saves, copies, starts other programs.
@MainActor
final class GalleryDeeds {
    private let gallery: Gallery
    private let sources: GallerySources
    private let downloader: ImageDownloader
    /// How much has come of what is being read.
    var progress: FetchProgress?
    private unowned let root: RootView

    init(gallery: Gallery, sources: GallerySources, downloader: ImageDownloader, root: RootView) {
        self.gallery = gallery
        self.sources = sources
        self.downloader = downloader
        self.root = root
    }

    func perform(_ action: Action) {
        switch action {
        case .save: if let entry = gallery.selectedEntry { save([entry.item]) }
        case .saveMarked:
            let items = gallery.model.markedItems
            items.isEmpty ? gallery.say("nothing is marked; \(Action.mark.keyName) marks") : save(items)
        case .openPage: open { $0.page ?? Self.address(of: $0.picture) }
        case .openPicture: open { Self.address(of: $0.picture) }
        case .copy: copy()
        case .refreshAll:
            gallery.say("reading the sources again …")
            gallery.manager.removeAllFailedURLs()
            sources.refresh()
            showActivity()
        case .retryFailed: retryFailed()
        case .hiddenEntries:
            sources.toggleHiddenEntries()
            gallery.say(
                sources.options.showsEntriesWithoutPictures
                    ? "entries without pictures are shown" : "entries without pictures are hidden")
            showActivity()
        case .linkedFeeds: chooseFeed()
        default: break  // the screens' business
        }
    }

    // MARK: - Sources

    /// The reader has come to another row.
    func didMove() {
        sources.didMove(to: gallery.model.place, of: gallery.count)
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
                ? "\(Self.short(name)) is still coming\(amount) …"
                : "\(sources.coming.count) sources are still coming\(amount) …"
        }
        if gallery.isRefreshing || sources.isReading { return "reading\(amount) …" }
        if sources.isKept { return "as it was the last time" }
        return sources.paging.isReading ? "more is coming\(amount) …" : sources.paging.hasMore ? "and more" : nil
    }

    /// The end of a name, which tells more than its beginning.
    private static func short(_ name: String) -> String { name.count > 40 ? "…" + name.suffix(39) : name }

    private func retryFailed() {
        let failed = gallery.failed
        let isPage = sources.retryPage()
        showActivity()
        guard !failed.isEmpty else { return gallery.say(isPage ? "reading on …" : "nothing has failed") }
        for number in failed {
            if let url = Gallery.url(of: gallery.model.items[number].picture) { gallery.manager.removeFailedURL(url) }
        }
        gallery.failed = []
        if root.isPictureOpen { root.picture.perform(.refresh) }
        root.list.stage.retry(failed)
        gallery.say(failed.count == 1 ? "1 picture once more" : "\(failed.count) pictures once more")
    }

    private func chooseFeed() {
        let feeds = sources.linkedFeeds
        guard !feeds.isEmpty else { return gallery.say("this source names no feeds") }
        let lines = feeds.map { feed in
            feed.title.map { "\($0)  \(Sanitiser.sentence(feed.address))" } ?? Sanitiser.sentence(feed.address)
        }
        root.choice.show("Feeds of this page", lines) { [weak self] index in
            guard let self else { return }
            gallery.say("reading \(lines[index]) …")
            sources.open(feeds[index])
            showActivity()
        }
    }

    // MARK: - Other programs

    /// Where a picture is, for other programs: a path is made absolute, so that it cannot look like an option.
    private static func address(of picture: PictureSource) -> String? {
        switch picture {
        case .remote(let address): address
        case .local(let path): Engine.url(ofFile: path).path(percentEncoded: false)
        case .missing: nil
        }
    }

    private func open(_ address: (FeedItem) -> String?) {
        guard let item = gallery.selectedEntry?.item else { return }
        guard let address = address(item) else { return gallery.say("there is nothing to open") }
        gallery.say("opening \(Sanitiser.sentence(address))")
        gallery.options.opener.open(address) { [weak self] failure in
            guard let failure else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated { self?.gallery.say(Sanitiser.sentence(failure)) }
            }
        }
    }

    private func copy() {
        guard let item = gallery.selectedEntry?.item, let address = Self.address(of: item.picture) ?? item.page else {
            return gallery.say("there is no address")
        }
        root.didAsk(.send(.clipboard(address)))
        gallery.say("copied \(Sanitiser.sentence(address))")
    }

    // MARK: - Saving

    /// Saves one after the other, and says how far it is.
    private func save(_ items: [FeedItem]) {
        let folder = gallery.options.saveDirectory
        let (manager, downloader) = (gallery.manager, downloader)
        Task { [weak self] in
            var saved: [String] = []
            var failures: [String] = []
            for (index, item) in items.enumerated() {
                if items.count > 1 { self?.gallery.say("saving \(index + 1) of \(items.count) …") }
                do {
                    saved.append(try await Self.save(item, to: folder, manager, downloader))
                } catch {
                    failures.append("\(item.title): \(error)")
                }
            }
            self?.gallery.say(Self.report(saved, failures, folder))
        }
    }

    private static func report(_ saved: [String], _ failures: [String], _ folder: String) -> String {
        let place = Sanitiser.clean(folder == "." ? "this folder" : folder)
        if let failure = failures.first {
            return saved.isEmpty && failures.count == 1
                ? "not saved: \(Sanitiser.sentence(failure))"
                : "\(saved.count) saved, \(failures.count) not: \(Sanitiser.sentence(failure))"
        }
        return saved.count == 1 ? "saved as \(saved[0]) in \(place)" : "\(saved.count) saved in \(place)"
    }

    private static func save(
        _ item: FeedItem, to folder: String, _ manager: ImageManager, _ downloader: ImageDownloader
    ) async throws -> String {
        guard let url = Gallery.url(of: item.picture) else { throw FileSavingError("it has no picture") }
        let bytes = try await OriginalReading(manager: manager, url: url).fetch(downloader).bytes
        let name = SafeFileName(of: item, format: ImageFormat.detect(bytes))
        let result: Result<String, FileSavingError> = await withCheckedContinuation { continuation in
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(
                    returning: Result { () throws(FileSavingError) in
                        try FileSaving(folder: folder).save(bytes, named: name.name(attempt:))
                    })
            }
        }
        return try result.get()
    }
}
