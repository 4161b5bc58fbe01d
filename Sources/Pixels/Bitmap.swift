/// Decoded pixels: a value, cheap to copy, top row first.
///
/// Four bytes a pixel in the order red, green, blue, alpha; sRGB-encoded; alpha is straight, not premultiplied.
public struct Bitmap: Hashable, Sendable {
    public let size: PixelSize
    /// `false` promises that every alpha is 255.
    public let hasAlpha: Bool
    /// `4 * width * height` bytes without padding between rows.
    public let bytes: [UInt8]

    /// `bytes` must hold exactly `4 * size.area` bytes.
    public init(size: PixelSize, bytes: [UInt8], hasAlpha: Bool) {
        precondition(
            bytes.count == 4 * size.area, "a bitmap of \(size) takes \(4 * size.area) bytes, not \(bytes.count)")
        self.size = size
        self.bytes = bytes
        self.hasAlpha = hasAlpha
    }

    /// Looks whether a pixel is transparent, if one may be.
    init(size: PixelSize, bytes: [UInt8], mayHaveAlpha: Bool) {
        let hasAlpha =
            mayHaveAlpha
            && bytes.withUnsafeBufferPointer { bytes in
                stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] < 255 }
            }
        self.init(size: size, bytes: bytes, hasAlpha: hasAlpha)
    }

    /// A bitmap of one colour.
    public init(size: PixelSize, filledWith color: RGBA) {
        var bytes = [UInt8]()
        bytes.reserveCapacity(4 * size.area)
        let pixel = [color.red, color.green, color.blue, color.alpha]  // made once, not once a pixel
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
    /// The size, and whether it has alpha; not the pixels.
    public var description: String { "bitmap of \(size) pixels\(hasAlpha ? " with alpha" : "")" }

    /// Leaves out the pixels, which would fill pages.
    public var customMirror: Mirror {
        Mirror(self, children: ["size": size, "hasAlpha": hasAlpha, "byteCount": bytes.count], displayStyle: .struct)
    }
}
