import HalftoneCore

/// The different pictures of an entry, in the order of the document, and the choice of the one that is shown. A value.
///
/// An entry often names one picture several times: in sizes with similar names or other queries, as renditions in a
/// `media:group`, and as previews such as `media:thumbnail`, which count only without other pictures.
struct EntryPictures {
    /// The best picture.
    private(set) var shown: FeedEntry.Picture?
    /// The pictures, with their positions in the document.
    private var kept: [(picture: FeedEntry.Picture, position: Int)] = []
    /// The indices of kept pictures, by the identities of all their forms.
    private var places: [String: Int] = [:]
    private let limit: Int
    private var nextPosition = 0

    /// Creates an empty value for at most `limit` pictures besides the shown one.
    init(limit: Int) { self.limit = limit }

    /// The pictures except the shown one.
    var others: [FeedItem.Picture] {
        let place = shown.flatMap { places[$0.identity] }
        let others = kept.indices.filter { $0 != place }.map { kept[$0] }.sorted { $0.position < $1.position }
        return others.prefix(limit).map { FeedItem.Picture(source: $0.picture.source, text: $0.picture.text) }
    }

    /// Returns the position of the next picture, for pictures that are offered later. The next positions are theirs.
    mutating func reserve(_ count: Int) -> Int {
        nextPosition += count
        return nextPosition - count
    }

    /// Adds a picture. Beyond the limit it can only become the shown one. `position`: a reserved one; `nil` for the next.
    mutating func offer(_ candidate: FeedEntry.Picture, at position: Int? = nil) {
        let position = position ?? reserve(1)
        if shown.map({ candidate.isBetter(than: $0) }) ?? true { shown = candidate }
        if let first = kept.first, first.picture.isPreview != candidate.isPreview {
            if candidate.isPreview { return }
            (kept, places) = ([], [:])
        }
        guard kept.count <= limit else { return }
        let identity = candidate.identity
        guard let place = places[identity] ?? kept.firstIndex(where: { candidate.isRendition(of: $0.picture) }) else {
            places[identity] = kept.count
            return kept.append((candidate, position))
        }
        places[identity] = place
        kept[place].position = min(kept[place].position, position)
        guard candidate.isBetter(than: kept[place].picture) else { return }
        let text = kept[place].picture.text
        kept[place].picture = candidate
        kept[place].picture.text = candidate.text ?? text
    }

    /// Adds the caption of a picture that was offered.
    mutating func describe(_ address: WebAddress, as text: String) {
        guard let place = kept.lastIndex(where: { $0.picture.address == address }) else { return }
        kept[place].picture.text = kept[place].picture.text ?? text
    }
}

extension FeedEntry {
    /// The element that named a picture, the most reliable first.
    enum Role: Comparable {
        case enclosure, mediaContent, itemImage, mediaThumbnail, itunesImage, articleImage, laterArticleImage
    }

    struct Picture {
        var role: Role
        /// The address; `nil` for a picture in the text of the entry.
        var address: WebAddress?
        var embedded: EmbeddedPicture?
        var byteCount: Int?
        var width: Int?
        var height: Int?
        /// The alternative text.
        var text: String?
        /// The number of its `media:group`; `nil` outside of one.
        var group: Int?

        /// Whether it is mostly a small or square form of another picture of the entry.
        fileprivate var isPreview: Bool {
            switch role {
            case .itemImage, .mediaThumbnail, .itunesImage: true
            case .laterArticleImage: embedded?.isShort == true  // a symbol, if there are others
            case .enclosure, .mediaContent, .articleImage: false
            }
        }

        fileprivate var identity: String { address.map(PictureLink.identity) ?? embedded?.publicAddress.text ?? "" }

        var source: PictureSource {
            embedded.map(PictureSource.embedded) ?? address.map { .remote($0.address) } ?? .missing
        }

        /// The stated pixels; a single side counts as a square. Sides are bounded so that the product cannot overflow.
        private var area: Int {
            let sides = [width, height].compactMap { $0 }.map { min($0, 1_000_000) }
            return (sides.first ?? 0) * (sides.last ?? 0)
        }

        /// Width divided by height, if both are stated.
        private var shape: Double? {
            guard let width, let height else { return nil }
            return Double(width) / Double(height)
        }

        /// Returns whether the candidate is better: a better role, or a larger picture in the same role.
        fileprivate func isBetter(than other: Picture) -> Bool {
            if role != other.role { return role < other.role }
            if area != other.area { return area > other.area }
            return (byteCount ?? 0) > (other.byteCount ?? 0) && role == .mediaContent
        }

        /// Returns whether a `media:group` has both, in two sizes. By the standard it has a single picture, but some
        /// feeds make galleries of it, whose pictures have equal sizes, other shapes, or no stated size.
        fileprivate func isRendition(of other: Picture) -> Bool {
            guard group != nil, group == other.group, area > 0, other.area > 0, area != other.area else { return false }
            guard let shape, let otherShape = other.shape else { return true }
            return abs(shape / otherShape - 1) < 0.05
        }
    }
}

extension FeedEntry.Picture {
    /// Creates the picture of a reference, on the network or in the document itself; `nil` if it can be neither.
    init?(_ role: FeedEntry.Role, _ reference: String, in addresses: DocumentAddresses) {
        self.init(role: role, address: addresses.picture(reference))
        if address == nil { embedded = EmbeddedPicture(reference) }
        if address == nil, embedded == nil { return nil }
    }
}
