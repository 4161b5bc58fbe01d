/// A size in pixels. Both sides are at least zero.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    /// Number of columns.
    public var width: Int
    /// Number of rows.
    public var height: Int

    /// Creates a size in pixels. Negative sides are not refused; such a size is empty.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Number of pixels. The product traps if it overflows.
    public var area: Int { width * height }
    /// Whether there is no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// The size with its sides swapped.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of pixels, its origin counted from the top left corner of the enclosing image.
public struct PixelRect: Hashable, Sendable {
    /// The leftmost column, counted from the left edge of the enclosing image.
    public var x: Int
    /// The topmost row, counted from the top edge of the enclosing image.
    public var y: Int
    /// Width and height in pixels.
    public var size: PixelSize

    /// Creates a rectangle, which may extend beyond the image that it is applied to.
    public init(x: Int, y: Int, size: PixelSize) {
        self.x = x
        self.y = y
        self.size = size
    }

    /// Creates the rectangle of a whole image of that size.
    public init(_ size: PixelSize) { self.init(x: 0, y: 0, size: size) }

    /// Creates the centered part of `picture` that fits into `box`. An odd remainder falls to the right and the bottom.
    public init(centerOf picture: PixelSize, in box: PixelSize) {
        let size = PixelSize(width: min(picture.width, box.width), height: min(picture.height, box.height))
        self.init(x: (picture.width - size.width) / 2, y: (picture.height - size.height) / 2, size: size)
    }
}
