import HalftoneCore

/// A parser of JSON Feeds. Like all feeds, they contain only remote pictures.
struct JSONFeedParser {
    private(set) var title: String?
    private(set) var entries: EntryCollector
    private(set) var next: WebAddress?
    /// The warnings about omitted items.
    private(set) var cut: FeedError?
    private let addresses: DocumentAddresses
    private let limits: FeedLimits
    private let pictureTypes: Set<String>

    /// Parses a document. Throws the errors of ``JSONDocument``.
    init(
        _ bytes: [UInt8], address: WebAddress?, limits: FeedLimits, options: FeedOptions, details: DetailBudget,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(FeedError) {
        let json = try JSONDocument<JSONFeedDocument>(
            bytes, entries: "items", limits: limits, isCancelled: isCancelled)
        let document = json.content
        cut = json.cut
        (self.limits, pictureTypes) = (limits, options.pictureTypes)
        entries = EntryCollector(limits: limits, options: options, details: details)
        var addresses = DocumentAddresses(address)
        let stated = [document.ownAddress, document.homePage].lazy.compactMap { $0.flatMap { WebAddress($0) } }
        addresses.base = addresses.base ?? stated.first
        self.addresses = addresses
        title = document.title?.shownLine(length: limits.titleLength)
        next = document.next.flatMap(addresses.page)
        if let address = document.icon.flatMap(addresses.picture) { entries.offer(address, as: .podcast) }
        for item in document.items where !entries.isCutShort {
            guard !isCancelled() else { throw .cancelled }
            entries.add(read(item))
        }
        entries.finish()
        if entries.isCutShort { cut = .tooManyItems(limit: limits.feedItems) }
    }

    // MARK: - One item

    private func read(_ source: JSONFeedDocument.Item) -> FeedEntry {
        var entry = FeedEntry(limits: limits)
        let markup = source.html.map {
            MarkupText(Array($0.utf8.prefix(limits.textBytes)), limits: limits, pictureTypes: pictureTypes)
        }
        entry.title = source.title?.shownLine(length: limits.titleLength)
        for (text, isDescription) in [(source.summary, true), (source.text, false), (markup?.text, false)] {
            if let text { entry.words.take(text, isDescription: isDescription, limits: limits) }
        }
        entry.author = source.author?.shownLine(length: limits.authorLength)
        for tag in source.tags { entry.addTag(tag, length: limits.tagsLength) }
        // The standard recommends the item's address as identity.
        entry.guid = source.id.flatMap { $0.isEmpty ? nil : $0 }
        entry.take(link: [source.page, source.externalPage].lazy.compactMap { $0.flatMap(addresses.page) }.first)
        entry.permanentLink = source.id.flatMap { WebAddress($0) }
        entry.published = source.published.flatMap(FeedDate.seconds)
        entry.updated = source.modified.flatMap(FeedDate.seconds)
        offer(source.image, as: .enclosure, to: &entry)
        for attachment in source.attachments {
            guard let address = attachment.address.flatMap(addresses.picture) else { continue }
            guard FeedEntry.isPicture(type: attachment.type, medium: nil, address: address) else {
                entry.isEpisode = true
                continue
            }
            entry.pictures.offer(.init(role: .mediaContent, address: address, byteCount: attachment.byteCount))
        }
        offer(source.banner, as: .mediaContent, to: &entry)
        entry.offer(markup?.images ?? [], in: addresses, isBaseStated: false)
        return entry
    }

    private func offer(_ reference: String?, as role: FeedEntry.Role, to entry: inout FeedEntry) {
        guard let address = reference.flatMap(addresses.picture) else { return }
        entry.pictures.offer(.init(role: role, address: address))
    }
}

extension DocumentReader {
    /// Reads a JSON Feed.
    func jsonFeed(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = try JSONFeedParser(
            body.all, address: address, limits: limits, options: options, details: details,
            isCancelled: { [context] in context.isCancelled })
        return SourceContent(
            parser.entries, title: parser.title, warnings: [parser.cut].compactMap { $0 }, next: parser.next)
    }
}
