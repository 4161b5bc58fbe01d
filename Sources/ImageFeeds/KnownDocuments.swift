/// What an earlier reading learned from documents whose server can say whether they changed, by URL.
struct KnownDocuments: Sendable {
    struct Document: Sendable {
        var validators: FeedValidators
        var content: SourceContent
    }

    private var documents: [String: Document] = [:]

    subscript(url: String) -> Document? { documents[url] }

    mutating func remember(_ url: String, _ content: SourceContent) {
        guard let validators = content.validators else { return }
        documents[url] = Document(validators: validators, content: content)
    }
}
