import ImageFeeds
import ImageLoading
import OptionParsing
import TerminalViews

/// The options of the gallery.
struct BrowseOptions: SourceOptions {
    var common = CommonOptions()
    var imageOptions: ImageOptions = []
    var transition = Self.fade
    var placeholder = NamedPlaceholder.standard
    var indicator = ImageIndicator.activity
    var concurrency = 6
    var prefetch = 4
    var layout = GalleryLayout.list
    var feeds = Self.withFolders
    /// Whether movements by keys are animated.
    var scrollsSmoothly = false
    var loadDelay = Duration.milliseconds(80)
    /// Whether `loadDelay` also applies to the first rows of a list, as it does if the option is given.
    var firstRowsDelay = false
    var bandwidth = BandwidthChoice.auto
    var theme = Theme.Choice.auto
    var slideInterval = Duration.seconds(5)
    /// The initial order of a page's items.
    var order = SortAndFilter.Order.feed
    /// The folder into which `w` saves.
    var saveDirectory = "."
    var opener = Opener.standard
    /// What reads the command lines of `!`; empty: no shell does.
    var shell: [String] = []
    /// Whether addresses that are copied, or printed at the end, keep their user names and passwords.
    var copiesPasswords = false
    /// Whether the quit key first closes an open picture.
    var quitClosesPicture = false
    /// Whether small pictures before and after an open one are shown below it.
    var showsNeighbors = false
    /// Whether reading positions are stored.
    var remembersPlaces = true

    /// The transitions at half their standard duration, because many pictures of a list appear at once.
    static let transitions = ImageTransition.all.map { $0.with(duration: .milliseconds(250)) }
    static let fade = ImageTransition.fade(duration: .milliseconds(250))

    /// A folder inside of a folder is a row that leads into it.
    private static var withFolders: FeedOptions {
        var options = FeedOptions()
        options.showsFolders = true
        return options
    }

    static var rows: [OptionRow<BrowseOptions>] {
        sourceRows + FeedOptions.rows() + pictureRows + loadingRows + otherRows
    }

    private static var sourceRows: [OptionRow<BrowseOptions>] {
        [
            OptionRow(
                "layout", .choice("NAME", GalleryLayout.allCases), configDefault: .list, help: "list, grid or preview",
                manual: """
                    .Cm list ,
                    the default, shows pictures with their texts beside them,
                    .Cm grid
                    pictures side by side, and
                    .Cm preview
                    a line for each picture, and the selected one large.
                    """
            ) { $0.layout = $1 },
            OptionRow(
                "no-resume", isInConfig: true,
                help: "begin at the first picture, remember no place and nothing read",
                manual: """
                    Begin at the first picture, and remember neither a place nor what was read.
                    A place is remembered once a key or a click was about the pictures.
                    """
            ) { $0.remembersPlaces = false }.formerly("forget-places"),
        ]
    }

    private static var pictureRows: [OptionRow<BrowseOptions>] {
        [
            OptionRow(
                "theme", .choice("NAME", Theme.Choice.allCases), configDefault: .auto, help: Theme.optionHelp,
                manual: """
                    .Cm dark , light , none
                    for no colors but those of pictures, or
                    .Cm auto ,
                    the default, which follows the background that the terminal reports.
                    With 16 colors or fewer, dark and light are the same: bars in reverse video.
                    """
            ) { $0.theme = $1 },
            OptionRow(
                "transition", .choice("NAME", transitions, \.name), configDefault: fade,
                help: "how a picture comes in: fade, none, dissolve, wipe, flip…"
            ) { $0.transition = $1 },
            OptionRow(
                "placeholder", .choice("NAME", NamedPlaceholder.all, \.name), configDefault: .standard,
                help: "checkerboard, plain, none or text"
            ) { $0.placeholder = $1 },
            OptionRow(
                "indicator", .choice("NAME", ImageIndicator.all, \.name), configDefault: .activity,
                help: "activity, progress, none, line, ring, percentage…"
            ) { $0.indicator = $1 },
            OptionRow(
                "sort", .choice("ORDER", SortAndFilter.Order.allCases), configDefault: .feed,
                help: "order at the beginning: feed, date, title, size or taken (default: feed)",
                manual: """
                    The order at the beginning:
                    .Cm feed ,
                    the default,
                    .Cm date , title , size
                    or
                    .Cm taken ,
                    the date in the EXIF data of local files.
                    """
            ) { $0.order = $1 },
            OptionRow(
                "slideshow", .seconds(1...86_400), configDefault: Self().slideInterval,
                help: "how long the slideshow shows each picture (default: 5)"
            ) { $0.slideInterval = $1 },
            OptionRow("neighbors", isInConfig: true, help: "show small pictures before and after an open one") {
                $0.showsNeighbors = true
            },
            OptionRow("smooth", isInConfig: true, help: "scroll smoothly to what keys select") {
                $0.scrollsSmoothly = true
            },
        ]
    }

