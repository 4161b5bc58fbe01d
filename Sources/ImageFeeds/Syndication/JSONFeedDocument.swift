import FoundationEssentials

/// The relevant fields of a JSON Feed (jsonfeed.org, versions 1.0 and 1.1).
///
/// Each field is decoded separately: one of the wrong type counts as missing and does not invalidate its item or the
/// feed.
struct JSONFeedDocument: Decodable {
    var version: String?
    var title: String?
    var homePage: String?
    var ownAddress: String?
    var next: String?
    /// The feed's own picture.
    var icon: String?
    /// The items; `nil` if the document has no such array and is not a feed.
    var items: Entries?

    /// Passes the cancellation to the decoder.
    struct Patience: Sendable {
        var isCancelled: @Sendable () -> Bool

        /// The key in the decoder's user info.
        static let key = CodingUserInfoKey(rawValue: "patience")
    }

    struct Entries: Decodable {
        private(set) var items: [Item] = []

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            let patience = Patience.key.flatMap { decoder.userInfo[$0] as? Patience }
            while !list.isAtEnd {
                guard patience?.isCancelled() != true else { throw CancellationError() }
                items.append(try list.decode(Item.self))
            }
        }
    }

    /// Maximum number per entry; real entries have a few.
    private struct Attachments: Decodable {
        private(set) var list: [Attachment] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd, list.count < 100 { list.append(try container.decode(Attachment.self)) }
        }
    }

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

    /// The tags that are texts, up to the maximum per entry.
    private struct Tags: Decodable {
        private(set) var list: [String] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd, container.currentIndex < 100 { list.append(try container.decode(String.self)) }
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
            tags = (try? fields.decode(Tags.self, forKey: "tags"))?.list ?? []
            attachments = (try? fields.decode(Attachments.self, forKey: "attachments"))?.list ?? []
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
        version = fields.text("version")
        title = fields.text("title")
        homePage = fields.text("home_page_url")
        ownAddress = fields.text("feed_url")
        next = fields.text("next_url")
        icon = fields.text("icon")
        do {
            items = try fields.decode(Entries.self, forKey: "items")
        } catch is DecodingError {
            items = nil
        }
    }
}

private struct FieldName: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: String) { stringValue = name }
    init(stringValue name: String) { stringValue = name }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer where Key == FieldName {
    fileprivate func text(_ name: FieldName) -> String? { try? decode(String.self, forKey: name) }

    /// Returns a text, or a number as text: identities and sizes occur as both.
    fileprivate func textOrNumber(_ name: FieldName) -> String? {
        text(name) ?? (try? decode(Int.self, forKey: name)).map { String($0) }
    }
}
