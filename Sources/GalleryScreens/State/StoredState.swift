import HalftoneCore
import ImageFeeds
import ScreenKit

/// The user's state as it is stored: what was read, where the user was, and what was chosen. A value.
///
/// Sources and items are identified by hashes of their addresses without passwords; no address or title is stored.
struct StoredState: Hashable, Sendable, Codable {
    static let version = 1
    private(set) var version = Self.version
    var positions = Latest<SourceID, ReadingPosition>()
    var layouts = Latest<SourceID, SourceLayout>()
    /// What the key `P` has chosen, by terminal.
    var pictures = Latest<String, PictureMethods.Choice>()
    var read = ReadMarks()

    /// Makes the changes that have led from `base` to `mine`.
    mutating func merge(_ mine: StoredState, since base: StoredState) {
        positions.merge(mine.positions, since: base.positions)
        layouts.merge(mine.layouts, since: base.layouts) {
            ($0 ?? SourceLayout()).merging($1, since: $2 ?? SourceLayout())
        }
        pictures.merge(mine.pictures, since: base.pictures)
        read.merge(mine.read, since: base.read)
    }
}

/// Values by key, of which the latest are kept. A value.
struct Latest<Key: Hashable & Sendable & Codable, Value: Hashable & Sendable & Codable>: Hashable, Sendable,
    Codable
{
    private struct Entry: Hashable, Sendable, Codable {
        var key: Key
        var value: Value
    }

    /// The entries, the latest last.
    private var entries: [Entry] = []
    /// The keys of values that were set since the entries were read, perhaps to the same again.
    private var changed: Set<Key> = []

    /// Maximum number of entries.
    static var maxCount: Int { 200 }

    init() {}

    var values: [Key: Value] { Dictionary(entries.map { ($0.key, $0.value) }) { $1 } }

    subscript(key: Key) -> Value? {
        get { entries.last { $0.key == key }?.value }
        set {
            entries.removeAll { $0.key == key }
            if let newValue { entries.append(Entry(key: key, value: newValue)) }
            entries.removeFirst(max(0, entries.count - Self.maxCount))
            changed.insert(key)
        }
    }

    /// Makes the changes that have led from `base` to `mine`. `combine` gets the present value, mine and that of `base`.
    mutating func merge(
        _ mine: Self, since base: Self, by combine: (Value?, Value, Value?) -> Value = { _, mine, _ in mine }
    ) {
        for entry in mine.entries where mine.changed.contains(entry.key) {
            self[entry.key] = combine(self[entry.key], entry.value, base[entry.key])
        }
    }

    init(from decoder: any Decoder) throws { entries = try [Entry](from: decoder).suffix(Self.maxCount) }
    func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}

/// Sources that are opened together, by a hash of their addresses.
struct SourceID: Hashable, Sendable, Codable {
    private let hash: UInt64

    /// Creates the identity of sources, with absolute paths; `nil` for standard input, whose content differs every
    /// time.
    init?(_ sources: [FeedSource]) {
        var names: [String] = []
        for source in sources {
            // The password is removed first: after a folder is prepended, it is no longer recognized as part of an
            // address.
            let name = source.publicAddress.text
            switch source {
            case .standardInput: return nil
            case .path: names.append(FilePath(name).absolute().text)
            case .url: names.append(name)
            }
        }
        self.init(hashing: names.joined(separator: "\n"))
    }

    init(hashing name: String) { hash = StoredBytes(Array(name.utf8)).digest }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let hash = UInt64(try container.decode(String.self), radix: 16) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a hash")
        }
        self.hash = hash
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(String(hash, radix: 16))
    }
}

/// An item, by half of the hash of its identity, which is enough for thousands of items of a source.
struct ItemID: RawRepresentable, Hashable, Sendable, Codable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    init(_ item: FeedItem) {
        rawValue =
            switch item.id {
            case .entry(let hash): UInt32(truncatingIfNeeded: hash)
            // a folder is identified by its absolute path
            case .picture(.local(let path)), .picture(.folder(let path)):
                Self.hash("i", PublicAddress(path.absolute().text))
            case .picture(let picture): Self.hash("i", picture.publicAddress ?? "")
            case .page(let page): Self.hash("p", page.publicAddress)
            case .title(let title): UInt32(truncatingIfNeeded: StoredBytes(Array("t\(title)".utf8)).digest)
            }
    }

    private static func hash(_ kind: String, _ address: PublicAddress) -> UInt32 {
        UInt32(truncatingIfNeeded: StoredBytes(Array((kind + address.text).utf8)).digest)
    }
}

/// The user's position in some sources.
struct ReadingPosition: Hashable, Sendable, Codable {
    var item: ItemID
    /// The item's index at that time.
    var index: Int
}

/// How the pictures of some sources are shown, as keys have chosen it; `nil` for what was not chosen.
struct SourceLayout: Hashable, Sendable, Codable {
    var layout: GalleryLayout?
    var order: SortAndFilter.Order?
    var measures = LayoutMeasures()

    /// Returns the layout with the choices that have led from `base` to `mine`.
    func merging(_ mine: SourceLayout, since base: SourceLayout) -> SourceLayout {
        SourceLayout(
            layout: mine.layout == base.layout ? layout : mine.layout,
            order: mine.order == base.order ? order : mine.order,
            measures: mine.measures == base.measures ? measures : mine.measures)
    }
}

extension ArrangedItems {
    /// The position of the selected item; `nil` if there is none.
    var position: ReadingPosition? { selectedIndex.map { ReadingPosition(item: ItemID(items[$0]), index: $0) } }

    /// Returns the index of the item of a position, the nearest of several copies; `nil` if it is gone or the search
    /// was cancelled.
    func index(of position: ReadingPosition, isCancelled: () -> Bool = { false }) -> Int? {
        let start = min(max(0, position.index), items.count - 1)
        for distance in 0..<items.count {
            if distance % 1024 == 1023, isCancelled() { return nil }
            for index in distance == 0 ? [start] : [start - distance, start + distance]
            where items.indices.contains(index) && ItemID(items[index]) == position.item {
                return index
            }
        }
        return nil
    }
}
