import HalftoneCore

/// The items of all sources as one collection, indexed from 0.
///
/// A value; safe from any thread. Items of lists are created on access, which takes microseconds, so that
/// a list of a million lines takes only its bytes and 8 more for each line.
public struct FeedItems: RandomAccessCollection, Sendable {
    /// The kind of a source, with the message for one without items.
    public struct Kind: Hashable, Sendable {
        /// The message for a source without items.
        let emptyMessage: String
        /// Whether an empty document is certainly the source's own, so that the cached one is removed. A page or a text
        /// may come from a captive portal.
        var isCertain = false

        /// An RSS, Atom or JSON feed, or a sitemap.
        public static let feed = Kind(emptyMessage: "the feed has no pictures", isCertain: true)
        /// A web page.
        public static let page = Kind(emptyMessage: "the page has no pictures")
        /// A folder on this machine.
        public static let folder = Kind(emptyMessage: "the folder has no pictures")
        /// A list of addresses or paths, one for each line or NUL-terminated.
        public static let list = Kind(emptyMessage: "the list names no pictures")
        /// A list of feeds (OPML).
        public static let feedList = Kind(emptyMessage: "the list names no feeds", isCertain: true)
        /// An index of sitemaps.
        public static let sitemapIndex = Kind(emptyMessage: "the index names no sitemaps", isCertain: true)
        /// The picture itself.
        public static let picture = Kind(emptyMessage: "there is no picture")
    }

    enum Segment: Equatable, Sendable {
        case items([FeedItem])
        case list(TextList)

        var count: Int {
            switch self {
            case .items(let items): items.count
            case .list(let list): list.count
            }
        }

        subscript(index: Int) -> FeedItem {
            switch self {
            case .items(let items): items[index]
            case .list(let list): list[index]
            }
        }
    }

    private var segments: [Segment] = []
    /// The index after each segment's last item, ascending.
    private var ends: [Int] = []
    private var origins: [Origin] = []

    /// The origin of a segment.
    struct Origin: Hashable, Sendable {
        /// The name of the source, if there are several.
        var name: String?
        /// The source; `nil` for pictures that are sources themselves.
        var source: FeedSource?
    }

    /// Creates an empty collection.
    public init() {}

    /// Creates a collection of items, in their order.
    public init(_ items: [FeedItem]) { append(.items(items)) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { ends.last ?? 0 }

    public subscript(index: Int) -> FeedItem {
        precondition(indices.contains(index), "Index out of range")
        let segment = segmentIndex(of: index)
        var item = segments[segment][index - (segment == 0 ? 0 : ends[segment - 1])]
        item.source = origins[segment].name
        return item
    }

    private func segmentIndex(of index: Int) -> Int { ends.partitioningIndex { $0 > index } }

    /// Returns the source that an item came from; `nil` for a picture that is a source itself.
    public func source(ofItemAt index: Int) -> FeedSource? {
        indices.contains(index) ? origins[segmentIndex(of: index)].source : nil
    }

    /// The ranges of items that came from one source each, from the first item on. A source may have several.
    public var runs: [(source: FeedSource?, range: Range<Int>)] {
        ends.indices.map { (origins[$0].source, ($0 == 0 ? 0 : ends[$0 - 1])..<ends[$0]) }
    }

    /// Appends the items of a later page. Existing indices stay valid.
    public mutating func append(_ others: FeedItems) {
        for (segment, origin) in zip(others.segments, others.origins) { append(segment, from: origin) }
    }

    /// Adds a run at the end. Neighboring runs of plain items of one source or of none become one, so that 10,000
    /// picture arguments do not make 10,000 segments.
    mutating func append(_ segment: Segment, from origin: Origin = Origin()) {
        guard segment.count > 0 else { return }
        if case .items(let added) = segment, case .items(var present)? = segments.last, origins.last == origin {
            segments[segments.count - 1] = .items([])  // the array below is then the only owner and grows in place
            present += added
            segments[segments.count - 1] = .items(present)
            ends[ends.count - 1] += added.count
            return
        }
        ends.append(endIndex + segment.count)
        segments.append(segment)
        origins.append(origin)
    }
}
