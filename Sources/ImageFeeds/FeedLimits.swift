/// Limits on the cost of a source. Each is checked before the work that it limits.
public struct FeedLimits: Hashable, Sendable {
    /// Maximum bytes of one RSS or Atom document. Default 16 MB: the largest real feeds, archives with whole articles,
    /// have a few megabytes, and this is still parsed in well under a second.
    public var feedBytes = 16_000_000
    /// Maximum seconds until a document has arrived completely, also if its server sends byte by byte and is never
    /// silent. Default 600, as for a picture over the slowest network in use.
    public var fetchSeconds = 600
    /// Bytes of one list of URLs. Two million lines of 100 bytes fit.
    public var listBytes = 256_000_000
    /// Maximum bytes of a document held in memory while it arrives, and afterwards if it is a list; a larger one is in
    /// a temporary file. Nearly every feed is smaller.
    public var memoryBytes = 4_000_000
    /// Maximum bytes in memory of all documents that are arriving.
    public var memoryBytesOfAll = 16_000_000
    /// Maximum pictures of one feed. Real feeds have tens to hundreds; each item takes up to 2 KB.
    public var feedItems = 10_000
    /// Entries of a JSON Feed that are decoded, with pictures or without: ten times as many as are shown.
    public var feedEntries = 100_000
    /// Values and names in a JSON Feed. Each takes up to 50 bytes of the decoder's index; 10,000 real entries have 300,000.
    public var jsonValues = 1_000_000
    /// Pages of one source that follow each other. Read one at a time as the reader scrolls; an archive of 100,000
    /// pictures in pages of 100 fits.
    public var pages = 1_000
    /// Pages without any picture that are passed over in one go before reading pauses.
    public var emptyPages = 5
    /// Feeds taken from one OPML list. Each is a request; lists of subscriptions have hundreds, directories thousands.
    public var listedFeeds = 10_000
    /// Lines taken from one list, and names from one folder. An item of a list costs 8 bytes beside its line.
    public var listItems = 4_000_000
    /// Names in the folders of one folder that are looked at to count their pictures: a few milliseconds. Folders beyond
    /// have no count.
    public var countedNames = 10_000
    /// Folders inside each other that are read with `FeedOptions.isRecursive`. A path ends at 4,096 bytes.
    public var folderDepth = 100
    /// Bytes of one line of a list. Servers refuse longer URLs long before, and a path ends at 4,096.
    public var lineBytes = 16_384
    /// Nested elements of a feed: libxml2's own default. Real feeds need about 10, with inline XHTML about 30.
    public var xmlDepth = 256
    /// Attributes of one element of a feed or web page, and namespaces in force: the parser compares each with all others.
    /// Real elements have less than 50.
    public var tagAttributes = 256
    /// Bytes of a document type: the longest in use name HTML's 250 entities. Lists in it cost the square of their length.
    public var doctypeBytes = 65_536
    /// Bytes of text of one element that are looked at, before markup is removed. Articles rarely have more, and
    /// their first picture stands near the beginning.
    public var textBytes = 262_144
    /// Unicode scalars of a title. No terminal row shows more.
    public var titleLength = 300
    /// Unicode scalars of a summary, and of a picture's alternative text: a few lines of a full screen.
    public var summaryLength = 500
    /// Unicode scalars of an author. Longer ones are lists of names.
    public var authorLength = 100
    /// Unicode scalars of all tags of an entry: more than a dozen.
    public var tagsLength = 300
    /// Nested elements of a web page: where browsers end.
    public var htmlDepth = 512
    /// Pictures taken from one web page: ten times what the longest archive pages show.
    public var pagePictures = 100_000
    /// Bytes of all addresses and titles of one web page. Short references to a long base multiply its length.
    public var pageTextBytes = 64_000_000
    /// Pixels of the widest picture chosen where a page offers several: two fit across the largest screens, and wider
    /// ones cost more than any terminal shows.
    public var pictureWidth = 2_560
    /// Documents fetched at once, from all hosts.
    public var concurrentFetches = 24
    /// Documents fetched at once from one host: what a polite client opens.
    public var concurrentFetchesOfHost = 6

    /// Creates the default limits.
    public init() {}
}
