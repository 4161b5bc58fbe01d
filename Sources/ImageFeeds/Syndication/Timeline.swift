import HalftoneCore

extension DocumentReader {
    /// Reads a timeline: an array of posts in the JSON of Mastodon's API.
    func timeline(_ body: StoredBytes) throws(FeedError) -> SourceContent {
        try decode(body) { decoder in
            SourceContent(try entries(of: decoder.unkeyedContainer(), entry(ofPost:)), title: nil, next: nil)
        }
    }

    private func entry(ofPost post: JSONObject) -> FeedEntry {
        var entry = FeedEntry(limits: limits)
        let addresses = DocumentAddresses(address)
        // A boost has no content of its own.
        let shown = post.object("reblog") ?? post
        let text = MarkupText.text(of: Array((shown.text("content") ?? "").utf8.prefix(limits.textBytes)))
        entry.words.take(text, isDescription: true, limits: limits)
        let account = shown.object("account")
        let author = ["display_name", "acct"].lazy.compactMap { account?.text($0) }.first { !$0.isEmpty }
        entry.author = author?.shownLine(length: limits.titleLength)
        // A post has no title.
        entry.title = text.shownLine(length: limits.titleLength) ?? entry.author
        entry.guid = post.textOrNumber("id")
        entry.take(link: shown.text("url").flatMap(addresses.page))
        entry.published = post.text("created_at").flatMap(FeedDate.seconds)
        for picture in shown.objects("media_attachments") where picture.text("type") == "image" {
            let references = ["url", "preview_url"].lazy.compactMap { picture.text($0) }
            guard let address = references.compactMap(addresses.picture).first else { continue }
            let size = picture.object("meta")?.object("original")
            // The first one is shown for the post, even if another is larger.
            let role: FeedEntry.Role = entry.hasPicture ? .mediaContent : .enclosure
            entry.pictures.offer(
                .init(
                    role: role, address: address, width: size?.positive("width"), height: size?.positive("height"),
                    text: picture.text("description")?.shownLine(length: limits.summaryLength)))
        }
        return entry
    }
}
