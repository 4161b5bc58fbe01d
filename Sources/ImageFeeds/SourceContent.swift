import HalftoneCore

struct SourceContent: Sendable {
    var segment = FeedItems.Segment.items([])
    var title: String?
    var warnings: [FeedError] = []
    /// The feeds to read in its place, in order.
    var followed: [FeedLink] = []
    /// The feeds that the document announces beside its own pictures.
    var announced: [FeedLink] = []
    /// The next page of the source.
    var next: WebAddress?
    /// Whether it was read as a web page.
    var isPage = false
    var validators: FeedValidators?
    /// Whether a document or a folder was read for it.
    var isRead = false
    /// Whether the content equals that of an earlier load: the server confirmed it, or sent equal bytes.
    var isUnchanged = false
    /// Entries left out because they have no picture.
    var hiddenEntries = 0
    var detailBytes = 0
    /// Their share in the memory that the details of a reader's documents may take.
    var share: MemoryAllowance.Share?

    /// Whether there are no items and no further pages.
    var isEmpty: Bool { segment.count == 0 && followed.isEmpty && next == nil }

    /// Whether it is a single picture.
    var isPictureAlone: Bool { segment.count == 1 && segment[0].title == title }

    /// Returns whether an address of the content, or the bytes and the links of its document, contain a user name or a
    /// password. Both are tested: addresses of the content may be written with escapes, and texts contain others.
    func holdsCredentials(in document: FeedDocument) -> Bool {
        ([document.bytes] + document.links.map { Array($0.utf8) }).contains(
            where: RequestAddress.arePresent(withCredentialsIn:))
            || next?.address.holdsCredentials == true
            || (followed + announced).contains { $0.address.holdsCredentials }
            || (0..<segment.count).contains { segment[$0].holdsCredentials }
    }

    /// Returns whether two contents look equal to the user.
    func shows(_ other: SourceContent) -> Bool {
        title == other.title && warnings == other.warnings && followed == other.followed
            && announced == other.announced && next == other.next && hiddenEntries == other.hiddenEntries
            && segment == other.segment
    }
}

extension SourceContent {
    /// Takes the room for the details, or removes them if there is not enough.
    mutating func takeDetails(of room: inout Int) {
        if detailBytes > room, case .items(var items) = segment {
            segment = .items([])  // the array is then changed in place
            for index in items.indices { items[index].removeDetails() }
            (segment, detailBytes, share) = (.items(items), 0, nil)
        }
        room -= detailBytes
    }

    init(picture: FeedItem) { self.init(segment: .items([picture]), title: picture.title) }

    /// Creates the content of a feed. `warnings`: those of its document.
    init(_ entries: EntryCollector, title: String?, warnings: [FeedError] = [], next: WebAddress?) {
        self.init(
            segment: .items(entries.items), title: title, warnings: warnings + entries.warnings, next: next,
            hiddenEntries: entries.hiddenEntries, detailBytes: entries.detailBytes, share: entries.share)
    }
}
