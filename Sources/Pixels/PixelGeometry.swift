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

    /// Returns the part of the rectangle that is within an image of a size; `nil` if there is none.
    public func clipped(to image: PixelSize) -> PixelRect? {
        guard !size.isEmpty, x < image.width, y < image.height else { return nil }
        let (left, top) = (max(0, x), max(0, y))
        // Rectangles so large that the far edge overflows are clipped like any other.
        let right = min(image.width, .sum(x, size.width))
        let bottom = min(image.height, .sum(y, size.height))
        guard right > left, bottom > top else { return nil }
        return PixelRect(x: left, y: top, size: PixelSize(width: right - left, height: bottom - top))
    }
}

extension Int {
    /// Returns the sum, or `Int.max` on overflow.
    fileprivate static func sum(_ left: Int, _ right: Int) -> Int {
        let (sum, isOver) = left.addingReportingOverflow(right)
        return isOver ? .max : sum
    }
}
