import ImageCoding
import Pixels

/// The content that an image view displays while it has no image.
public enum Placeholder: Sendable {
    /// The terminal's own background.
    case none
    /// ``ScreenEnvironment/surface``, which fits the theme.
    case surface
    /// A single color.
    case plain(RGB)
    /// Another image, such as an error sign.
    case image(Image)
    /// Text in the middle of the view, such as a title.
    case text(String)

    /// The placeholders that have a name, as in command line options.
    public static let named: [(name: String, placeholder: Placeholder)] = [
        ("surface", .surface), ("none", .none), ("text", .text("no picture yet")),
    ]
}
