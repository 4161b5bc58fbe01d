/// Decoded pixels as a value: cheap to copy, top row first.
///
/// Four bytes a pixel in the order red, green, blue, alpha; sRGB-encoded; alpha is straight, not premultiplied.
public struct Bitmap: Hashable, Sendable {
    /// Width and height in pixels; either may be zero.
    public let size: PixelSize
    /// Whether any pixel may be transparent; `false` guarantees that every alpha is 255.
    public let hasAlpha: Bool
    /// The pixels: `4 * width * height` bytes without padding between rows.
    public let bytes: [UInt8]

    /// Creates a bitmap from exactly `4 * size.area` bytes.
    public init(size: PixelSize, bytes: [UInt8], hasAlpha: Bool) {
        precondition(
            bytes.count == 4 * size.area, "a bitmap of \(size) takes \(4 * size.area) bytes, not \(bytes.count)")
        self.size = size
        self.bytes = bytes
        self.hasAlpha = hasAlpha
    }

    /// Creates a bitmap and, if `mayHaveAlpha`, scans the pixels for transparency.
    package init(size: PixelSize, bytes: [UInt8], mayHaveAlpha: Bool) {
        let hasAlpha =
            mayHaveAlpha
            && bytes.withUnsafeBufferPointer { bytes in
                stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 255 }
            }
        self.init(size: size, bytes: bytes, hasAlpha: hasAlpha)
    }

    /// Creates a bitmap of one color.
    public init(size: PixelSize, filledWith color: RGBA) {
        var bytes = [UInt8]()
        bytes.reserveCapacity(4 * size.area)
        let pixel = [color.red, color.green, color.blue, color.alpha]  // created once, not once a pixel
        for _ in 0..<size.area { bytes += pixel }
        self.init(size: size, bytes: bytes, hasAlpha: color.alpha < 255)
    }

    /// The pixel in column `x` of row `y`, both counted from the top left corner.
    public subscript(x: Int, y: Int) -> RGBA {
        let start = 4 * (y * size.width + x)
        return RGBA(bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3])
    }
}

extension Bitmap: CustomStringConvertible, CustomReflectable {
    /// The size, and whether there is alpha; not the pixels.
    public var description: String { "bitmap of \(size) pixels\(hasAlpha ? " with alpha" : "")" }

    /// A mirror without the pixels, which would fill pages.
    public var customMirror: Mirror {
        Mirror(self, children: ["size": size, "hasAlpha": hasAlpha, "byteCount": bytes.count], displayStyle: .struct)
    }
}
