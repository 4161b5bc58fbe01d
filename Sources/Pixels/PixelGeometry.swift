/// A size in pixels. Both sides are at least zero.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var area: Int { width * height }
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// The size with its sides swapped.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
    public var description: String { "\(width)x\(height)" }
}

/// A rectangle of pixels, its origin counted from the top left corner of the enclosing image.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var size: PixelSize

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
