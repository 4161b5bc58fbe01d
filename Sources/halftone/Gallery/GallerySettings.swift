import ImageLoading
import TerminalViews

/// What the user can set of the gallery.
struct GallerySettings: Sendable {
    var transition = Self.fade
    var placeholder = Placeholder.surface
    var indicator = ImageIndicator.spinner
    /// The layout of every page; `nil`: each has that of its content.
    var layout: GalleryLayout?
    /// The initial order of a page's items.
    var order = SortAndFilter.Order.feed
    /// Whether ``layout`` or ``order`` is asked for in this run: then what is remembered of a source does not count.
    var (asksForLayout, asksForOrder) = (false, false)
    var loadDelay = Duration.milliseconds(80)
    /// Whether `loadDelay` applies to every row: no row loads before it has been on screen for so long, neither the first
    /// rows of a list nor those ahead of the scrolling.
    var delaysEveryRow = false
    var slideInterval = Duration.seconds(5)
    /// The folder into which pictures are saved.
    var saveDirectory = "."
    var opener = Opener.standard

    /// The options of every load: parts of pictures are shown as they arrive.
    static let imageOptions = ImageOptions.progressiveLoad
    /// At half its standard duration, because many pictures of a list appear at once.
    static let fade = ImageTransition.fade(duration: .milliseconds(250))
}
