import HalftoneCore
import ImageFeeds
import ImageLoading
import TerminalScreen
import TerminalViews

@testable import GalleryScreens
@testable import ScreenKit

extension Browser {
    /// Returns a browser of an empty page, with its own engine, which keeps nothing on disk unless another is given,
    /// and without a screen. The layout is a list unless the settings name one.
    static func withoutScreen(
        manager: ImageManager? = nil, settings: GallerySettings = GallerySettings(), page: Page = .empty(),
        state: UserState = UserState()
    ) -> Browser {
        var settings = settings
        settings.layout = settings.layout ?? .list
        let manager =
            manager ?? Engine(Engine.Settings(userAgent: "Test", usesDiskCache: false), trace: Trace()) { _ in }.manager
        return Browser(
            page, settings: settings,
            environment: ScreenEnvironment(
                renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: manager),
            state: state)
    }

    /// Enters a linked feed as if it had just been read.
    @discardableResult
    func enter(_ items: FeedItems, of address: String, title: String = "a feed") -> Page {
        open(FeedLink(title: title, address: RequestAddress(address)))
        let page = page
        page.reader.cancel()
        page.retitle(title)
        page.open(items)
        return page
    }
}

extension FeedOptions {
    /// Folders inside of folders are rows, as in the gallery.
    static var withFolders: FeedOptions {
        var options = FeedOptions()
        options.showsFolders = true
        return options
    }
}

extension Page {
    /// Returns a page of sources that are not read.
    static func empty() -> Page { reading([], HeldNetwork()) }

    /// Returns a page of feeds of a network.
    static func reading(
        _ addresses: [String], _ network: HeldNetwork, cache: (any FeedCache)? = nil,
        name: SourceID? = nil
    ) -> Page {
        let environment = SourceReader.Environment(fetcher: network, cache: cache, pause: {})
        let sources = addresses.map { FeedSource.url(RequestAddress($0)) }
        return Page(
            title: "it", name: name,
            reader: SourceReader(sources, options: FeedOptions(), environment: environment))
    }
}

extension Page {
    /// The titles of all rows.
    var titles: [String] { (0..<count).map { entry($0).item.title } }

    /// Shows these items as what the sources have now.
    func show(_ items: FeedItems, _ cause: SourceReader.Snapshot.Cause, failures: [FeedFailure] = []) {
        show(SourceReader.Snapshot(items: items, cause: cause, failures: failures, result: FeedResult(items: items)))
    }

    func refresh(_ items: FeedItems) { show(items, .refresh) }

    /// Shows these items after the latest ones of the sources, as their next page.
    func append(_ items: FeedItems) {
        var all = (later ?? next)?.items ?? list.items
        all.append(items)
        show(all, .page)
    }
}

extension FeedItems {
    /// Returns local pictures whose titles are `p` and a number.
    static func numbered(_ numbers: some Sequence<Int>) -> FeedItems {
        FeedItems(numbers.map { FeedItem(title: "p\($0)", picture: .local("/p\($0)"), date: Double($0)) })
    }
}
