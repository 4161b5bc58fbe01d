extension Bitmap {
    /// Returns the color of a pixel, counted from the top left corner; `nil` outside the image.
    public func color(atX x: Int, y: Int) -> RGBA? {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
        return self[x, y]
    }

    /// Returns the colors in a part of the image, row by row; `nil` if `rect` is empty or extends beyond the image.
    public func colors(in rect: PixelRect) -> [RGBA]? {
        guard !rect.size.isEmpty, rect.x >= 0, rect.y >= 0, rect.size.width <= size.width - rect.x,
            rect.size.height <= size.height - rect.y
        else { return nil }
        return (rect.y..<rect.y + rect.size.height).flatMap { y in
            (rect.x..<rect.x + rect.size.width).map { self[$0, y] }
        }
    }

    /// Returns the intersection of `rect` with the image; `nil` if it is empty.
    public func clipped(_ rect: PixelRect) -> PixelRect? {
        guard !rect.size.isEmpty, rect.x < size.width, rect.y < size.height else { return nil }
        let (left, top) = (max(0, rect.x), max(0, rect.y))
        // Rectangles so large that the far edge overflows are clipped like any other.
        let right = min(size.width, .sum(rect.x, rect.size.width))
        let bottom = min(size.height, .sum(rect.y, rect.size.height))
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
