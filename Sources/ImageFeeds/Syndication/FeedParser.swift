import HalftoneCore

/// A streaming parser of RSS (0.9 to 2.0) and Atom.
///
/// Everything it produces is remote: relative references resolve against `xml:base` or the document's address, and
/// other schemes than http and https are dropped. Elements are accepted at any depth inside an entry, because in
/// damaged feeds a missing end tag moves the following elements a level down.
final class FeedParser: XMLReceiver {
    private(set) var title: String?
    /// The name of the root element, if it is not that of a feed.
    private(set) var foreignRoot: String?
    private(set) var entries: EntryCollector
    /// The next page of the feed (RFC 5005).
    private(set) var next: WebAddress?
    private let limits: FeedLimits
    private let options: FeedOptions

    private var depth = 0
    private var isAtom = false
    private var sawRoot = false
    private let document: DocumentAddresses
    /// The bases of open elements; that of the document itself has depth 0.
    private var bases: [(depth: Int, address: WebAddress)] = []
    /// The depth of the element whose content is ignored.
    private var ignoredDepth: Int?
    /// The depth of the picture of the feed or of an entry, inside of which only its address counts.
    private var imageDepth: Int?
    private var entry: (depth: Int, value: FeedEntry)?
    /// The text of the open element.
    private var text: FeedText?
    /// The open `media:group`, and the number of those before it.
    private var group: (depth: Int?, number: Int) = (nil, 0)
    /// The open `media:content`, whose description is a caption.
    private var content: (depth: Int, address: WebAddress)?

    init(address: WebAddress?, limits: FeedLimits, options: FeedOptions, share: MemoryAllowance.Share? = nil) {
        self.options = options
        self.limits = limits
        entries = EntryCollector(limits: limits, options: options, share: share)
        document = DocumentAddresses(address)
        if let address { bases = [(0, address)] }
    }

    var wantsMore: Bool { foreignRoot == nil && !entries.isCutShort }

    // MARK: - Elements

    func didStart(_ name: XMLName, attributes: XMLAttributes) {
        depth += 1
        if let base = attributes.value("base", in: .xml), let address = addresses.page(base) {
            bases.append((depth, address))
        }
        guard sawRoot else { return startRoot(name) }
        guard ignoredDepth == nil else { return }
        let element = FeedElement(name)
        guard imageDepth == nil || element == .channelImageAddress else { return leaveImageText() }
        if text != nil, !element.endsText, imageDepth == nil {
            text?.open(name.local.lowercased(), at: depth, attributes)
            return
        }
        switch element {
        case .entry: startEntry()
        case .ignored: ignoredDepth = depth
        case .channelImage where entry == nil: imageDepth = depth
        case .channelImage, .itemImage: if entry != nil { startItemImage(attributes) }
        case .channelImageAddress where imageDepth == nil, .logo where entry != nil: break
        case .link: startLink(attributes, isAtomLink: name.vocabulary == .atom || isAtom)
        case .enclosure: offer(.enclosure, attributes, source: "url", bytes: "length")
        case .mediaContent: offer(.mediaContent, attributes, source: "url", bytes: "fileSize")
        case .mediaGroup: group = (depth, group.number + 1)
        case .mediaThumbnail: offer(.mediaThumbnail, attributes, source: "url", bytes: nil)
        case .itunesImage:
            offer(
                .itunesImage, attributes, source: "href", bytes: nil,
                channelRank: name.vocabulary == .itunes ? .podcast : .otherPodcast)
        case .articleImage: offerArticleImage(attributes)
        case .authorName where !isAtom: break  // part of the author's text, if inside of one
        case .tag: startTag(attributes, vocabulary: name.vocabulary)
        case .title, .guid, .published, .updated, .description, .article, .author, .authorName, .mediaTitle,
            .mediaDescription, .channelImageAddress, .logo:
            startText(element, attributes, vocabulary: name.vocabulary)
        case .root, .other: break
        }
    }

