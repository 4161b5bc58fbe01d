import FoundationEssentials
import ImageCoding
import ImageLoading

/// Names one of the places of a view that an image can be loaded for. Each has loads, a URL and a progress of its own.
public struct ImageSlot: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// What the view shows.
    public static let image: ImageSlot = "image"
    /// What an image view shows while it is highlighted.
    public static let highlighted: ImageSlot = "highlightedImage"
}

/// What a slot of a view is to show, for those who show it themselves.
public enum ImageSetting: Sendable {
    /// Nothing is there yet, or the load ended without an image. ``Placeholder/none`` clears.
    case placeholder(Placeholder)
    /// Another size of the picture, or as much of it as has arrived. The image follows.
    case preview(Image)
    /// The image.
    case image(LoadedImage)
}

/// What became of the latest load of a slot.
@MainActor
public struct ImageLoadState {
    /// The URL that was asked for; it stays when the load fails.
    public let url: URL?
    public let progress: ImageProgress
    /// Whether the load is under way.
    public let isLoading: Bool
}