    private static var loadingRows: [OptionRow<BrowseOptions>] {
        [
            OptionRow(
                "image-options", .imageOptions, configDefault: [], help: "options of every load, separated by commas"
            ) { $0.imageOptions = $1 },
            OptionRow(
                "concurrency", .number("N", 1...64), configDefault: Self().concurrency,
                help: "downloads at once (default: 6)"
            ) {
                $0.concurrency = $1
            },
            OptionRow(
                "prefetch", .number("N", 0...1000), configDefault: Self().prefetch,
                help: "rows to load ahead of the scrolling (default: 4; 0: none)"
            ) { $0.prefetch = $1 },
            OptionRow(
                "load-delay", .milliseconds(0...60_000), configDefault: Self().loadDelay,
                help: "delay before loading rows scrolled into view (default: 80; 0: none)",
                manual: """
                    A row asks for its picture after it has been on screen so long; 0 for at once.
                    By default rows that are scrolled to wait for 80, and those that are there when a list is opened do
                    not.
                    """
            ) { ($0.loadDelay, $0.firstRowsDelay) = ($1, true) }.formerly("settle"),
            OptionRow(
                "bandwidth", .choice("SPEED", BandwidthChoice.allCases), configDefault: .auto,
                help: "slow rounds colors to save bytes; fast, or auto",
                manual: """
                    .Cm slow
                    lets each channel of a color be up to 4 of 255 off where that saves bytes,
                    .Cm fast
                    does not, and
                    .Cm auto ,
                    the default, begins to when the terminal does not keep up.
                    """
            ) { $0.bandwidth = $1 }.formerly("link"),
        ]
    }

    private static var otherRows: [OptionRow<BrowseOptions>] {
        [
            OptionRow(
                "save-dir", .folder(), configDefault: Self().saveDirectory,
                help: "save pictures there; by default here",
                manual: """
                    Save pictures there, one after the other; by default in the working directory.
                    Nothing that is there is overwritten.
                    """
            ) { $0.saveDirectory = $1 },
            OptionRow(
                "opener", .command, configDefault: Opener.standard.command,
                help: "the program that opens pages, its arguments separated by commas (default: xdg-open)",
                manual: """
                    The program that opens pages and pictures, with arguments separated by commas;
                    .Cm xdg-open
                    by default.
                    It gets the address as its last argument, without a password, and no shell reads it.
                    """
            ) { $0.opener = Opener(command: $1) },
            OptionRow(
                "shell", .command, configDefault: ["sh", "-c"],
                help: "a shell for the commands of !, its arguments separated by commas (default: none)",
                manual: """
                    A shell that reads the commands of
                    .Ic \\&! ,
                    such as
                    .Cm sh,-c ;
                    the files are its
                    .Li \\&$@ .
                    Without it no shell does: see
                    .Sx COMMANDS .
                    """
            ) { $0.shell = $1 },
            .copyPasswords,
            OptionRow(
                "quit-closes-picture", isInConfig: true, help: "in an open picture, the key that quits goes back"
            ) { $0.quitClosesPicture = true },
        ]
    }
}

/// The arrangement of pictures in the gallery.
enum GalleryLayout: String, CaseIterable {
    /// One row per picture, with its texts beside it.
    case list
    /// A grid of pictures with their titles.
    case grid
    /// One line per picture, beside the selected picture.
    case preview

    /// The next layout; the first after the last.
    var next: GalleryLayout {
        switch self {
        case .list: .grid
        case .grid: .preview
        case .preview: .list
        }
    }
}

/// A placeholder with a name for the command line and the `p` key.
struct NamedPlaceholder {
    let name: String
    let placeholder: Placeholder

    static let all = Placeholder.named.map(NamedPlaceholder.init)
    static let standard = NamedPlaceholder(name: "checkerboard", placeholder: .checkerboard)
}

extension Theme {
    static let optionHelp = "auto, dark, light, or none for no colors but the pictures'"
}
