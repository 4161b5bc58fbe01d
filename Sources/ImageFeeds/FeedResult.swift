import Basis

/// What the sources gave, in their order.
public struct FeedResult: Sendable {
    /// In what `FeedReader` returns empty only with `FeedError.noPicturesSoFar` among the failures: `next` leads on.
    public var items: FeedItems
    /// What went wrong beside that: sources that gave nothing, and sources that gave less than they hold.
    public var failures: [FeedFailure]
    /// The name of the feed, folder or list, if there was one source and it has one. Sanitized, one line.
    public var title: String?
    /// The feeds that web pages among the sources announce.
    public var linkedFeeds: [FeedLink] = []
    /// Entries of feeds that were left out because they have no picture.
    public var hiddenEntries = 0
    /// What to hand to `FeedReader.page(after:)` when the reader comes to the end; `nil` if that is all.
    public var next: FeedContinuation?
    /// True if every document is what an earlier result had: its server said so, or sent the same once more.
    public internal(set) var isUnchanged = false
    /// The sources that have not answered yet, each as it is shown; empty once all have.
    public var pending: [PublicAddress] = []
    /// Runs of items, one after the other from the first on.
    var sections: [Section] = []
    /// What a later reading need not fetch again.
    var known = KnownDocuments()
    var documents = 0
    var unchangedDocuments = 0

    /// Creates a result that is complete: without further pages, linked feeds or pending sources.
    public init(items: FeedItems, failures: [FeedFailure] = [], title: String? = nil) {
        self.items = items
        self.failures = failures
        self.title = title
    }
}

extension FeedResult {
    /// The items of one document.
    struct Section: Hashable, Sendable {
        let place: FeedAggregator.Place
        let source: FeedSource
        let count: Int
        /// They are those of an earlier reading.
        let isKept: Bool
    }

    /// Whether all that there is comes from an earlier reading, and no server has confirmed any of it.
    public var isKept: Bool { !sections.isEmpty && !hasNews && unchangedDocuments == 0 }

    /// Whether anything in it is new since the earlier reading that it began with.
    public var hasNews: Bool { sections.contains { !$0.isKept } }

    /// The numbers of the items that are not yet in an earlier look at the same reading; everything else is as it was
    /// there, in the same order. `nil`: it is not.
    public func insertions(since earlier: FeedResult) -> [Range<Int>]? {
        var known = earlier.sections[...]
        var (inserted, start) = ([Range<Int>](), 0)
        for section in sections {
            if section == known.first { known.removeFirst() } else { inserted.append(start..<start + section.count) }
            start += section.count
        }
        // What is in no section was found on a later page, and such a page has none.
        guard known.isEmpty, items.count == start, earlier.items.count <= start else { return nil }
        return inserted
    }
}

/// One source's error beside the results of the others.
public struct FeedFailure: Hashable, Sendable, CustomStringConvertible {
    /// The source as the user wrote it.
    public var source: PublicAddress
    /// What went wrong.
    public var error: FeedError
    /// True if the source's other pictures are shown all the same: a warning.
    public var isPartial: Bool

    /// Creates a failure of a source, which is shown without user name and password.
    public init(source: FeedSource, error: FeedError, isPartial: Bool) {
        self.source = source.publicAddress
        self.error = error
        self.isPartial = isPartial
    }

    /// `NAME: what happened`, safe to print.
    public var description: String { "\(source): \(error)" }
}
