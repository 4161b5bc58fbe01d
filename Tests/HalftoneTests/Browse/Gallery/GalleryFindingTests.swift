import ImageFeeds
import TestSupport
import Testing

@testable import halftone

/// Searching and arranging while items come: what is said is true of what is shown then.
@MainActor @Suite(.endsInTime) struct GalleryFindingTests {
    private let gallery: Gallery
    private static let many = 6_000

    init() {
        gallery = .withoutScreen()
        gallery.open(Self.items(0..<Self.many), title: nil)
    }

    private static func items(_ names: some Sequence<Int>) -> FeedItems {
        FeedItems(names.map { FeedItem(title: "p\($0).", picture: .local("/p\($0)")) })
    }

    /// Searches, does what is done meanwhile, and returns what is said of it.
    private func find(
        _ title: String, from start: Gallery.SearchStart = .place(offset: 1), backwards: Bool = false,
        meanwhile: () -> Void = {}
    ) async throws -> FindingWork.Outcome {
        try await answer("the end of the search") { end in
            gallery.find(TitleQuery(title), from: start, backwards: backwards) { end($0) }
            meanwhile()
        }
    }

    /// "no title has" was said of a title that was there, because a page had come since.
    @Test func aSearchDuringWhichAPageComesIsMadeAgainInAllThereIs() async throws {
        let outcome = try await find("p4000.") {
            #expect(gallery.isFinding)
            _ = gallery.append(Self.items([-1]))
        }
        #expect(outcome == .found(aroundTheEnd: false) && gallery.model.place == 4_000)
        let page = try await find("p-2.") { _ = gallery.append(Self.items([-2])) }
        #expect(page == .found(aroundTheEnd: false) && gallery.model.place == Self.many + 1)
    }

    @Test func aSearchDuringARefreshFindsTheTitleWhereItIsThen() async throws {
        let outcome = try await find("p4000.") {
            // of which another thread finds out what is what
            gallery.refresh(Self.items(1...Self.many))
        }
        await until("the refresh to end") { !gallery.isRefreshing }
        #expect(outcome == .found(aroundTheEnd: false) && gallery.entry(gallery.model.place).item.title == "p4000.")
    }

    @Test func aTitleThatWentMeanwhileIsNotFoundAndNothingElseIsSelected() async throws {
        gallery.model.select(row: 7)
        let outcome = try await find("p4000.") {
            gallery.model.replace(Self.items((0..<Self.many).filter { $0 != 4_000 }))
        }
        #expect(outcome == .nothing && gallery.model.place == 7)
    }

    @Test func anOrderThatComesMeanwhileIsSearchedInFromWhereTheReaderIsThen() async throws {
        gallery.model.select(row: 10)
        var reversed = Arrangement()
        reversed.isReversed = true
        let outcome = try await find("p11.") {
            let work = gallery.model.work(for: reversed)
            if let rows = work.run() { _ = gallery.model.adopt(rows, of: work) }
        }
        #expect(outcome == .found(aroundTheEnd: true) && gallery.entry(gallery.model.place).item.title == "p11.")
    }

    @Test func whereASearchBeganStaysWithItsPicture() async throws {
        gallery.model.select(row: 500)
        gallery.model.beginSearch()
        let outcome = try await find("p499.", from: .origin) { gallery.model.replace(Self.items(1...Self.many)) }
        // from the picture 500 on, which is the row 499 now
        #expect(outcome == .found(aroundTheEnd: true) && gallery.model.place == 498)
        #expect(gallery.model.searchOriginRow == 499)
        gallery.open(Self.items(0..<3), title: nil)
        #expect(gallery.model.searchOriginRow == 0)
    }

    // MARK: - Arranging

    private static func filter(_ text: String) -> Arrangement {
        var arrangement = Arrangement()
        arrangement.filter = TitleQuery(text)
        return arrangement
    }

    /// The page arranged everything as it stood, and what was asked for was forgotten.
    @Test func aPageThatComesDoesNotGiveUpTheArrangementThatIsUnderWay() async {
        gallery.arrange(Self.filter("p"))
        await until("the rows to be in order") { !gallery.isArranging }
        var isTold = false
        var wanted = Self.filter("99.")
        wanted.isReversed = true
        gallery.arrange(wanted) { isTold = true }
        #expect(gallery.isArranging && gallery.arrangement == wanted)
        let isLonger = gallery.append(Self.items([6_099]))
        #expect(!isLonger && gallery.arrangement == wanted)
        await until("the result") { isTold }
        #expect(gallery.model.arrangement == wanted && gallery.entry(0).item.title == "p6099.")
        #expect(!gallery.isArranging && gallery.count == 61)
    }

    @Test func aPageOfItemsAsTheyCameIsShownAtOnceAndArrangedWithTheOthers() async {
        var isTold = false
        gallery.arrange(Self.filter("99.")) { isTold = true }
        let isLonger = gallery.append(Self.items([6_099]))
        #expect(isLonger && gallery.count == Self.many + 1)
        await until("the result") { isTold }
        #expect(gallery.count == 61 && gallery.entry(60).item.title == "p6099.")
    }

    /// Only what was shown before was looked through once more: pages that came under a filter were never seen.
    @Test func aPageAmongTheShownOnesIsArrangedWithThem() async {
        gallery.arrange(Self.filter("99."))
        await until("the rows to be in order") { !gallery.isArranging }
        let isLonger = gallery.append(Self.items([6_099, 7]))
        #expect(!isLonger)
        await until("the rows to be in order") { !gallery.isArranging }
        #expect(gallery.count == 61)
        // and what is typed on is looked for among all that is shown
        gallery.arrange(Self.filter("99."))
        _ = gallery.append(Self.items([7_099]))
        gallery.arrange(Self.filter("99. "))
        await until("the rows to be in order") { !gallery.isArranging }
        #expect(gallery.count == 62)
    }

    /// It turned round what was shown, and gave the order up that was on its way.
    @Test func whatIsAskedForNextChangesWhatIsOnItsWay() async {
        var byTitle = Arrangement()
        byTitle.order = .title
        gallery.arrange(byTitle)
        var next = gallery.arrangement
        next.isReversed = true
        gallery.arrange(next)
        await until("the rows to be in order") { !gallery.isArranging }
        #expect(gallery.model.arrangement.order == .title && gallery.model.arrangement.isReversed)
        #expect(gallery.entry(0).item.title == "p5999.")
    }
}
