import FoundationEssentials
import ImageCoding
import ImageLoading

/// The name of a slot of a view: a place that an image can be loaded for, with its own loads, URL and progress.
public struct ImageSlot: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// The image that the view displays.
    public static let image: ImageSlot = "image"
    /// The image that an image view displays while it is highlighted.
    public static let highlighted: ImageSlot = "highlightedImage"
}

/// The content of a slot, for callers that display it themselves.
public enum ImageSetting: Sendable {
    /// No image yet, or a load that ended without one. ``Placeholder/none`` clears the slot.
    case placeholder(Placeholder)
    /// Another size of the image, or a partial image. The image follows.
    case preview(Image)
    /// The loaded image.
    case image(LoadedImage)
}

/// The state of the latest load of a slot.
@MainActor
public struct ImageLoadState {
    /// The requested URL; it remains when the load fails.
    public let url: URL?
    /// The progress of the load, shared by all loads of the slot.
    public let progress: ImageProgress
    /// Whether the load is in progress.
    public let isLoading: Bool
}
