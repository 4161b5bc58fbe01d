import HalftoneCore

extension DocumentReader {
    /// Reads a JSON Feed (jsonfeed.org, versions 1.0 and 1.1). Like all feeds, it has only remote pictures.
    func jsonFeed(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        try decode(body) { decoder in
            let feed = JSONObject(from: decoder)
            var addresses = DocumentAddresses(address)
            let stated = ["feed_url", "home_page_url"].lazy.compactMap { feed.text($0).flatMap { WebAddress($0) } }
            addresses.base = addresses.base ?? stated.first
            let icon = feed.text("icon").flatMap(addresses.picture)
            let entries = try entries(of: feed.list("items"), icon: icon) { [addresses] in entry($0, addresses) }
            return SourceContent(
                entries, title: feed.text("title")?.shownLine(length: limits.titleLength),
                next: feed.text("next_url").flatMap(addresses.page))
        }
    }

    private func entry(_ item: JSONObject, _ addresses: DocumentAddresses) -> FeedEntry {
        var entry = FeedEntry(limits: limits)
        let markup = item.text("content_html").map {
            MarkupText(Array($0.utf8.prefix(limits.textBytes)), limits: limits, pictureTypes: options.pictureTypes)
        }
        entry.title = item.text("title")?.shownLine(length: limits.titleLength)
        let words = [(item.text("summary"), true), (item.text("content_text"), false), (markup?.text, false)]
        for case (let text?, let isDescription) in words {
            entry.words.take(text, isDescription: isDescription, limits: limits)
        }
        // Version 1.0 has a single author.
        let authors = item.objects("authors") + [item.object("author")].compactMap(\.self)
        entry.author = authors.lazy.compactMap { $0.text("name") }.first?.shownLine(length: limits.titleLength)
        for tag in item.texts("tags") { entry.addTag(tag, length: limits.titleLength) }
        // The standard recommends the item's address as identity.
        let id = item.textOrNumber("id")
        entry.guid = id.flatMap { $0.isEmpty ? nil : $0 }
        entry.permanentLink = id.flatMap { WebAddress($0) }
        entry.take(link: ["url", "external_url"].lazy.compactMap { item.text($0).flatMap(addresses.page) }.first)
        entry.published = item.text("date_published").flatMap(FeedDate.seconds)
        entry.updated = item.text("date_modified").flatMap(FeedDate.seconds)
        func offer(_ name: String, of item: JSONObject, as role: FeedEntry.Role, byteCount: Int? = nil) {
            guard let reference = item.text(name),
                var picture = FeedEntry.Picture(role, reference, in: addresses)
            else { return }
            picture.byteCount = byteCount
            entry.pictures.offer(picture)
        }
        offer("image", of: item, as: .enclosure)
        for file in item.objects("attachments") {
            let (type, address) = (file.text("mime_type"), file.text("url").flatMap(addresses.picture))
            if address.map({ FeedEntry.isPicture(type: type, medium: nil, address: $0) }) ?? true {
                let byteCount = file.textOrNumber("size_in_bytes").flatMap { Int($0) }
                offer("url", of: file, as: .mediaContent, byteCount: byteCount)
            } else {
                entry.isEpisode = true
            }
        }
        offer("banner_image", of: item, as: .mediaContent)
        entry.offer(markup?.images ?? [], in: addresses, isBaseStated: false)
        return entry
    }
}