    func didEnd() {
        if text?.depth == depth { finishText() }
        text?.close(at: depth)
        if group.depth == depth { group.depth = nil }
        if content?.depth == depth { content = nil }
        if entry?.depth == depth { finishEntry() }
        if ignoredDepth == depth { ignoredDepth = nil }
        if imageDepth == depth { imageDepth = nil }
        // A base inside of a text counts to the end of the text.
        while text == nil, let base = bases.last, base.depth >= depth { bases.removeLast() }
        depth -= 1
    }

    func didReceive(text: UnsafeBufferPointer<UInt8>) { self.text?.append(text) }

    /// Completes open elements of a truncated document. Call it once after parsing.
    func finish() {
        if text != nil { finishText() }
        if entry != nil { finishEntry() }
        entries.finish()
    }

    private func startRoot(_ name: XMLName) {
        sawRoot = true
        isAtom = name.local == "feed"
        if FeedElement(name) != .root { foreignRoot = String(name.local.prefix(60)) }
    }

    private func startEntry() {
        if text != nil { finishText() }
        if entry != nil { finishEntry() }  // the end tag of the previous entry is missing
        guard wantsMore else { return }
        entry = (depth, FeedEntry(limits: limits))
        (group.depth, content) = (nil, nil)
    }

    private func finishEntry() {
        if let entry { entries.add(entry.value) }
        entry = nil
    }

    // MARK: - Pictures and links

    private func offer(
        _ role: FeedEntry.Role, _ attributes: XMLAttributes, source: String, bytes: String?,
        channelRank: EntryCollector.Rank = .podcast
    ) {
        let named = attributes.value(source) ?? attributes.value("url") ?? attributes.value("resource", in: .rdf)
        guard var picture = named.flatMap({ FeedEntry.Picture(role, $0, in: addresses) }) else { return }
        guard let address = picture.address else { return offer(picture) }
        if entry == nil, role == .itunesImage { entries.offer(address, as: channelRank) }
        guard entry != nil else { return }
        if role == .enclosure || role == .mediaContent {
            let type = attributes.value("type") ?? attributes.value("type", in: .enclosure)
            guard FeedEntry.isPicture(type: type, medium: attributes.value("medium"), address: address) else {
                entry?.value.isEpisode = true
                return
            }
        }
        (picture.width, picture.height) = (positive(attributes.value("width")), positive(attributes.value("height")))
        guard ![picture.width, picture.height].contains(where: PictureTag.isTracking) else { return }
        if role == .mediaContent { content = (depth, address) }
        picture.byteCount = bytes.flatMap { positive(attributes.value($0)) }
        if group.depth != nil { picture.group = group.number }
        offer(picture)
    }

    private func offer(_ picture: FeedEntry.Picture) { entry?.value.pictures.offer(picture) }

    /// Handles an `img` of the feed itself, as in XHTML.
    private func offerArticleImage(_ attributes: XMLAttributes) {
        let tag = PictureTag(limits: limits) { attributes.value($0) }
        if let image = tag.image { offerArticle([image]) }
    }

    private func offerArticle(_ images: [MarkupText.Image]) {
        entry?.value.offer(images, in: addresses, isBaseStated: bases.last?.depth ?? 0 > 0)
    }

    /// Handles `image`, which is the channel's picture by the standard, and inside an item that of the item: in an
    /// attribute, in a child element, or as text.
    private func startItemImage(_ attributes: XMLAttributes) {
        imageDepth = depth
        let named =
            ["url", "href", "src", "resource"].lazy.compactMap { attributes.value($0) }.first
            ?? attributes.value("resource", in: .rdf)
        if let named { return offerItemImage(named) }
        text = FeedText(.itemImage, depth: depth, isMarkup: false, limit: limits.textBytes)
    }

    /// Drops the text of a picture element that has child elements.
    private func leaveImageText() { if text?.element == .itemImage { text = nil } }

    private func offerItemImage(_ reference: String) {
        guard let picture = FeedEntry.Picture(.itemImage, reference, in: addresses) else { return }
        if !PictureName.isSVG(picture.address?.path ?? "") { offer(picture) }
    }

