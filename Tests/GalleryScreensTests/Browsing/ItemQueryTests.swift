import FeedTestSupport
import ImageFeeds
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens

/// The fields other than titles that a filter and a search match.
@MainActor @Suite(.endsInTime) struct ItemQueryTests {
    private let stage = GalleryStage(columns: 120, rows: 30)

    private func item(
        _ title: String, summary: String? = nil, text: String? = nil, author: String? = nil, tags: String? = nil
    ) -> FeedItem {
        FeedItem(
            title: title, picture: .local("/\(title)"), summary: summary, pictureText: text, author: author, tags: tags)
    }

    private func titles(_ query: String, _ items: [FeedItem], states: ItemStates = ItemStates()) -> [String] {
        items.filter { ItemQuery(query).matches($0, in: states) }.map(\.title)
    }

    @Test func `words are found in every text of an item, each in any of them`() {
        let items = [
            item("a", summary: "a quiet Harbor"), item("b", text: "boats in the harbor"),
            item("c", author: "Ann Harbor"),
            item("d", tags: "sea, harbor"), item("Harbor"), item("none", summary: "har bor"),
        ]
        #expect(titles("harbor", items) == ["a", "b", "c", "d", "Harbor"])
        #expect(titles("Harbor", items) == ["a", "c", "Harbor"])
        #expect(titles("harbor boats", items) == ["b"])
        #expect(titles("b boats", items) == ["b"])
    }

    @Test func `a letter is found with and without its combining mark composed`() {
        let items = [item("caf\u{E9}"), item("x", summary: "cafe\u{301}")]
        #expect(titles("caf\u{E9}", items) == ["caf\u{E9}", "x"])
        #expect(titles("cafe\u{301}", items) == ["caf\u{E9}", "x"])
    }

