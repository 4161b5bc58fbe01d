/// The social metadata of a page: Open Graph (ogp.me) and Twitter cards.
struct PageHead {
    private(set) var title: String?
    var windowTitle: String?
    /// The `link rel=image_src`, older than both.
    var imageLink: String?
    private var openGraph: [String] = []
    private var card: String?
    private var isTaken = false

    /// Handles a `meta` element. Both attributes may name the property, because both mistakes are frequent.
    mutating func take(_ attributes: [String: String]) {
        guard let name = (attributes["property"] ?? attributes["name"])?.lowercased(),
            let content = attributes["content"], !content.isEmpty
        else { return }
        switch name {
        case "og:title": title = title ?? content
        case "og:image": openGraph.append(content)
        // Alternative addresses of the previous picture.
        case "og:image:secure_url", "og:image:url":
            _ = openGraph.popLast()
            openGraph.append(content)
        case "twitter:image", "twitter:image:src": card = card ?? content
        default: break
        }
    }

    /// Returns the page's own pictures; empty from the second call on. A card usually has the same picture, cropped.
    mutating func takeLeads() -> [String] {
        guard !isTaken else { return [] }
        isTaken = true
        return openGraph.isEmpty ? [card ?? imageLink].compactMap { $0 } : openGraph
    }
}
