import HalftoneCore

/// A parser of the pictures of a sitemap (sitemaps.org, protocol 0.9, with Google's image extension 1.1): every
/// `image:loc` of a `url`, whose `loc` is the page and `lastmod` the date. An index of sitemaps has each `loc` of a
/// `sitemap`.
final class SitemapParser: XMLReceiver {
    private(set) var items: [FeedItem] = []
    private(set) var sitemaps: [FeedLink] = []
    private var allowance: ItemAllowance
    private let addresses: DocumentAddresses
    private let limits: FeedLimits
    /// The local names of the open elements.
    private var path: [String] = []
    private var text: FeedText?
    private var page: (address: WebAddress?, date: Double?, pictures: [Picture]) = (nil, nil, [])

    private struct Picture {
        var reference = ""
        var title: String?
        var caption: String?
    }

    init(address: WebAddress?, limits: FeedLimits) {
        (addresses, self.limits) = (DocumentAddresses(address), limits)
        allowance = ItemAllowance(count: limits.feedItems, limits: limits)
    }

    var wantsMore: Bool { !allowance.isExceeded }

    /// The warnings about omitted pictures or sitemaps.
    var warnings: [FeedError] {
        guard allowance.isExceeded else { return [] }
        return [sitemaps.isEmpty ? .tooManyItems(limit: items.count) : .tooManyFeeds(limit: sitemaps.count)]
    }

    func didStart(_ name: XMLName, attributes: XMLAttributes) {
        path.append(name.local.lowercased())
        text = FeedText(.other, depth: path.count, isMarkup: false, limit: limits.textBytes)
        switch path.last {
        case "url": page = (nil, nil, [])
        case "image":
            if page.pictures.count == limits.feedItems { addItems() }
            page.pictures.append(Picture())
        default: break
        }
    }

    func didReceive(text: UnsafeBufferPointer<UInt8>) { self.text?.append(text) }

    func didEnd() {
        let name = path.popLast()
        if name == "url" { addItems() }
        guard let element = path.last else { return }
        let value = text?.words ?? ""
        switch (element, name) {
        case ("url", "loc"): page.address = addresses.page(value)
        case ("sitemap", "loc"): addSitemap(value)
        case ("url", "lastmod"): page.date = FeedDate.seconds(value)
        case ("image", "loc"): change { $0.reference = value }
        case ("image", "title"): change { $0.title = value.shownLine(length: limits.titleLength) }
        case ("image", "caption"): change { $0.caption = value.shownLine(length: limits.summaryLength) }
        default: break
        }
    }

    private func change(_ change: (inout Picture) -> Void) {
        if !page.pictures.isEmpty { change(&page.pictures[page.pictures.count - 1]) }
    }

    private func addSitemap(_ reference: String) {
        guard let address = addresses.page(reference), allowance.admitNew(address.text) else { return }
        sitemaps.append(FeedLink(address: address.address))
    }

    /// Adds the pictures of the open page so far.
    private func addItems() {
        defer { page.pictures = [] }
        for picture in page.pictures {
            guard let address = addresses.picture(picture.reference) else { continue }
            guard allowance.admit(address.text, page.address?.text) else { return }
            var item = TextList.remoteItem(address)
            item.title = picture.title ?? picture.caption ?? item.title
            (item.page, item.date, item.summary) = (page.address?.address, page.date, picture.caption)
            items.append(item)
        }
    }
}

extension DocumentReader {
    /// Reads a sitemap, or an index of sitemaps.
    func sitemap(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = SitemapParser(address: address, limits: limits)
        let warnings = try parse(body, with: parser)
        return SourceContent(
            segment: .items(parser.items), warnings: warnings + parser.warnings, followed: parser.sitemaps)
    }
}
