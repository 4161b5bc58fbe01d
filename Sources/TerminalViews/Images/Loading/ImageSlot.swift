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
