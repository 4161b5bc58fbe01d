/// What a page says of itself for others to show: Open Graph (ogp.me) and Twitter cards.
struct PageHead {
    private(set) var title: String?
    var windowTitle: String?
    /// `link rel=image_src`, older than both.
    var imageLink: String?
    private var openGraph: [String] = []
    private var card: String?
    private var isTaken = false

    /// Takes a `meta`. Either attribute names the property: both mistakes are frequent.
    mutating func take(_ attributes: XMLAttributes) {
        guard let name = (attributes.value("property") ?? attributes.value("name"))?.lowercased(),
            let content = attributes.value("content"), !content.isEmpty
        else { return }
        switch name {
        case "og:title": title = title ?? content
        case "og:image": openGraph.append(content)
        // Other addresses of the picture just named.
        case "og:image:secure_url", "og:image:url":
            _ = openGraph.popLast()
            openGraph.append(content)
        case "twitter:image", "twitter:image:src": card = card ?? content
        default: break
        }
    }

    /// The page's own pictures; empty from the second call on. A card usually shows the same one cropped.
    mutating func takeLeads() -> [String] {
        guard !isTaken else { return [] }
        isTaken = true
        return openGraph.isEmpty ? [card ?? imageLink].compactMap { $0 } : openGraph
    }
}
