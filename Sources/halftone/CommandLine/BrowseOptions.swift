import GalleryScreens
import ImageFeeds
import OptionParsing
import ScreenKit
import TerminalViews

/// The options of the gallery.
struct BrowseOptions: SourceOptions {
    var common = CommonOptions()
    var gallery = GallerySettings()
    var feeds = Self.withFolders
    var theme = Theme.Choice.auto

    static let transitions = ImageTransition.all.map { $0.with(duration: GallerySettings.transitionDuration) }

    /// A folder inside of a folder is a row that leads into it.
    private static var withFolders: FeedOptions {
        var options = FeedOptions()
        options.showsFolders = true
        return options
    }

    /// The settings of the gallery, with those that several options decide.
    var settings: GallerySettings {
        var settings = gallery
        (settings.remembersState, settings.isPictureOverruled) = (common.remembersState, common.hasPictureMethod)
        (settings.asksForLayout, settings.asksForOrder) = (
            common.typed.contains("layout"), common.typed.contains("sort")
        )
        return settings
    }

    static var rows: [OptionRow<BrowseOptions>] {
        sourceRows + FeedOptions.rows() + pictureRows + otherRows
    }

    private static var sourceRows: [OptionRow<BrowseOptions>] {
        [
            OptionRow(
                "layout", .choice("NAME", [nil] + GalleryLayout.allCases) { $0?.rawValue ?? "auto" },
                configDefault: nil
            ) { $0.gallery.layout = $1 },
            CommonOptions.noResume(help: "start at the top; don't remember position or read state"),
        ]
    }

    private static var pictureRows: [OptionRow<BrowseOptions>] {
        [
            CommonOptions.theme { $0.theme = $1 },
            OptionRow(
                "transition", .choice("NAME", transitions, \.name), configDefault: GallerySettings.fade,
                help: "how a picture comes in: fade, none, a flip or a page curl"
            ) { $0.gallery.transition = $1 },
            OptionRow(
                "placeholder", .choice("NAME", NamedPlaceholder.all, \.name), configDefault: .standard
            ) { $0.gallery.placeholder = $1.placeholder },
            OptionRow(
                "indicator", .choice("NAME", ImageIndicator.all, \.name), configDefault: .spinner
            ) { $0.gallery.indicator = $1 },
            OptionRow(
                "sort", .choice("ORDER", SortAndFilter.Order.allCases), configDefault: .feed,
                help: "order at the beginning: feed, newest, oldest, title, size or taken (default: feed)"
            ) { $0.gallery.order = $1 },
            OptionRow(
                "slideshow", .seconds(1...86_400), configDefault: GallerySettings().slideInterval,
                help: "how long the slideshow shows each picture (default: 5)"
            ) { $0.gallery.slideInterval = $1 },
        ]
    }

    private static var otherRows: [OptionRow<BrowseOptions>] {
        [
            OptionRow(
                "load-delay", .milliseconds(0...60_000), configDefault: GallerySettings().loadDelay,
                help: "delay before loading rows scrolled into view (default: 80; 0: none)"
            ) { ($0.gallery.loadDelay, $0.gallery.delaysEveryRow) = ($1, true) },
            OptionRow(
                "save-dir", .folder(), configDefault: GallerySettings().saveDirectory,
                help: "directory for saved pictures (default: this one)"
            ) { $0.gallery.saveDirectory = $1 },
            OptionRow(
                "opener", .command, configDefault: Opener.standard.command,
                help: "the program that opens pages, its arguments separated by commas (default: xdg-open)"
            ) { $0.gallery.opener = Opener(command: $1) },
            CommonOptions.trace(),
        ]
    }
}
