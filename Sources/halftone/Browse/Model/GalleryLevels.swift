import ImageFeeds

/// What lies below what is shown: the pages from which linked feeds were opened, each as the reader left it. A value.
struct GalleryLevels: Sendable {
    /// One of them.
    struct Level: Sendable {
        let title: String
        let model: GalleryModel
        /// What the same sources gave since, and was not shown yet.
        let refreshed: FeedItems?
        /// The pictures that could not be loaded, by their numbers.
        let failed: Set<Int>
        /// How far it was scrolled.
        let scroll: ScrollPlace
    }

    /// How far a list or a grid is scrolled: the line at its top holds for as long as it stands as it stood.
    struct ScrollPlace: Hashable, Sendable {
        let line: Int
        let layout: GalleryLayout
        let columns: Int
        let rows: Int
        /// Pictures side by side.
        let itemColumns: Int
    }

    private var levels: [Level] = []
    /// What was marked in feeds that the reader has left since.
    private var markedBefore: [FeedItem] = []

    var depth: Int { levels.count }
    /// The first of them, which the program was opened with.
    var first: Level? { levels.first }

    mutating func push(_ level: Level) { levels.append(level) }

    /// The one to go back to. What is marked in what is shown stays to be printed.
    mutating func pop(leaving model: GalleryModel) -> Level? {
        guard let level = levels.popLast() else { return nil }
        markedBefore += Self.without(markedBefore, model.markedItems)
        return level
    }

    /// What is marked anywhere, what is shown being `model`: from the first level on, and then what was left.
    func markedItems(with model: GalleryModel) -> [FeedItem] {
        let below = levels.flatMap(\.model.markedItems)
        let marked = below + Self.without(below, model.markedItems)
        return marked + Self.without(marked, markedBefore)
    }

    /// Those whose picture is not among others. What has none is known by nothing.
    private static func without(_ known: [FeedItem], _ items: [FeedItem]) -> [FeedItem] {
        guard !items.isEmpty else { return [] }
        let pictures = Set(known.map(\.picture))
        return items.filter { $0.picture == .missing || !pictures.contains($0.picture) }
    }
}
