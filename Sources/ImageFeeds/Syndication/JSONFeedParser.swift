import HalftoneCore
import FoundationEssentials

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

    /// Parses a document. Throws `.notAFeed` for other JSON, `.malformedJSON` for invalid JSON, and `.cancelled` soon
    /// after `isCancelled` is true. The decoder itself refuses more than 512 levels.
    init(
        _ bytes: [UInt8], address: WebAddress?, limits: FeedLimits, options: FeedOptions, details: DetailBudget,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(FeedError) {
        // The decoder refuses invalid UTF-8 anywhere.
        var text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if String(validating: text, as: UTF8.self) == nil {
            text = text.withUnsafeBufferPointer { TextEncoding.mended($0) }
        }
        let cut = try text.withUnsafeBufferPointer { bytes throws(FeedError) in
            try JSONCut(bytes, entries: limits.feedEntries, values: limits.jsonValues, isCancelled: isCancelled)
        }
        if let end = cut.end {
            text.replaceSubrange(end..., with: JSONCut.closing)
            self.cut = .tooManyEntries(limit: cut.entries)
        }
        let document = try Self.decode(text, isCancelled)
        let isFeed = document.version?.contains("jsonfeed.org") ?? false
        guard let items = document.items?.items ?? (isFeed ? [] : nil) else { throw .notAFeed(looksLike: .json) }
        (self.limits, pictureTypes) = (limits, options.pictureTypes)
        entries = EntryCollector(limits: limits, options: options, details: details)
        var addresses = DocumentAddresses(address)
        let stated = [document.ownAddress, document.homePage].lazy.compactMap { $0.flatMap { WebAddress($0) } }
        addresses.base = addresses.base ?? stated.first
        self.addresses = addresses
        title = document.title?.shownLine(length: limits.titleLength)
        next = document.next.flatMap(addresses.page)
        if let address = document.icon.flatMap(addresses.picture) { entries.offer(address, as: .podcast) }
        for item in items where !entries.isCutShort {
            guard !isCancelled() else { throw .cancelled }
            entries.add(read(item))
        }
        entries.finish()
        if entries.isCutShort { self.cut = .tooManyItems(limit: limits.feedItems) }
    }

    private static func decode(
        _ text: [UInt8], _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(FeedError) -> JSONFeedDocument {
        do {
            let decoder = JSONDecoder()
            if let key = JSONFeedDocument.Patience.key {
                decoder.userInfo[key] = JSONFeedDocument.Patience(isCancelled: isCancelled)
            }
            return try decoder.decode(JSONFeedDocument.self, from: Data(text))
        } catch is CancellationError {
            throw .cancelled
        } catch DecodingError.dataCorrupted(let context) {
            throw .malformedJSON(context.underlyingError.map { "\($0)" } ?? context.debugDescription)
        } catch {
            throw .notAFeed(looksLike: .json)
        }
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