    @Test func `states are words of a query and unknown ones are words of the text`() {
        let items = [item("a"), item("b"), item("is:new here"), item("is:nothing")]
        var states = ItemStates()
        states.marks.toggle(items[0], of: nil)
        states.marks.toggle(items[1], of: nil)
        states.failed = [items[1].picture]
        #expect(titles("is:marked", items, states: states) == ["a", "b"])
        #expect(titles("is:marked is:FAILED", items, states: states) == ["b"])
        #expect(titles("is:marked a", items, states: states) == ["a"])
        #expect(titles("is:nothing", items, states: states) == ["is:nothing"])
        #expect(
            ItemQuery("a is:nothing is:new").unknownState
                == "no state is:nothing: is:marked, failed, unread, new, text")
        #expect(ItemQuery("is: is:new this:one").unknownState == nil)
        // the item that is open stays, whatever its state becomes
        states.kept = items[2].id
        #expect(titles("is:marked", items, states: states) == ["a", "b", "is:new here"])
        #expect(titles("is:marked a", items, states: states) == ["a"])
    }

    @Test func `a filter by marks shows the marked pictures, as they are when it is typed`() {
        stage.page.open(GalleryStage.items(["one", "two", "three"]))
        stage.press(.down, .character("m"))
        stage.page.didFail(stage.page.entry(2).item.picture)
        stage.filter(by: "is:marked")
        #expect(stage.page.count == 1 && stage.page.selectedEntry?.item.title == "two")
        stage.press(.escape)
        stage.filter(by: "is:failed")
        #expect(stage.page.count == 1 && stage.page.selectedEntry?.item.title == "three")
        stage.press(.escape)
        stage.filter(by: "is:failed is:marked")
        #expect(stage.page.count == 0 && stage.line(of: "No match for “is:failed is:marked”") != nil)
    }

    @Test func `a filter applied again drops the item that has lost its state`() {
        stage.page.open(GalleryStage.items(["one", "two", "three"]))
        stage.press(.character("m"), .down, .character("m"))
        stage.filter(by: "is:marked")
        #expect(stage.page.count == 2)
        stage.press(.character("m"))
        #expect(stage.page.count == 2, "it stays under the eyes")
        stage.press(.character("f"), .enter)
        #expect(stage.page.count == 1)
    }

    /// Regression: only the prompt of a filter named it, beside the count, and none of the known ones.
    @Test func `a word that looks like a state but is none is named with the states`() {
        let stage = GalleryStage(columns: 200)
        let message = "no state is:ready: is:marked, failed, unread, new, text"
        stage.page.open(GalleryStage.items(["one", "is:reading"]))
        stage.filter(by: "is:read")
        #expect(stage.line(of: "no state") == nil && stage.page.count == 1, "it is a word of a title")
        stage.filter(by: "y")
        #expect(stage.page.count == 0 && stage.line(of: message) == 3, "in the list")
        stage.press(.character("f"))
        #expect(stage.footer.contains(message), "in the prompt")
        stage.press(.escape, .escape, .character("/"))
        stage.type("is:ready")
        #expect(stage.footer.contains(message), "of a search too")
        stage.press(.enter, .character("n"))
        #expect(stage.footer.contains(message))
    }

    @Test func `a search finds states too`() {
        stage.page.open(GalleryStage.items((0..<9).map { "p\($0)" }))
        stage.page.didFail(stage.page.entry(6).item.picture)
        stage.press(.character("/"))
        stage.type("is:failed")
        stage.press(.enter)
        #expect(stage.page.row == 6)
    }

    @Test func `a search says which of its matches is selected`() {
        stage.page.open(GalleryStage.items(["fox", "sea", "fox two", "rose", "fox three"]))
        stage.press(.character("/"))
        stage.type("fox")
        #expect(stage.footer.contains("1 of 3"))
        stage.press(.enter)
        for (key, place) in [("n", "2 of 3"), ("n", "3 of 3"), ("n", "1 of 3, wrapped"), ("N", "3 of 3, wrapped")] {
            stage.press(.character(Character(key)))
            #expect(stage.footer.contains(place), "\(stage.footer)")
        }
    }

    /// Regression: only titles had marks.
    @Test func `matches are marked in every text of a row, until the search is left`() {
        stage.page.open(FeedItems([item("Harbor one", summary: "a quiet harbor", author: "Ann Harbor"), item("sea")]))
        func marked() -> Int { stage.turn().cells.count { $0.attributes.contains(.underline) } }
        stage.press(.character("/"))
        stage.type("harbor")
        #expect(marked() == 3 * "harbor".count)
        stage.press(.escape)
        #expect(marked() == 0)
    }

    @Test(arguments: [
        ("red", "a Red car, red", "a [Red] car, [red]"), ("Red", "a Red car, red", "a [Red] car, red"),
        ("car a", "a car", "[a] [car]"), ("aa", "aaa", "[aa]a"), ("ab bc", "abcd", "[abc]d"),
        ("r red", "red", "[red]"), ("caf\u{E9}", "Cafe\u{301}s", "[Cafe\u{301}]s"), ("x", "none", "none"),
        ("is:new", "what is:new", "what is:new"), ("", "all", "all"), ("x", "", ""),
    ])
    func `the words of a query are highlighted`(query: String, text: String, highlighted: String) {
        var match = CellStyle.plain
        match.attributes = .reverse
        let runs = ItemQuery(query).highlighting(text, .plain, matches: match).runs
        #expect(runs.map { $0.style == match ? "[\($0.text)]" : $0.text }.joined() == highlighted)
    }

    /// Summaries have at most 500 characters; keys wait for a filter of as many items as are arranged at once.
    @Test func `long summaries of right-to-left letters and combining marks are looked through`() {
        let summary = String(repeating: "\u{5E9}\u{5B8}\u{5DC}\u{301} ", count: 100)
        let items = (0..<500).map { item("p\($0)", summary: summary + "\($0)") }
        #expect(titles("\u{5E9}\u{5B8}\u{5DC}\u{301} 499", items) == ["p499"])
    }
}
