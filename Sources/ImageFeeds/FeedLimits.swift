/// Limits on the cost of a source. Each is checked before the work that it limits.
public struct FeedLimits: Hashable, Sendable {
    /// Maximum bytes of one RSS or Atom document. Default 16 MB: the largest real feeds, archives with whole articles,
    /// have a few megabytes, and this is still parsed in well under a second.
    public var feedBytes = 16_000_000
    /// Maximum bytes of one JSON document, of whose values the decoder makes an index of up to thirty times its bytes.
    public var jsonBytes = 4_000_000
    /// Maximum seconds until a document has arrived completely, also if its server sends byte by byte and is never
    /// silent. Default 600, as for a picture over the slowest network in use.
    public var fetchSeconds = 600
    /// Maximum bytes of one list of URLs. Two million lines of 100 bytes fit.
    public var listBytes = 256_000_000
    /// Maximum bytes of a document held in memory while it arrives, and afterwards if it is a list; a larger one is in
    /// a temporary file. Nearly every feed is smaller.
    public var memoryBytes = 4_000_000
    /// Maximum bytes in memory of all documents that are arriving.
    public var memoryBytesOfAll = 16_000_000
    /// Maximum pictures of one feed or web page. Real feeds have tens to hundreds, the longest archive pages as many as
    /// this; each item takes up to 2 KB, and its details.
    public var feedItems = 10_000
    /// Maximum bytes of all addresses of one document's items: 10,000 with 1,600 bytes each. Short references to a long
    /// base would take ten times as much.
    public var addressBytes = 16_000_000
    /// Maximum entries of one feed, with those that have no picture. Empty ones take a few bytes of a document each, and
    /// ten microseconds.
    public var feedEntries = 50_000
    /// Maximum pages of one source, which are read one at a time while the user scrolls. An archive of 100,000 pictures
    /// in pages of 100 fits.
    public var pages = 1_000
    /// Maximum consecutive pages without pictures before reading pauses.
    public var emptyPages = 5
    /// Maximum feeds of one OPML list, and feeds that a page announces. Each may be a request; lists of subscriptions have
    /// hundreds, directories thousands.
    public var listedFeeds = 10_000
    /// Maximum lines of one list, and names of one folder. An item of a list costs 8 bytes beside its line.
    public var listItems = 4_000_000
    /// Maximum names that are read in the subfolders of one folder to count their pictures, in a few milliseconds.
    /// Further folders have no count.
    public var countedNames = 10_000
    /// Maximum depth of folders with `FeedOptions.isRecursive`. A path has at most 4,096 bytes.
    public var folderDepth = 100
    /// Maximum bytes of one line of a list. Servers refuse much shorter URLs, and a path has at most 4,096.
    public var lineBytes = 16_384
    /// Maximum nesting of a feed's elements: libxml2's default. Real feeds need about 10, with inline XHTML about 30.
    public var xmlDepth = 256
    /// Maximum attributes of one element, and namespaces in scope, because the parser compares each with all others.
    /// Real elements have less than 50.
    public var tagAttributes = 256
    /// Maximum bytes of a document type declaration: the longest in use declare HTML's 250 entities. Parsing takes
    /// quadratic time.
    public var doctypeBytes = 65_536
    /// Maximum bytes of one element's text, before markup is removed: those of an article with a picture inside of it.
    public var textBytes = 2_000_000
    /// Maximum Unicode scalars of a title, of an author, and of all tags of an entry. No terminal row shows more.
    public var titleLength = 300
    /// Maximum Unicode scalars of a summary, and of alternative text: a few lines of a full screen.
    public var summaryLength = 500
    /// Maximum bytes of the whole text of one item: 10,000 words, an hour of reading.
    public var itemTextBytes = 65_536
    /// Maximum pictures of one item beside the first. Galleries of articles rarely have more.
    public var otherPictures = 50
    /// Maximum bytes of all whole texts, other pictures' addresses and pictures inside of entries of one document, as
    /// many as a document may have: short references to a long base multiply its length. Further items have only a
    /// summary and the address of a picture.
    public var detailBytes = 16_000_000
    /// Maximum bytes of the details of all documents of a load, with later pages: 8,000 articles of 6 KB. Documents that
    /// arrive later have only summaries.
    public var detailBytesOfAll = 48_000_000
    /// Maximum width in pixels of a chosen picture where a page offers several: two fit across the largest screens.
    public var pictureWidth = 2_560
    /// Maximum concurrent fetches from all hosts.
    public var concurrentFetches = 24
    /// Maximum concurrent fetches from one host.
    public var concurrentFetchesOfHost = 6

    /// Creates the default limits.
    public init() {}
}
