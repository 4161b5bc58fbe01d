import HalftoneCore

/// A streaming parser of a web page's pictures.
///
/// The page's own picture comes first (Open Graph, otherwise a Twitter card or `image_src`), then the pictures of its
/// content in document order: `img` and `picture` elements, and links to pictures. A picture inside such a link is a
/// preview and replaced by the link's target, unless that may not be a picture. Everything is remote; each address is
/// shown once.
final class PageParser: XMLReceiver {
    private(set) var items: [FeedItem] = []
    private var seen: Set<String> = []
    private var announced: FeedAutodiscovery
    /// The next page, as announced by the page.
    private(set) var next: WebAddress?
    private(set) var isCutShort = false
    private let limits: FeedLimits
    private let pictureTypes: Set<String>
    private let page: WebAddress?
    private var addresses: DocumentAddresses
    private var hasBase = false
    private var head = PageHead()
    private var depth = 0
    /// The depth of the element whose content is not part of the page.
    private var ignoredDepth: Int?
    /// The depth of a `noscript`, whose picture is often the same as one beside it.
    private var fallbackDepth: Int?
    /// The latest picture of an `img`.
    private var latest: (address: WebAddress, isFallback: Bool)?
    private var titleBytes: [UInt8]?
    private var link: Link?
    /// The open `picture` element.
    private var choice: (depth: Int, candidates: PictureCandidates)?

    private struct Link {
        var depth: Int
        var address: WebAddress
        var isPicture: Bool
        var isShown = false
    }

    init(address: WebAddress?, limits: FeedLimits, pictureTypes: Set<String>) {
        (self.limits, self.pictureTypes) = (limits, pictureTypes)
        (page, addresses) = (address, DocumentAddresses(address))
        announced = FeedAutodiscovery(limits: limits)
    }

    /// The title from the page's metadata, otherwise that of its `title` element.
    var title: String? { (head.title ?? head.windowTitle)?.shownLine(length: limits.titleLength) }

    /// The feeds the page announces.
    var feeds: [FeedLink] { announced.links }

    var wantsMore: Bool { !isCutShort }

    // MARK: - Elements

    func didStart(_ name: XMLName, attributes: XMLAttributes) {
        depth += 1
        guard ignoredDepth == nil else { return }
        switch name.local {
        case "template" where attributes.value("shadowrootmode") != nil: break  // the content of an element
        case "template", "iframe", "textarea": ignoredDepth = depth
        case "noscript": fallbackDepth = fallbackDepth ?? depth
        case "base": startBase(attributes)
        case "title" where head.windowTitle == nil: titleBytes = []
        case "meta": head.take(attributes)
        case "link": startHeadLink(attributes)
        case "a", "area": startLink(attributes)
        case "picture": choice = (depth, PictureCandidates())
        case "source": choice?.candidates.add(source: { attributes.value($0) }, types: pictureTypes)
        case "img", "amp-img": startImage(attributes)
        default: break
        }
    }

    func didEnd() {
        if let bytes = titleBytes {
            titleBytes = nil
            head.windowTitle = String(decoding: bytes, as: UTF8.self)
        }
        if ignoredDepth == depth { ignoredDepth = nil }
        if fallbackDepth == depth { fallbackDepth = nil }
        if choice?.depth == depth { choice = nil }
        if let link, link.depth == depth { finish(link) }
        depth -= 1
    }

    func didReceive(text: UnsafeBufferPointer<UInt8>) {
        guard let count = titleBytes?.count, count < limits.textBytes else { return }
        titleBytes?.append(contentsOf: text.prefix(limits.textBytes - count))
    }

    /// Completes the result; call it once after parsing.
    func finish() {
        if let link { finish(link) }
        showLeads()
    }

    // MARK: - Head

    private func startBase(_ attributes: XMLAttributes) {
        // The first one counts. A base that is neither http nor https is ignored, so that nothing becomes local.
        guard !hasBase, let reference = attributes.value("href"), let address = addresses.page(reference)
        else { return }
        hasBase = true
        addresses.base = address
    }

