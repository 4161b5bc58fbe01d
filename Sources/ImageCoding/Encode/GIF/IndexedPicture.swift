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
        let flat = Self.flattened(bitmap)
        let palette: [RGB]
        if let exact = ExactPalette(flat, limit: colors) {
            (palette, indices) = (exact.colors.map(\.opaque), exact.indices)
            transparent = exact.colors.firstIndex { $0.alpha == 0 }
        } else {
            let hasHoles = stride(from: 3, to: flat.bytes.count, by: 4).contains { flat.bytes[$0] == 0 }
            let reduced = ReducedPalette(flat, limit: colors - (hasHoles ? 1 : 0))
            let hole = reduced.colors.count
            palette = reduced.colors + (hasHoles ? [RGB(0, 0, 0)] : [])
            indices = stride(from: 0, to: flat.bytes.count, by: 4).map { place in
                guard flat.bytes[place + 3] > 0 else { return UInt8(hole) }
                return reduced.index(of: RGB(flat.bytes[place], flat.bytes[place + 1], flat.bytes[place + 2]))
            }
            transparent = hasHoles ? hole : nil
        }
        table = palette.flatMap { [$0.red, $0.green, $0.blue] }
    }

    /// Returns the image with one transparent color, and all others opaque, because GIF has nothing in between.
    private static func flattened(_ bitmap: Bitmap) -> Bitmap {
        guard bitmap.hasAlpha else { return bitmap }
        var bytes = bitmap.bytes
        for place in stride(from: 0, to: bytes.count, by: 4) {
            if bytes[place + 3] < 128 {
                for channel in 0..<4 { bytes[place + channel] = 0 }
            } else {
                bytes[place + 3] = 255
            }
        }
        return Bitmap(size: bitmap.size, bytes: bytes, hasAlpha: true)
    }
}
