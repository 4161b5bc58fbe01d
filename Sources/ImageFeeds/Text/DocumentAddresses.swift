/// The addresses that the references in a document stand for: those of pages, and those that can be pictures. A value.
struct DocumentAddresses: Sendable {
    /// The address of the document; `nil` for a file.
    let document: WebAddress?
    /// The base of relative references; without one, only absolute addresses are valid.
    var base: WebAddress?

    /// Creates the addresses of a document, which is its own base.
    init(_ document: WebAddress?) { (self.document, base) = (document?.withoutFragment, document) }

    /// Maximum bytes of an address, because short references to a long base multiply its length. Common servers refuse
    /// longer ones.
    private static let maxBytes = 8_192

    /// Returns the address of a page, a feed or a base, with its fragment. An empty reference is none.
    func page(_ reference: String) -> WebAddress? {
        guard reference.utf8.contains(where: { $0 > 0x20 }),
            let address = base.map({ $0.resolve(reference) }) ?? WebAddress(reference)
        else { return nil }
        return address.text.utf8.count <= Self.maxBytes ? address : nil
    }

    /// Returns the address of a picture; `nil` if the reference cannot be one, so that the next candidate is tried. The
    /// fragment is dropped: it never reaches a server and would split caches.
    func picture(_ reference: String) -> WebAddress? {
        guard WebAddress.mayBePicture(reference), let address = page(reference)?.withoutFragment, address != document
        else { return nil }
        return address
    }
}
