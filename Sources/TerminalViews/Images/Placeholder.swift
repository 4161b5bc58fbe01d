import ImageCoding
import Pixels

/// What an image view shows while it has no image.
public enum Placeholder: Sendable {
    /// Nothing: the terminal's own background.
    case none
    /// Two dark greys in squares: quieter than what shows through a transparent image.
    case checkerboard
    /// One colour.
    case plain(RGB)
    /// Another image, such as an error sign.
    case image(Image)
}

extension Bitmap {
    /// The checkerboard of a placeholder, in squares of four by four pixels.
    init(checkerboardOf size: PixelSize) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * size.area)
        for y in 0..<size.height {
            for x in 0..<size.width {
                let color = RGB(hex: (x / 4 + y / 4).isMultiple(of: 2) ? 0x36393F : 0x26282D)
                bytes.append(color.red)
                bytes.append(color.green)
                bytes.append(color.blue)
                bytes.append(255)
            }
        }
        self.init(size: size, bytes: bytes, hasAlpha: false)
    }
}
