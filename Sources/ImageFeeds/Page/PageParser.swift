import HalftoneCore

/// The pictures of a web page.
///
/// The page's own picture comes first (Open Graph, otherwise a Twitter card or `image_src`), then the pictures of its
/// content in document order: `img` and `picture` elements, and links to pictures. A picture inside such a link is a
/// preview and replaced by the link's target, unless that may not be a picture. Everything is remote; each address is
/// shown once.
struct PageParser {
    private(set) var items: [FeedItem] = []
    private var allowance: ItemAllowance
    private var announced: FeedAutodiscovery
    /// The next page, as announced by the page.
    private(set) var next: WebAddress?
    private let limits: FeedLimits
    private let pictureTypes: Set<String>
    private let page: WebAddress?
    private var addresses: DocumentAddresses
    private var hasBase = false
    private var head = PageHead()
    /// Whether a `noscript` is open, whose picture is often the same as one beside it.
    private var isFallback = false
    /// The pictures of `img`s by identity, with whether they are only for browsers without scripts.
    private var shown: [String: Bool] = [:]
    private var link: Link?
    /// The candidates of the open `picture` element.
    private var choice: PictureCandidates?

    private struct Link {
        var address: WebAddress
        var isPicture: Bool
        var isShown = false
    }

    init(address: WebAddress?, limits: FeedLimits, pictureTypes: Set<String>) {
        (self.limits, self.pictureTypes) = (limits, pictureTypes)
        (page, addresses) = (address, DocumentAddresses(address))
        allowance = ItemAllowance(count: limits.feedItems, limits: limits)
        announced = FeedAutodiscovery(limits: limits)
    }

    /// The title from the page's metadata, otherwise that of its `title` element.
    var title: String? { (head.title ?? head.windowTitle)?.shownLine(length: limits.titleLength) }

    /// The warnings about omitted pictures and feeds.
    var warnings: [FeedError] {
        (allowance.isExceeded ? [.tooManyItems(limit: allowance.admitted)] : [])
            + [announced.warning].compactMap(\.self)
    }

    /// The feeds the page announces.
    var feeds: [FeedLink] { announced.links }

