import Pixels

/// The part of an image that differs from the previous image.
enum ChangedPart {
    /// Returns the smallest rectangle around all pixels that differ; `nil` if none does. Both images must have equal
    /// sizes.
    static func of(_ picture: Bitmap, since before: Bitmap) -> PixelRect? {
        let size = picture.size
        return picture.bytes.withUnsafeBytes { now in
            before.bytes.withUnsafeBytes { old -> PixelRect? in
                func differs(_ x: Int, _ y: Int) -> Bool {
                    let place = 4 * (y * size.width + x)
                    return now.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                        != old.loadUnaligned(fromByteOffset: place, as: UInt32.self)
                }
                func rowDiffers(_ y: Int) -> Bool { (0..<size.width).contains { differs($0, y) } }
                guard let top = (0..<size.height).first(where: rowDiffers),
                    let bottom = (top..<size.height).last(where: rowDiffers)
                else { return nil }
                func columnDiffers(_ x: Int) -> Bool { (top...bottom).contains { differs(x, $0) } }
                guard let left = (0..<size.width).first(where: columnDiffers),
                    let right = (left..<size.width).last(where: columnDiffers)
                else { return nil }
                return PixelRect(
                    x: left, y: top, size: PixelSize(width: right - left + 1, height: bottom - top + 1))
            }
        }
    }
}
