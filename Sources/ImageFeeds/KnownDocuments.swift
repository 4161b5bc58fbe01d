/// The documents of an earlier load, by source, for revalidation, and as replacement for documents that fail now.
struct KnownDocuments: Sendable {
    private var documents: [FeedSource: SourceContent] = [:]

    /// The content of the document, with its validators.
    subscript(source: FeedSource) -> SourceContent? { documents[source] }

    /// Adds a document or folder; sources that were not read, such as the address of a picture, are ignored.
    mutating func remember(_ source: FeedSource, _ content: SourceContent) {
        guard content.isRead else { return }
        documents[source] = content
    }
}
