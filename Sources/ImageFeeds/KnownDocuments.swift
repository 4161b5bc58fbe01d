/// What an earlier reading had, by source: to ask only for what changed since, and to stand in for what fails now.
struct KnownDocuments: Sendable {
    private var documents: [FeedSource: SourceContent] = [:]

    /// What the document had; what its server said to recognise it by is in it.
    subscript(source: FeedSource) -> SourceContent? { documents[source] }

    /// Remembers a document or folder; what was never read, such as the address of a picture, is none.
    mutating func remember(_ source: FeedSource, _ content: SourceContent) {
        guard content.isRead else { return }
        documents[source] = content
    }
}
