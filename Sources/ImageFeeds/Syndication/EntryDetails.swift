import HalftoneCore

/// The parts of an entry that few entries have and that may be long. They retain their part of the memory budget.
final class EntryDetails: Hashable, Sendable {
    /// The whole text, if it says more than the summary.
    let text: String?
    /// The pictures beside the first.
    let pictures: [FeedItem.Picture]
    private let share: MemoryAllowance.Share?

    /// Creates the details of an entry; `nil` if there are none.
    convenience init?(text: String?, pictures: [FeedItem.Picture]) {
        if text == nil, pictures.isEmpty { return nil }
        self.init(text, pictures, nil)
    }

    private init(_ text: String?, _ pictures: [FeedItem.Picture], _ share: MemoryAllowance.Share?) {
        (self.text, self.pictures, self.share) = (text, pictures, share)
    }

    /// Creates the details of an item with the share of the budget that they retain.
    convenience init(of item: FeedItem, retaining share: MemoryAllowance.Share) {
        self.init(item.details?.text, item.otherPictures, share)
    }

    static func == (left: EntryDetails, right: EntryDetails) -> Bool {
        left === right || left.text == right.text && left.pictures == right.pictures
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(pictures)
    }
}

extension FeedItem {
    /// The bytes of the details: the text, the addresses and texts of other pictures, and pictures in the entry itself.
    var detailBytes: Int {
        let own = if case .embedded(let picture) = picture { picture.byteCount } else { 0 }
        return otherPictures.reduce(own + (details?.text?.utf8.count ?? 0)) { $0 + $1.byteCount }
    }
}

extension FeedItem.Picture {
    fileprivate var byteCount: Int {
        let address =
            switch source {
            case .remote(let address): address.requestText.utf8.count
            case .embedded(let picture): picture.byteCount
            case .local, .missing, .folder: 0
            }
        return address + (text?.utf8.count ?? 0)
    }
}

/// The memory that the whole texts and further pictures of entries may take: those of one document, and those of all.
public struct DetailBudget: Sendable {
    let allowance: MemoryAllowance
    /// The share of a document's former details, which new ones replace.
    var former: MemoryAllowance.Share?

    /// Creates a budget of ``FeedLimits/detailBytes`` and ``FeedLimits/detailBytesOfAll``.
    public init(_ limits: FeedLimits) {
        allowance = MemoryAllowance(.init(one: limits.detailBytes, all: limits.detailBytesOfAll))
    }
}
