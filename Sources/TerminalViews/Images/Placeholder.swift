import ImageCoding
import Pixels

/// What an image view shows while it has no image.
public enum Placeholder: Sendable {
    /// Nothing: the terminal's own background.
    case none
    /// Two greys in squares.
    case checkerboard
    /// One colour.
    case plain(RGB)
    /// Another image, such as an error sign.
    case image(Image)
}
