import Pixels

/// An image as indices into a palette of at most 256 colors, one of which may be transparent.
struct IndexedPicture {
    /// The palette as red, green and blue bytes.
    let table: [UInt8]
    /// The transparent index; `nil` if every pixel is opaque.
    let transparent: Int?
    let indices: [UInt8]

    /// Creates an indexed image.
    ///
    /// - Parameters:
    ///   - bitmap: the image; pixels less than half opaque become transparent.
    ///   - colors: maximum number of colors, from 2 to 256, including the transparent one.
    init(_ bitmap: Bitmap, colors: Int) {
        let bytes = bitmap.bytes
        let isHole = { bytes[4 * $0 + 3] < 128 }
        let hasHoles = bitmap.hasAlpha && (0..<bitmap.size.area).contains(where: isHole)
        let pixels = IndexedPixels(
            bitmap, rect: PixelRect(bitmap.size), maximum: colors - (hasHoles ? 1 : 0), space: .oklab)
        let hole = pixels.palette.count
        let palette = pixels.palette + (hasHoles ? [RGB(0, 0, 0)] : [])
        table = palette.flatMap { [$0.red, $0.green, $0.blue] }
        transparent = hasHoles ? hole : nil
        indices =
            hasHoles
            ? pixels.indices.enumerated().map { isHole($0.offset) ? UInt8(hole) : $0.element } : pixels.indices
    }
}
