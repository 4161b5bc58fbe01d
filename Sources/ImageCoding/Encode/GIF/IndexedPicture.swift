import Pixels

/// An image as indices into a palette of at most 256 colors, one of which may be transparent.
struct IndexedPicture {
    let size: PixelSize
    let palette: [RGB]
    /// The transparent index; `nil` if every pixel is opaque.
    let transparent: Int?
    let indices: [UInt8]

    /// Creates an indexed image.
    ///
    /// - Parameters:
    ///   - bitmap: the image; pixels less than half opaque become transparent.
    ///   - colors: maximum number of colors, from 2 to 256, including the transparent one.
    ///   - dithers: whether errors are diffused when colors have to be quantized.
    init(_ bitmap: Bitmap, colors: Int, dithers: Bool) {
        size = bitmap.size
        let isHole = stride(from: 3, to: bitmap.bytes.count, by: 4).map { bitmap.bytes[$0] < 128 }
        let hasHoles = isHole.contains(true)
        let limit = max(1, min(256, colors) - (hasHoles ? 1 : 0))
        let opaque = Self.opaque(bitmap)
        if let exact = ExactPalette(opaque, limit: limit) {
            palette = exact.colors.map(\.opaque)
            indices = exact.indices.indices.map { isHole[$0] ? UInt8(exact.colors.count) : exact.indices[$0] }
        } else {
            var maker = PaletteMaker(bitmap)
            let chosen = maker.palette(of: limit)
            palette = chosen
            var diffusion = LightDiffusion(chosen, width: bitmap.size.width, isOn: dithers)
            indices = (0..<bitmap.size.height).flatMap { y in
                diffusion.row(of: opaque, y, isHole: isHole, hole: UInt8(truncatingIfNeeded: chosen.count))
            }
        }
        transparent = hasHoles ? palette.count : nil
    }

    /// The palette as red, green and blue bytes; the transparent index is black.
    var table: [UInt8] {
        (palette + (transparent == nil ? [] : [RGB(0, 0, 0)])).flatMap { [$0.red, $0.green, $0.blue] }
    }

    /// Returns the image with transparent pixels filled with an existing color, so that they do not take another
    /// palette entry.
    private static func opaque(_ bitmap: Bitmap) -> Bitmap {
        guard bitmap.hasAlpha else { return bitmap }
        var bytes = bitmap.bytes
        let first = stride(from: 0, to: bytes.count, by: 4).first { bytes[$0 + 3] >= 128 } ?? 0
        let filling = Array(bytes[first..<first + 3])
        for place in stride(from: 0, to: bytes.count, by: 4) {
            if bytes[place + 3] < 128 { bytes.replaceSubrange(place..<place + 3, with: filling) }
            bytes[place + 3] = 255
        }
        return Bitmap(size: bitmap.size, bytes: bytes, hasAlpha: false)
    }
}
