import ImageFeeds
import ImageLoading
import TerminalScreen
import TerminalViews

@testable import halftone

extension Gallery {
    /// A gallery of nothing, with an engine of its own that keeps nothing on disk unless another is given. Nobody draws
    /// it.
    static func withoutScreen(manager: ImageManager? = nil) -> Gallery {
        var common = CommonOptions()
        common.usesDiskCache = false
        let manager = manager ?? Engine(common, trace: Trace()) { _ in }.manager
        return Gallery(
            title: "it", options: BrowseOptions(),
            environment: ScreenEnvironment(
                renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: manager, isASCII: false))
    }
}

extension FeedItems {
    /// Local pictures whose titles are `p` and a number.
    static func numbered(_ numbers: some Sequence<Int>) -> FeedItems {
        FeedItems(numbers.map { FeedItem(title: "p\($0)", picture: .local("/p\($0)")) })
    }
}
