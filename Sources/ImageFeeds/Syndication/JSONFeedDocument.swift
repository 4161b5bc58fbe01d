/// The relevant fields of a JSON Feed (jsonfeed.org, versions 1.0 and 1.1).
struct JSONFeedDocument: Decodable {
    var title: String?
    var homePage: String?
    var ownAddress: String?
    var next: String?
    /// The feed's own picture.
    var icon: String?
    var items: [Item] = []

    private struct Author: Decodable {
        var name: String?

        init(from decoder: any Decoder) {
            name = (try? decoder.container(keyedBy: FieldName.self))?.text("name")
        }
    }

    /// The first author with a name, among the maximum per entry.
    private struct Authors: Decodable {
        private(set) var name: String?

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while name == nil, !container.isAtEnd, container.currentIndex < 100 {
                name = try container.decode(Author.self).name
            }
        }
    }

    struct Item: Decodable {
        var id: String?
        var page: String?
        var externalPage: String?
        var title: String?
        var html: String?
        var text: String?
        var summary: String?
        var author: String?
        var image: String?
        var banner: String?
        var published: String?
        var modified: String?
        var tags: [String] = []
        var attachments: [Attachment] = []

        /// Decodes an item. Never throws: an item that is not an object has no content.
        init(from decoder: any Decoder) {
            guard let fields = try? decoder.container(keyedBy: FieldName.self) else { return }
            id = fields.textOrNumber("id")
            page = fields.text("url")
            externalPage = fields.text("external_url")
            title = fields.text("title")
            html = fields.text("content_html")
            text = fields.text("content_text")
            summary = fields.text("summary")
            // Version 1.0 has a single author.
            author =
                (try? fields.decode(Authors.self, forKey: "authors"))?.name
                ?? (try? fields.decode(Author.self, forKey: "author"))?.name
            image = fields.text("image")
            banner = fields.text("banner_image")
            published = fields.text("date_published")
            modified = fields.text("date_modified")
            tags = fields.list("tags", of: String.self)
            attachments = fields.list("attachments", of: Attachment.self)
        }
    }

    struct Attachment: Decodable {
        var address: String?
        var type: String?
        var byteCount: Int?

        init(from decoder: any Decoder) {
            guard let fields = try? decoder.container(keyedBy: FieldName.self) else { return }
            address = fields.text("url")
            type = fields.text("mime_type")
            byteCount = fields.textOrNumber("size_in_bytes").flatMap { Int($0) }
        }
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: FieldName.self)
        title = fields.text("title")
        homePage = fields.text("home_page_url")
        ownAddress = fields.text("feed_url")
        next = fields.text("next_url")
        icon = fields.text("icon")
        do {
            items = try fields.decode(JSONEntries<Item>.self, forKey: "items").list
        } catch is DecodingError {
            items = []
        }
    }
}
