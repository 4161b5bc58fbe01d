import HalftoneCore
import FoundationEssentials
import ImageFeeds

/// The read items of sources, and the items present when each source was last left. A value.
struct ReadMarks: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case read, unread
        /// Unread, and not present when its source was last left.
        case new

        /// Returns whether an item in this state counts as unread. Files and folders do only while they are new, because
        /// few files of a folder are ever opened.
        func isUnread(_ item: FeedItem) -> Bool { self == .new || self == .unread && !item.isLocal }
    }

    struct Source: Hashable, Sendable {
        /// The items present when the source was last left; `nil` if it never was, or had too many.
        fileprivate var seen: Set<ItemID>?
        fileprivate var read: Set<ItemID> = []
        /// The order of the last change; higher is later.
        fileprivate var turn = 0

        func state(of item: FeedItem) -> State { state(of: ItemID(item)) }

        func state(of item: ItemID) -> State {
            if read.contains(item) { return .read }
            return seen.map { !$0.contains(item) } ?? false ? .new : .unread
        }
    }

    private var sources: [SourceID: Source] = [:]
    private var lastTurn = 0

    /// Maximum number of items of one source: the limit of a feed.
    static let maxSeen = 10_000
    /// Maximum number of items of all sources in the file (about 5 MB); the least recently left sources are dropped
    /// first.
    static let maxItems = 1_000_000
    static let maxSources = 20_000

    init() {}

    subscript(source: SourceID) -> Source { sources[source] ?? Source() }

    mutating func mark(_ item: ItemID, of id: SourceID, isRead: Bool) {
        var source = self[id]
        if isRead { source.read.insert(item) } else { source.read.remove(item) }
        store(source, as: id)
    }

    /// Notes that a source was left with these items; they are not known if there are more than ``maxSeen``. Items that
    /// are no longer present may be on a later page, so some of them are kept.
    mutating func leave(_ id: SourceID, having items: [ItemID]) {
        var source = self[id]
        if items.count > Self.maxSeen {
            source.seen = nil
        } else {
            let seen = Set(items)
            let gone = (source.seen ?? []).subtracting(seen).prefix(min(1_000, Self.maxSeen - seen.count))
            source.seen = seen.union(gone)
        }
        if source.read.count > Self.maxSeen {
            source.read = Set(source.read.intersection(items).prefix(Self.maxSeen))
        }
        store(source, as: id)
    }

    /// Makes the changes that have led from `base` to `mine`.
    mutating func merge(_ mine: ReadMarks, since base: ReadMarks) {
        for (id, source) in mine.sources.sorted(by: { $0.value.turn < $1.value.turn }) where source != base.sources[id]
        {
            let before = base[id]
            var merged = self[id]
            merged.read.formUnion(source.read.subtracting(before.read))
            merged.read.subtract(before.read.subtracting(source.read))
            if source.seen != before.seen {
                let others = merged.seen ?? []
                merged.seen = source.seen.map { $0.union(others.subtracting($0).prefix(Self.maxSeen - $0.count)) }
            }
            store(merged, as: id)
        }
    }

    private mutating func store(_ source: Source, as id: SourceID) {
        lastTurn += 1
        sources[id] = source
        sources[id]?.turn = lastTurn
    }
}

// MARK: - As a file

extension ReadMarks: Codable {
    private struct StoredSource: Codable {
        var source: SourceID
        /// Four bytes per item, ascending.
        var seen: Data?
        var read: Data
    }

    init(from decoder: any Decoder) throws {
        for written in try [StoredSource](from: decoder).suffix(Self.maxSources) {
            lastTurn += 1
            sources[written.source] = Source(
                seen: written.seen.map(Self.items), read: Self.items(written.read), turn: lastTurn)
        }
    }

    /// Encodes the latest sources, up to the limit.
    func encode(to encoder: any Encoder) throws {
        var (latest, room) = ([StoredSource](), Self.maxItems)
        for (id, source) in sources.sorted(by: { $0.value.turn > $1.value.turn }).prefix(Self.maxSources) {
            room -= source.read.count + (source.seen?.count ?? 0)
            guard room >= 0 else { break }
            latest.append(StoredSource(source: id, seen: source.seen.map(Self.data), read: Self.data(source.read)))
        }
        try latest.reversed().encode(to: encoder)
    }

    private static func items(_ data: Data) -> Set<ItemID> {
        var items = Set<ItemID>(minimumCapacity: data.count / 4)
        let bytes = [UInt8](data)
        for start in stride(from: 0, to: bytes.count - bytes.count % 4, by: 4) {
            items.insert(ItemID(rawValue: bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }))
        }
        return items
    }

    private static func data(_ items: Set<ItemID>) -> Data {
        Data(
            items.map(\.rawValue).sorted().flatMap { hash in (0..<4).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
            })
    }
}
