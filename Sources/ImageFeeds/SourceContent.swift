import HalftoneCore

/// What one source gave.
struct SourceContent: Sendable {
    var segment = FeedItems.Segment.items([])
    var title: String?
    var warnings: [FeedError] = []
    /// Feeds to read in its place, in their order.
    var followed: [FeedLink] = []
    /// Feeds that the document names beside its own pictures.
    var announced: [FeedLink] = []
    /// Where the source goes on.
    var next: WebAddress?
    var validators: FeedValidators?
    /// Whether a document or a folder was read for it.
    var isRead = false
    /// True if it is what an earlier reading had: the server said so, or sent the same once more.
    var isUnchanged = false
    /// Entries left out because they have no picture.
    var hiddenEntries = 0

    /// Whether there is nothing to show, now or later.
    var isEmpty: Bool { segment.count == 0 && followed.isEmpty && next == nil }

    /// Whether it is a picture by itself.
    var isPictureAlone: Bool { segment.count == 1 && segment[0].title == title }

    /// Whether it was read as a web page.
    var isPage: Bool { if case .page = segment { true } else { false } }

    /// Whether a name or a password stands in an address of the document that this was read from, or anywhere in its
    /// bytes. Addresses may be written with escapes, which only reading undoes.
    func holdsCredentials(in document: [UInt8]) -> Bool {
        RequestAddress.arePresent(withCredentialsIn: document) || next?.address.holdsCredentials == true
            || (followed + announced).contains { $0.address.holdsCredentials }
            || (0..<segment.count).contains { segment[$0].holdsCredentials }
    }

    /// Whether the reader would see no difference.
    func shows(_ other: SourceContent) -> Bool {
        segment.count == other.segment.count && title == other.title && warnings == other.warnings
            && followed == other.followed && announced == other.announced && next == other.next
            && hiddenEntries == other.hiddenEntries
            && segment.shows(other.segment)
    }
}

extension SourceContent {
    /// A picture by itself.
    init(picture: FeedItem) { self.init(segment: .items([picture]), title: picture.title) }
}
