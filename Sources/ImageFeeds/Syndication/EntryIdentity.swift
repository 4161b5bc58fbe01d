import HalftoneCore

extension FeedItem {
    /// What identifies an entry without a guid, the best first.
    fileprivate static let identities: [@Sendable (FeedItem) -> String?] = [
        { $0.page?.publicAddress.text },
        { $0.picture.publicAddress?.text },
        { $0.title },
    ]

    /// Makes it an entry of a feed. Guids that are no addresses, such as numbers, count within one host.
    mutating func identify(by guid: String?) {
        let item = self
        let own = guid.map { $0.contains(":") ? $0 : "\(host) \($0)" }
        entry = (own ?? Self.identities.lazy.compactMap { $0(item) }.first).map(Self.hash)
    }

    /// The host of the page, else of the picture.
    private var host: Substring {
        let parts = Self.identities.prefix(2).lazy.compactMap { $0(self) }.first?.split(separator: "/") ?? []
        return parts.count > 1 ? parts[1] : ""
    }

    fileprivate static func hash(_ text: String) -> UInt64 { StoredBytes(Array(text.utf8)).digest }
}

extension PictureSource {
    /// What identifies a picture of an entry, without passwords; `nil` for files, folders and missing pictures.
    public var publicAddress: PublicAddress? {
        switch self {
        case .remote(let address): address.publicAddress
        case .embedded(let picture): picture.publicAddress
        case .local, .missing, .folder: nil
        }
    }
}

extension [FeedItem] {
    /// Gives different entries of a document different identities.
    ///
    /// Some feeds have one guid, or one link, in all entries. Entries that share it but differ in page, picture or title
    /// are identified by their pages; those that share these too, by their pictures, and at last by their titles.
    mutating func separateEntries() {
        for identity in FeedItem.identities {
            let shared = sharedEntries
            guard !shared.isEmpty else { return }
            for index in indices {
                guard let entry = self[index].entry, shared.contains(entry) else { continue }
                self[index].entry = identity(self[index]).map(FeedItem.hash) ?? entry
            }
        }
    }

    /// The identities that different entries share.
    private var sharedEntries: Set<UInt64> {
        var (first, shared) = ([UInt64: Int](), Set<UInt64>())
        for (index, item) in enumerated() {
            guard let entry = item.entry else { continue }
            guard let other = first[entry].map({ self[$0] }) else {
                first[entry] = index
                continue
            }
            if (item.page, item.picture, item.title) != (other.page, other.picture, other.title) {
                shared.insert(entry)
            }
        }
        return shared
    }
}
