import HalftoneCore

/// The reason why a source has nothing to show, or less than it contains.
///
/// The description is one line without the name of the source, which the caller puts in front (`NAME: what happened`).
public enum FeedError: DescribedError, Hashable, Sendable {
    /// What the content of a source looks like, if it is of no kind that can be shown.
    public enum Look: Hashable, Sendable {
        /// JSON of no known format, bytes of no known format, text in UTF-16 or UTF-32, or text that is no list of
        /// addresses.
        case json, binary, wideText, plainText
        /// Well-formed XML of another kind; `root` is the name of its root element.
        case xml(root: String)
    }

    /// The content is of no kind that can be shown.
    case notAFeed(looksLike: Look)
    /// The document has no bytes.
    case empty
    /// A folder without pictures, a feed whose entries have none, or a list without lines.
    case noPictures(FeedItems.Kind)
    /// The first pages of the source, this many, have no picture, but there are more pages.
    case noPicturesSoFar(pages: Int)
    /// An XML document that ends early or breaks the syntax at this line; the text is the parser's reason.
    case malformed(line: Int, what: String)
    /// A JSON document that breaks the syntax or has no feed's structure; the text is the reason.
    case malformedJSON(String)
    /// A file, a folder or standard input could not be read, or there is no room for its bytes; the text is the reason.
    case unreadable(String)
    /// There is no such file, but the argument looks like a host's name; `suggestion` is the URL to try.
    case missingScheme(suggestion: PublicAddress)
    /// The document has more bytes than ``FeedLimits`` allow its format.
    case tooLarge(limit: ByteSize)
    /// The document was still arriving after this time; `received` is its size until then.
    case tooSlow(limit: Duration, received: ByteSize)
    /// The feed, list or folder has more items; the rest was left out.
    case tooManyItems(limit: Int)
    /// The feed has more entries, most of them without a picture; the rest was left out.
    case tooManyEntries(limit: Int)
    /// The list names, or the page announces, more feeds; the rest was left out.
    case tooManyFeeds(limit: Int)
    /// The source has more pages; the rest was not read.
    case tooManyPages(limit: Int)
    /// A page leads to one that was read before, or has the content of one.
    case pagesRepeat
    /// The URL of a feed or a list now answers with a web page, which is shown; the cached feed is kept.
    case pageInPlaceOfFeed
    /// A list of feeds names another list of feeds, which is not followed.
    case nestedFeedList
    /// The address has a scheme other than http and https; the text is the scheme, cut to 20 characters.
    case unsupportedScheme(String)
    /// The document could not be fetched; the text is the fetcher's.
    case fetchFailed(String)
    /// Lines of a list, or names in a folder, could not be used; `why` is the reason of the first.
    case leftOut(count: Int, why: String)
    /// None of several sources has a picture; the failures are in the order of the sources.
    case everySourceFailed([FeedFailure])
    /// libxml2, which is loaded by the first feed, could not be loaded; the text is the remedy or the reason.
    case missingLibrary(String)
    /// The read was cancelled.
    case cancelled

    /// The reason in one line, sanitized, with addresses without user name and password.
    public var description: String { TextSanitizer.sentence(sentence) }

    /// Returns the first failures as text, with the number of others.
    private static func list(_ failures: [FeedFailure]) -> String {
        let most = 10
        let rest = failures.count > most ? ["and \(failures.count - most) more"] : []
        return (failures.prefix(most).map(\.description) + rest).joined(separator: "; ")
    }

    private var sentence: String {
        switch self {
        case .notAFeed(let look): look.description
        case .empty: "is empty"
        case .noPictures(let kind): kind.emptyMessage
        case .noPicturesSoFar(let pages): "has no pictures on its first \(pages) pages; more follow"
        case .malformed(let line, let what): "malformed XML at line \(line): \(what)"
        case .malformedJSON(let what): "malformed JSON: \(what)"
        case .unreadable(let why): "cannot be read: \(why)"
        case .missingScheme(let suggestion): "no such file; did you mean \(suggestion)?"
        case .tooLarge(let limit): "is larger than the limit of \(limit)"
        case .tooSlow(let limit, let received):
            "timed out after \(Int(limit.seconds)) s (\(received) received)"
        case .tooManyItems(let limit): "only the first \(limit) pictures are shown"
        case .tooManyEntries(let limit): "only the first \(limit) entries are read"
        case .tooManyFeeds(let limit): "only the first \(limit) feeds are used"
        case .tooManyPages(let limit): "only the first \(limit) pages are read"
        case .pagesRepeat: "its pages repeat themselves; the rest is left out"
        case .pageInPlaceOfFeed: "is now a web page, not a feed; the network may require a login"
        case .nestedFeedList: "is a list of feeds inside a list of feeds; open it by itself"
        case .unsupportedScheme(let scheme): "\(scheme): is not supported, only http and https"
        case .fetchFailed(let why): why
        case .leftOut(1, let why): "1 entry left out: \(why)"
        case .leftOut(let count, let why): "\(count) entries left out, the first one: \(why)"
        case .everySourceFailed(let failures): Self.list(failures)
        case .missingLibrary(let advice): "cannot be read without libxml2: \(advice)"
        case .cancelled: "cancelled"
        }
    }
}

extension FeedError.Look: CustomStringConvertible {
    public var description: String {
        switch self {
        case .json: "not a feed (JSON of another kind)"
        case .binary: "not an image, a feed or a list"
        case .wideText: "is UTF-16 or UTF-32 text; a list must be UTF-8"
        case .plainText: "is text, but neither a feed nor a list of URLs or paths"
        case .xml(let root): "not a feed (root element <\(root)>)"
        }
    }
}
