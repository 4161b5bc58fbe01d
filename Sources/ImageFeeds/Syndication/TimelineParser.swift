import HalftoneCore

/// A parser of timelines: arrays of posts in the JSON of Mastodon's API.
struct TimelineParser {
    private(set) var entries: EntryCollector
    /// The warning about omitted posts.
    private(set) var cut: FeedError?
    private let addresses: DocumentAddresses
    private let limits: FeedLimits

    /// Parses a document. Throws the errors of ``JSONDocument``.
    init(
        _ bytes: [UInt8], address: WebAddress?, limits: FeedLimits, options: FeedOptions, details: DetailBudget,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(FeedError) {
        let json = try JSONDocument<JSONEntries<Post>>(bytes, entries: nil, limits: limits, isCancelled: isCancelled)
        (self.limits, addresses, cut) = (limits, DocumentAddresses(address), json.cut)
        entries = EntryCollector(limits: limits, options: options, details: details)
        for post in json.content.list where !entries.isCutShort {
            guard !isCancelled() else { throw .cancelled }
            entries.add(read(post))
        }
        entries.finish()
        if entries.isCutShort { cut = .tooManyItems(limit: limits.feedItems) }
    }

    private func read(_ post: Post) -> FeedEntry {
        var entry = FeedEntry(limits: limits)
        let text = MarkupText.text(of: Array((post.html ?? "").utf8.prefix(limits.textBytes)))
        entry.words.take(text, isDescription: true, limits: limits)
        entry.author = post.author?.shownLine(length: limits.authorLength)
        // A post has no title.
        entry.title = text.shownLine(length: limits.titleLength) ?? entry.author
        entry.guid = post.id
        entry.take(link: post.page.flatMap(addresses.page))
        entry.published = post.created.flatMap(FeedDate.seconds)
        for picture in post.pictures {
            guard let address = picture.addresses.lazy.compactMap(addresses.picture).first else { continue }
            // The first one is shown for the post, even if another is larger.
            let role: FeedEntry.Role = entry.hasPicture ? .mediaContent : .enclosure
            entry.pictures.offer(
                .init(
                    role: role, address: address, width: picture.width, height: picture.height,
                    text: picture.description?.shownLine(length: limits.summaryLength)))
        }
        return entry
    }
}

extension TimelineParser {
    /// The relevant fields of a post.
    private struct Post: Decodable {
        var id: String?
        var created: String?
        var page: String?
        var html: String?
        var author: String?
        var pictures: [Picture] = []

        /// Decodes a post. Never throws: one that is not an object has no content.
        init(from decoder: any Decoder) {
            guard let post = try? decoder.container(keyedBy: FieldName.self) else { return }
            // A boost has no content of its own.
            let fields = post.object("reblog") ?? post
            id = post.textOrNumber("id")
            created = post.text("created_at")
            page = fields.text("url")
            html = fields.text("content")
            let account = fields.object("account")
            author = [account?.text("display_name"), account?.text("acct")].lazy.compactMap { $0 }.first { !$0.isEmpty }
            pictures = fields.list("media_attachments", of: Picture.self).filter { $0.type == "image" }
        }
    }

    private struct Picture: Decodable {
        var type: String?
        /// The addresses of the picture, the best first.
        var addresses: [String] = []
        var description: String?
        var width: Int?
        var height: Int?

        init(from decoder: any Decoder) {
            guard let fields = try? decoder.container(keyedBy: FieldName.self) else { return }
            type = fields.text("type")
            addresses = [fields.text("url"), fields.text("preview_url")].compactMap { $0 }
            description = fields.text("description")
            let size = fields.object("meta")?.object("original")
            (width, height) = (size?.positive("width"), size?.positive("height"))
        }
    }
}

extension DocumentReader {
    /// Reads a timeline.
    func timeline(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        let parser = try TimelineParser(
            body.all, address: address, limits: limits, options: options, details: details,
            isCancelled: { [context] in context.isCancelled })
        return SourceContent(parser.entries, title: nil, warnings: [parser.cut].compactMap { $0 }, next: nil)
    }
}