    /// Reads a page in UTF-8, until there are too many pictures or `isCancelled`.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>, isCancelled: () -> Bool) {
        var scanner = HTMLScanner(bytes)
        while !allowance.isExceeded, !isCancelled(), let token = scanner.next() {
            switch token {
            case .text: continue
            case .title(let range):
                guard head.windowTitle == nil, !range.isEmpty else { continue }
                head.windowTitle = MarkupText.text(of: Array(bytes[range].prefix(limits.textBytes)))
            case .start(let name): start(name) { scanner.attributes() }
            case .end(let name): end(name)
            }
        }
        if let link { finish(link) }
        showLeads()
    }

    // MARK: - Elements

    private mutating func start(_ name: String, attributes: () -> [String: String]) {
        switch name {
        case "noscript": isFallback = true
        case "base": startBase(attributes())
        case "meta": head.take(attributes())
        case "link": startHeadLink(attributes())
        case "a", "area": startLink(attributes(), isEmpty: name == "area")
        case "picture": choice = PictureCandidates()
        case "source":
            let attributes = attributes()
            choice?.add(source: { attributes[$0] }, types: pictureTypes)
        case "img", "amp-img": startImage(attributes())
        default: break
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "noscript": isFallback = false
        case "picture": choice = nil
        case "a": if let link { finish(link) }
        default: break
        }
    }

    // MARK: - Head

    private mutating func startBase(_ attributes: [String: String]) {
        // The first one counts. A base that is neither http nor https is ignored, so that nothing becomes local.
        guard !hasBase, let reference = attributes["href"], let address = addresses.page(reference)
        else { return }
        hasBase = true
        addresses.base = address
    }

    private mutating func startHeadLink(_ attributes: [String: String]) {
        guard let reference = attributes["href"], !reference.isEmpty else { return }
        let relations = Self.words(attributes["rel"])
        if relations.contains("canonical"), addresses.base == nil { addresses.base = WebAddress(reference) }
        guard let address = addresses.page(reference) else { return }
        if relations.contains("next") { next = next ?? address }
        if relations.contains("image_src") { head.imageLink = head.imageLink ?? reference }
        guard relations.contains("alternate") else { return }
        announced.add(address, type: attributes["type"], title: attributes["title"])
    }

    private static func words(_ text: String?) -> [Substring] {
        (text ?? "").lowercased().split { $0.isWhitespace }
    }

    /// Adds the page's own pictures before the first picture of the content, because a `base` may follow their `meta`.
    private mutating func showLeads() {
        for address in head.takeLeads().compactMap(addresses.picture) {
            append(address, title: head.title, page: nil)
        }
    }

    // MARK: - Text

    private mutating func startLink(_ attributes: [String: String], isEmpty: Bool) {
        if let link { finish(link) }  // links do not nest: the end tag is missing
        guard let reference = attributes["href"], let address = addresses.page(reference) else { return }
        if Self.words(attributes["rel"]).contains("next") { next = next ?? address }
        let opened = Link(address: address, isPicture: PictureLink.isPicture(address))
        if isEmpty { finish(opened) } else { link = opened }
    }

    private mutating func finish(_ link: Link) {
        self.link = nil
        guard link.isPicture, !link.isShown else { return }
        showLeads()
        append(link.address.withoutFragment, title: nil, page: nil)
    }

    private mutating func startImage(_ attributes: [String: String]) {
        let tag = PictureTag(choice: choice, limits: limits) { attributes[$0] }
        guard !tag.isDecoration else { return }
        choice = nil
        let address = tag.image.flatMap { addresses.picture($0.source) }
        let title = attributes["alt"] ?? attributes["title"]
        if let open = link, open.isPicture, address.map({ PictureLink.isLargeForm(open.address, of: $0) }) ?? true {
            link?.isShown = true
            showLeads()
            append(open.address.withoutFragment, title: title, page: nil)
        } else if let address, !repeatsShown(address) {
            link?.isShown = true
            showLeads()
            append(address, title: title, page: link?.address)
        }
    }

    /// Returns whether an address is that of an earlier picture, perhaps in another size, and one of both is for
    /// browsers without scripts.
    private mutating func repeatsShown(_ address: WebAddress) -> Bool {
        let identity = PictureLink.identity(of: address)
        if let isEarlierFallback = shown[identity], isEarlierFallback || isFallback { return true }
        shown[identity] = isFallback
        return false
    }

    // MARK: - Items

    private mutating func append(_ address: WebAddress, title: String?, page: WebAddress?) {
        // SVG is mostly used for buttons.
        guard !PictureName.isSVG(address.path), allowance.admitNew(address.text, page?.text) else { return }
        var item = TextList.remoteItem(address)
        item.title = title?.shownLine(length: limits.titleLength) ?? item.title
        item.page = (page ?? self.page)?.address
        items.append(item)
    }
}

extension DocumentReader {
    /// Reads a web page: its pictures, or the announced feed if it has none.
    func page(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        var parser = PageParser(address: address, limits: limits, pictureTypes: options.pictureTypes)
        body.all.withUnsafeBufferPointer { bytes in
            TextEncoding.decoded(bytes, labels: [charset] + TextEncoding.declared(inPage: bytes)) { text in
                parser.parse(text, isCancelled: { context.isCancelled })
            }
        }
        guard !context.isCancelled else { throw .cancelled }
        return SourceContent(
            segment: .items(parser.items), title: parser.title, warnings: parser.warnings,
            followed: parser.items.isEmpty ? Array(parser.feeds.prefix(1)) : [], announced: parser.feeds,
            next: parser.next, isPage: true)
    }
}
