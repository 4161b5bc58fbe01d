/// What an earlier reading had, by URL: to ask only for what changed since, and to stand in for what fails now.
struct KnownDocuments: Sendable {
    private var documents: [String: SourceContent] = [:]

    /// What the document had; what its server said to recognise it by is in it.
    subscript(url: String) -> SourceContent? { documents[url] }

    /// Remembers a document; what was never fetched, such as the address of a picture, is none.
    mutating func remember(_ url: String, _ content: SourceContent) {
        guard content.isFetched else { return }
        documents[url] = content
    }
}
