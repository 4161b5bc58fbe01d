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
}
