import ImageFeeds
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The selection after a filter without matches, and the status line of a filter.
@MainActor @Suite(.endsInTime) struct FilterPlaceTests {
    private let stage = GalleryStage(columns: 120, rows: 30)

    init() {
        stage.page.open(GalleryStage.items((0..<50).map { "title \($0)." }))
        stage.press(.end, .up)
        stage.turn()
    }

    /// Regression: the first picture was selected then.
    @Test func `a filter without matches restores the selection`() {
        #expect(stage.page.row == 48)
        stage.filter(by: "nothing has this")
        #expect(stage.page.count == 0 && stage.line(of: "No match for “nothing has this”.") != nil)
        #expect(stage.line(of: "Esc: show all · f: filter") != nil)
        stage.press(.escape)
        #expect(stage.page.count == 50 && stage.page.row == 48)
    }

    @Test func `the selection is kept while items are added and removed`() {
        stage.page.arrange(SortAndFilter(filter: ItemQuery("nothing has this")))
        stage.page.show(GalleryStage.items(["new"] + (0..<50).map { "title \($0)." }), .arrival)
        stage.page.refresh(GalleryStage.items(["newer", "new"] + (1..<50).map { "title \($0)." }))
        stage.page.arrange(SortAndFilter())
        #expect(stage.page.selectedEntry?.item.title == "title 48.")
    }

    @Test func `the key that ends a filter is named while one is active`() {
        #expect(!stage.footer.contains("Esc show all"))
        stage.page.arrange(SortAndFilter(filter: ItemQuery("title 4")))
        #expect(stage.footer.contains("Esc show all"))
        stage.press(.escape)
        #expect(!stage.footer.contains("Esc show all") && stage.page.count == 50)
    }
}