    /// Returns a stated number; 0 means unknown in many feeds.
    private func positive(_ text: String?) -> Int? {
        text.flatMap { Int($0.withSingleSpaces) }.flatMap { $0 > 0 ? $0 : nil }
    }

    private func startLink(_ attributes: XMLAttributes, isAtomLink: Bool) {
        guard let reference = attributes.value("href") else {
            if !isAtomLink { startText(.link, attributes, vocabulary: .rss) }
            return
        }
        let isPicture = attributes.value("type")?.lowercased().hasPrefix("image/") ?? false
        switch attributes.value("rel")?.lowercased() ?? "alternate" {
        case "image", "image_src", "thumbnail", "preview": if entry != nil { offerItemImage(reference) }
        case "alternate" where isPicture && entry != nil, "related" where isPicture && entry != nil:
            offerItemImage(reference)
        case "enclosure": offer(.enclosure, attributes, source: "href", bytes: "length")
        case "alternate": takePage(reference)
        case "next" where entry == nil: next = next ?? addresses.page(reference)
        // The base of relative addresses, for a feed that was saved to a file.
        case "self" where entry == nil && bases.isEmpty: addBase(reference)
        default: break
        }
    }

    private func takePage(_ reference: String) {
        if entry == nil, bases.isEmpty { addBase(reference) }
        entry?.value.take(link: addresses.page(reference))
    }

    private func addBase(_ reference: String) {
        if let address = WebAddress(reference) { bases.insert((0, address), at: 0) }
    }

    private var addresses: DocumentAddresses {
        var addresses = document
        addresses.base = bases.last?.address
        return addresses
    }

    // MARK: - Text

    private func startText(_ element: FeedElement, _ attributes: XMLAttributes, vocabulary: XMLVocabulary) {
        if text != nil { finishText() }
        let type = attributes.value("type")?.lowercased() ?? ""
        // RSS text is HTML by convention; Atom states the type of its text.
        let isMarkup = isAtom && vocabulary != .content ? type.contains("html") : true
        if element == .article, isAtom, type.hasPrefix("image/"), let source = attributes.value("src"),
            let picture = FeedEntry.Picture(.mediaContent, source, in: addresses)
        {
            offer(picture)
        }
        text = FeedText(
            element, depth: depth, isMarkup: isMarkup, isEscaped: isMarkup && type.contains("xhtml"),
            limit: limits.textBytes)
        let isPermanent = attributes.value("isPermaLink")?.withSingleSpaces.lowercased() ?? "true"
        text?.isOpaque = isAtom || isPermanent != "true"
    }

    /// Handles the tags of Atom, which are in attributes.
    private func startTag(_ attributes: XMLAttributes, vocabulary: XMLVocabulary) {
        guard let name = attributes.value("label") ?? attributes.value("term") else {
            return startText(.tag, attributes, vocabulary: vocabulary)
        }
        entry?.value.addTag(name, length: limits.titleLength)
    }

    private func finishText() {
        guard let text else { return }
        self.text = nil
        guard entry != nil else { return finishFeedText(text) }
        switch text.element {
        case .link: takePage(text.plain)
        case .description, .article: finishArticle(text)
        case .channelImageAddress: offerItemImage(text.plain)
        case .itemImage: if text.isAddress { offerItemImage(text.plain) }
        default: entry?.value.take(text, ofPicture: content?.address, limits: limits)
        }
    }

    private func finishFeedText(_ text: FeedText) {
        switch text.element {
        case .title: if title == nil { title = text.line(limits.titleLength) }
        case .link: takePage(text.plain)
        case .channelImageAddress, .logo:
            addresses.picture(text.plain).map { entries.offer($0, as: .channel) }
        default: break
        }
    }

    private func finishArticle(_ text: FeedText) {
        let markup = MarkupText(text.bytes, limits: limits, pictureTypes: options.pictureTypes)
        offerArticle(markup.images)
        entry?.value.words.take(
            text.isMarkup ? markup.text : text.words, isDescription: text.element == .description,
            limits: limits)
    }
}
