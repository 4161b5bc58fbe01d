import Basis
import FoundationEssentials
import ImageFeeds
import ImageLoading
import TerminalViews

/// What is being browsed, and how pictures are to be loaded and shown; shared by all screens.
@MainActor
final class Gallery {
    /// What a picture's row knows.
    struct Entry {
        let item: FeedItem
        let number: Int
        let url: URL?
    }

    var title: String
    private(set) var items = FeedItems()
    var options: BrowseOptions
    let environment: ScreenEnvironment

    init(title: String, options: BrowseOptions, environment: ScreenEnvironment) {
        self.title = title
        self.options = options
        self.environment = environment
    }

    var manager: ImageManager { environment.manager }
    var count: Int { items.count }

    func show(_ result: FeedResult) {
        items = result.items
        if let title = result.title, !title.isEmpty { self.title = title }
    }

    func entry(_ row: Int) -> Entry {
        let item = items[row]
        let url: URL? =
            switch item.picture {
            case .remote(let address): URL(string: address)
            case .local(let path): Engine.url(ofFile: path)
            case .missing: nil
            }
        return Entry(item: item, number: row + 1, url: url)
    }

    /// The options of a load that was asked for by `r`: a failed one is tried again, a shown one is checked.
    func refreshOptions(for entry: Entry) -> ImageOptions {
        let isLocal = if case .local = entry.item.picture { true } else { false }
        return options.imageOptions.union(isLocal ? [.retryFailed, .fromLoaderOnly] : [.retryFailed, .refreshCached])
    }

    // MARK: - Switches

    func cycleIndicator() -> String {
        options.indicator = Self.next(after: options.indicator, in: ImageIndicator.all, name: \.name)
        return "indicator: \(options.indicator.name)"
    }

    func cycleTransition() -> String {
        options.transition = Self.next(after: options.transition, in: BrowseOptions.transitions, name: \.name)
        return "transition: \(options.transition.name)"
    }

    func cyclePlaceholder() -> String {
        options.placeholder = Self.next(after: options.placeholder, in: NamedPlaceholder.all, name: \.name)
        return "placeholder: \(options.placeholder.name)"
    }

    private static func next<Value>(after value: Value, in values: [Value], name: KeyPath<Value, String>) -> Value {
        let index = values.firstIndex { $0[keyPath: name] == value[keyPath: name] } ?? 0
        return values[(index + 1) % values.count]
    }
}
