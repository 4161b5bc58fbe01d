/// The transform that turns a stored image upright: the eight values of the EXIF tag Orientation (0x0112).
public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
    /// Stored upright.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Rotated by 180 degrees.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored along the diagonal from the top left.
    case leftMirrored = 5
    /// Stored so that it must be rotated 90 degrees clockwise.
    case right = 6
    /// Mirrored along the diagonal from the top right.
    case rightMirrored = 7
    /// Stored so that it must be rotated 90 degrees counterclockwise.
    case left = 8

    /// Whether width and height are swapped.
    public var isTransposed: Bool { rawValue >= 5 }

    /// Returns the upright size of an image stored with `size`, and vice versa.
    public func applied(to size: PixelSize) -> PixelSize { isTransposed ? size.transposed : size }
}

extension Bitmap {
    /// Returns the image, stored with the given orientation, turned upright.
    public func oriented(_ orientation: Orientation) -> Bitmap {
        guard orientation != .up else { return self }
        let (width, height) = (size.width, size.height)
        // The offset of the upright image's first pixel in storage, and the strides to its next column and row.
        let (origin, column, row) =
            switch orientation {
            case .up: (0, 1, width)
            case .upMirrored: (width - 1, -1, width)
            case .down: (width * height - 1, -1, -width)
            case .downMirrored: (width * (height - 1), 1, -width)
            case .leftMirrored: (0, width, 1)
            case .right: (width * (height - 1), -width, 1)
            case .rightMirrored: (width * height - 1, -width, -1)
            case .left: (width - 1, width, -1)
            }
        let upright = orientation.applied(to: size)
        let pixels = [UInt8](unsafeUninitializedCapacity: 4 * upright.area) { target, count in
            bytes.withUnsafeBytes { source in
                let target = UnsafeMutableRawBufferPointer(target)
                var place = 0
                for y in 0..<upright.height {
                    var from = origin + y * row
                    for _ in 0..<upright.width {
                        let pixel = source.loadUnaligned(fromByteOffset: 4 * from, as: UInt32.self)
                        target.storeBytes(of: pixel, toByteOffset: place, as: UInt32.self)
                        place += 4
                        from += column
                    }
                }
            }
            count = 4 * upright.area
        }
        return Bitmap(size: upright, bytes: pixels, hasAlpha: hasAlpha)
    }
}
