import ImageLoading
import TerminalViews

/// What the user can set of the gallery.
package struct GallerySettings: Sendable {
    package var transition = Self.fade
    package var placeholder = Placeholder.surface
    package var indicator = ImageIndicator.spinner
    /// The layout of every page; `nil`: each has that of its content.
    package var layout: GalleryLayout?
    /// The initial order of a page's items.
    package var order = SortAndFilter.Order.feed
    /// Whether ``layout`` or ``order`` is asked for in this run: then what is remembered of a source does not count.
    package var (asksForLayout, asksForOrder) = (false, false)
    package var loadDelay = Duration.milliseconds(80)
    /// Whether `loadDelay` applies to every row: no row loads before it has been on screen for so long, neither the first
    /// rows of a list nor those ahead of the scrolling.
    package var delaysEveryRow = false
    package var slideInterval = Duration.seconds(5)
    /// The folder into which pictures are saved.
    package var saveDirectory = "."
    package var opener = Opener.standard
    /// Whether positions, read items and choices of earlier runs are read and written.
    package var remembersState = true
    /// Whether choices of the key `P` in earlier runs do not count, because an option names the method.
    package var isPictureOverruled = false

    package init() {}

    /// The options of every load: parts of pictures are shown as they arrive.
    static let imageOptions = ImageOptions.progressiveLoad
    /// Half the standard duration, because many pictures of a list appear at once.
    package static let transitionDuration = Duration.milliseconds(250)
    package static let fade = ImageTransition.fade(duration: transitionDuration)
}
