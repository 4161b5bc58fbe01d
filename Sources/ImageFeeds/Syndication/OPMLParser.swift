import HalftoneCore

/// A parser of OPML (opml.org, versions 1.0 and 2.0) as a list of feeds: every `outline` with an `xmlUrl`, at any
/// depth, in document order, each address once.
final class OPMLParser: XMLReceiver {
    private(set) var title: String?
    private(set) var feeds: [FeedLink] = []
    private var allowance: ItemAllowance
    /// The number of outlines with an unsupported address.
    private var rejected = 0
    private let addresses: DocumentAddresses
    private let limits: FeedLimits
    private var titleText: FeedText?

    init(address: WebAddress?, limits: FeedLimits) {
        addresses = DocumentAddresses(address)
        self.limits = limits
        allowance = ItemAllowance(count: limits.listedFeeds, limits: limits)
    }

    var wantsMore: Bool { !allowance.isExceeded }

    /// The warnings about omitted feeds.
    var warnings: [FeedError] {
        (rejected > 0 ? [.leftOut(count: rejected, why: "only http and https feeds can be read")] : [])
            + (allowance.isExceeded ? [.tooManyFeeds(limit: feeds.count)] : [])
    }

    func didStart(_ name: XMLName, attributes: XMLAttributes) {
        switch name.local.lowercased() {
        case "title" where title == nil:
            titleText = FeedText(.title, depth: 0, isMarkup: false, limit: limits.textBytes)
        case "outline": addFeed(attributes)
        default: break
        }
    }

    func didEnd() {
        guard let text = titleText else { return }
        titleText = nil
        title = text.line(limits.titleLength)
    }

    func didReceive(text: UnsafeBufferPointer<UInt8>) { titleText?.append(text) }

    private func addFeed(_ attributes: XMLAttributes) {
        guard let reference = attributes.value("xmlUrl"), !reference.isEmpty else { return }
        guard let address = addresses.page(reference) else { return rejected += 1 }
        guard allowance.admitNew(address.text) else { return }
        let name = attributes.value("title") ?? attributes.value("text")
        feeds.append(FeedLink(title: name?.shownLine(length: limits.titleLength), address: address.address))
    }
}

extension DocumentReader {
    /// Reads an OPML list: its feeds, without pictures.
    func feedList(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = OPMLParser(address: address, limits: limits)
        let warnings = try parse(body, with: parser)
        return SourceContent(title: parser.title, warnings: warnings + parser.warnings, followed: parser.feeds)
    }
}