    private func startHeadLink(_ attributes: XMLAttributes) {
        guard let reference = attributes.value("href"), !reference.isEmpty else { return }
        let relations = Self.words(attributes.value("rel"))
        if relations.contains("canonical"), addresses.base == nil { addresses.base = WebAddress(reference) }
        guard let address = addresses.page(reference) else { return }
        if relations.contains("next") { next = next ?? address }
        if relations.contains("image_src") { head.imageLink = head.imageLink ?? reference }
        guard relations.contains("alternate") else { return }
        announced.add(address, type: attributes.value("type"), title: attributes.value("title"))
    }

    private static func words(_ text: String?) -> [Substring] {
        (text ?? "").lowercased().split { $0.isWhitespace }
    }

    /// Adds the page's own pictures before the first picture of the content, because a `base` may follow their `meta`.
    private func showLeads() {
        for reference in head.takeLeads() { show(reference, title: head.title, page: nil) }
    }

    // MARK: - Text

    private func startLink(_ attributes: XMLAttributes) {
        if let link { finish(link) }  // links do not nest: the end tag is missing
        guard let reference = attributes.value("href"), let address = addresses.page(reference) else { return }
        if Self.words(attributes.value("rel")).contains("next") { next = next ?? address }
        link = Link(depth: depth, address: address, isPicture: PictureLink.isPicture(address))
    }

    private func finish(_ link: Link) {
        self.link = nil
        guard link.isPicture, !link.isShown else { return }
        showLeads()
        append(link.address.withoutFragment, title: nil, page: nil)
    }

    private func startImage(_ attributes: XMLAttributes) {
        let image = PictureTag(choice: choice?.candidates) { attributes.value($0) }
        guard !image.isDecoration else { return }
        choice = nil
        let address = image.best(maximumWidth: limits.pictureWidth).flatMap { addresses.picture($0.source) }
        let title = attributes.value("alt") ?? attributes.value("title")
        if let open = link, open.isPicture, address.map({ PictureLink.isLargeForm(open.address, of: $0) }) ?? true {
            link?.isShown = true
            showLeads()
            append(open.address.withoutFragment, title: title, page: nil)
        } else if let address, !repeatsLatest(address) {
            latest = (address, fallbackDepth != nil)
            link?.isShown = true
            showLeads()
            append(address, title: title, page: link?.address)
        }
    }

    /// Returns whether an address is that of the picture before, in another size, and one of both is for browsers
    /// without scripts.
    private func repeatsLatest(_ address: WebAddress) -> Bool {
        guard let latest, latest.isFallback || fallbackDepth != nil else { return false }
        return PictureLink.identity(of: latest.address) == PictureLink.identity(of: address)
    }

    // MARK: - Items

    private func show(_ reference: String, title: String?, page: WebAddress?) {
        guard let address = addresses.picture(reference) else { return }
        append(address, title: title, page: page)
    }

    private func append(_ address: WebAddress, title: String?, page: WebAddress?) {
        // SVG is mostly used for buttons.
        guard !PictureName.isSVG(address.path), !seen.contains(address.text) else { return }
        guard items.count < limits.feedItems else { return isCutShort = true }
        seen.insert(address.text)
        var item = TextList.remoteItem(address)
        item.title = title?.shownLine(length: limits.titleLength) ?? item.title
        item.page = (page ?? self.page)?.address
        items.append(item)
    }
}

extension DocumentReader {
    /// Reads a web page: its pictures, or the announced feed if it has none.
    func page(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = PageParser(address: address, limits: limits, pictureTypes: options.pictureTypes)
        var warnings = try parse(body, as: .html, with: parser)
        parser.finish()
        if parser.isCutShort { warnings.append(.tooManyItems(limit: limits.feedItems)) }
        return SourceContent(
            segment: .items(parser.items), title: parser.title, warnings: warnings,
            followed: parser.items.isEmpty ? Array(parser.feeds.prefix(1)) : [], announced: parser.feeds,
            next: parser.next, isPage: true)
    }
}
