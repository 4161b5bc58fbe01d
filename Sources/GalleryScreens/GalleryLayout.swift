import ImageFeeds

/// The arrangement of pictures in the gallery.
package enum GalleryLayout: String, CaseIterable, Codable {
    /// One row per picture, with its texts beside it.
    case list
    /// A grid of pictures with their titles.
    case grid
    /// One line per picture, beside the selected picture.
    case preview

    /// Returns the layout for some items: a list if the first of them have texts beside their titles, else a grid.
    static func standard(for items: FeedItems) -> GalleryLayout {
        let first = (0..<min(20, items.count)).map { items[$0] }
        return first.contains { $0.summary != nil || $0.day != nil && !$0.isLocal } ? .list : .grid
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// The next case; the first after the last.
    var next: Self {
        let index = Self.allCases.firstIndex(of: self) ?? 0
        return Self.allCases[(index + 1) % Self.allCases.count]
    }
}
